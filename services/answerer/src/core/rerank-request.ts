/**
 * Shapes of POST …/rerank. They differ in names only:
 * - jina: `{model, query, documents, top_n}` → `{results: [{index, relevance_score}]}`; also SGLang, llama.cpp, Infinity, and a
 *   vLLM that was started with a score template (--chat-template);
 * - cohere: the same at /v2/rerank;
 * - vllm: the same, for a vLLM without a score template: a Qwen3-Reranker gets its prompt from us (see `rerankBody`);
 * - tei: `{query, texts}` → `[{index, score}]` (text-embeddings-inference of Hugging Face).
 */
export const rerankFormats = ['jina', 'cohere', 'vllm', 'tei'] as const
export type RerankFormat = (typeof rerankFormats)[number]

/** An address without a slash at its end: the server's, or that of its /rerank itself. */
export function rerankAddress(url: string, format: RerankFormat): { readonly baseUrl: string; readonly path: string } {
  const address = url.replace(/\/+$/, '')
  if (address.endsWith('/rerank')) return { baseUrl: address.slice(0, -'/rerank'.length), path: '/rerank' }
  return { baseUrl: address, path: format === 'cohere' && !address.endsWith('/v2') ? '/v2/rerank' : '/rerank' }
}

/** The body of a request for the scores of all of some texts. A Qwen3-Reranker that is served plain (vllm) is a language model that judges a prompt. */
export function rerankBody(format: RerankFormat, model: string, query: string, texts: readonly string[]): object {
  if (format === 'tei') return { query, texts, truncate: true }
  const templated = format === 'vllm' && /qwen3-reranker/i.test(model)
  return {
    model,
    query: templated ? qwenQuery(query) : query,
    documents: templated ? texts.map(qwenDocument) : texts,
    top_n: texts.length,
    ...(format === 'jina' ? { return_documents: false } : {}),
  }
}

/** The task as Qwen3-Reranker's model card words it, which it was trained with. */
const instruction = 'Given a web search query, retrieve relevant passages that answer the query'

/**
 * The prompt that Qwen3-Reranker judges, in the two halves that vLLM's /rerank joins (model card of Qwen/Qwen3-Reranker-0.6B, and vLLM's own
 * example qwen3_reranker.py). Without it the scores are noise: vLLM issues 20478, 20794, 21681. What looks like one of the model's own
 * marks in a text is made harmless.
 */
function qwenQuery(query: string): string {
  const system =
    'Judge whether the Document meets the requirements based on the Query and the Instruct provided. Note that the answer can only be "yes" or "no".'
  return `<|im_start|>system\n${system}<|im_end|>\n<|im_start|>user\n<Instruct>: ${instruction}\n<Query>: ${withoutMarks(query)}\n`
}

function qwenDocument(text: string): string {
  return `<Document>: ${withoutMarks(text)}<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n`
}

function withoutMarks(text: string): string {
  return text.replaceAll('<|', '‹|')
}
