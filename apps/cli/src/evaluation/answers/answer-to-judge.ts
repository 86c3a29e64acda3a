import { type AnswerContent, answerContent } from '@winnow/contracts/entities/answer.ts'
import { type AnswerToJudge, countWords, type ShownMark } from '@winnow/domain/judging/answer-to-judge.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import type { FoldedRun } from '@winnow/runs/load-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'

/** Blobs that a run names; null for one that is not there. */
export interface AnswerBlobs {
  readonly get: (hash: string) => Promise<Uint8Array | null>
}

/**
 * The answer of a run of kind `answer` as it is judged; null where the run wrote none. A mark is resolved when it names a
 * document whose passages a search of the run showed. Throws UsageError where a blob is missing.
 */
export async function answerToJudge({ state, corpus, runId }: FoldedRun, blobs: AnswerBlobs): Promise<AnswerToJudge | null> {
  const { answer } = corpus
  if (answer === null || state.request === null) return null
  const content = answerContent.parse(JSON.parse(await text(blobs, answer.contentHash, runId)))
  const shown = new Map<string, Set<string>>()
  for (const { passages } of corpus.summaries.values()) {
    for (const { documentId, textHash } of passages) {
      const document = resolveDocument(state, documentId)
      shown.set(document, (shown.get(document) ?? new Set()).add(textHash))
    }
  }
  const marks: ShownMark[] = []
  let unresolvedMarks = answer.removedMarks
  for (const { text: sentence, documentIds } of content.paragraphs.flat()) {
    for (const documentId of new Set(documentIds.map((id) => resolveDocument(state, id)))) {
      const hashes = shown.get(documentId)
      if (hashes === undefined) unresolvedMarks += 1
      else marks.push({ sentence, documentId, passages: await Promise.all([...hashes].map((hash) => text(blobs, hash, runId))) })
    }
  }
  const sentences = content.paragraphs.flat().map((sentence) => sentence.text)
  return {
    question: state.request.question,
    text: plainText(content),
    sentences,
    marks,
    unresolvedMarks,
    searches: Math.max(0, (state.answering?.searches.length ?? 0) - 1),
    words: countWords(sentences.join(' ')),
    mode: content.mode,
  }
}

/** The answer without Markdown: "It helps. [1, 3]". */
function plainText({ paragraphs, citations }: AnswerContent): string {
  const numbers = new Map(citations.map(({ documentId, n }) => [documentId, n]))
  const sentence = ({ text: said, documentIds }: AnswerContent['paragraphs'][number][number]) => {
    const cited = [...new Set(documentIds.flatMap((documentId) => numbers.get(documentId) ?? []))].sort((a, b) => a - b)
    return cited.length === 0 ? said : `${said} [${cited.join(', ')}]`
  }
  return paragraphs.map((sentences) => sentences.map(sentence).join(' ')).join('\n\n')
}

async function text(blobs: AnswerBlobs, hash: string, runId: string): Promise<string> {
  const bytes = await blobs.get(hash)
  if (bytes === null) throw new UsageError(`the text ${hash} of run ${runId} is missing: give its bundle (winnow export --format bundle)`)
  return new TextDecoder().decode(bytes)
}
