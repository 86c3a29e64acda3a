import { setTimeout as wait } from 'node:timers/promises'
import type { ChatRequest, ModelProvider } from '@winnow/model/providers/provider.ts'

/** A model that thinks this long, and then scores every paper that it was asked about. */
export const modelMs = 500

/** A provider without a network. `counter.calls` are the questions that it was asked. */
export function simulatedModel(counter: { calls: number }): ModelProvider {
  return {
    name: 'openai',
    apiUrl: 'http://127.0.0.1:1',
    outputTokens: 2_000,
    chat: async (request) => {
      counter.calls += 1
      await wait(modelMs)
      return { kind: 'text', text: JSON.stringify(scores(request)), tokens: { input: 3_000, output: 400, cached: 0 } }
    },
  }
}

/** Each paper with each subquestion that the prompt names. */
function scores({ user }: ChatRequest) {
  const named = (pattern: RegExp) => [...new Set(user.match(pattern) ?? [])]
  const subquestions = named(/\bRQ\d+\b/g)
  return {
    papers: named(/\bD\d+\b/g).map((documentId) => ({
      documentId,
      note: 'It measures what agents remember.',
      exclusion: null,
      scores: subquestions.map((subquestionId) => ({ subquestionId, score: (Number(documentId.slice(1)) % 10) / 10 })),
    })),
  }
}
