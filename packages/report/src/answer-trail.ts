import type { AnswerCitation } from '@winnow/contracts/entities/answer.ts'
import type { AnswerTurn } from '@winnow/domain/answering/answering-state.ts'
import { liveDocuments } from '@winnow/domain/live-documents.ts'
import type { RunMaterial } from './run-material.ts'

/** What a run of kind `answer` did, in numbers and the agent's own queries; no texts of papers. */
export interface AnswerTrail {
  /** The first is the initial one. */
  readonly searches: readonly TrailSearch[]
  readonly turns: readonly AnswerTurn[]
  /** Why the agent searched no further; null until the answer was asked for. */
  readonly reason: string | null
  readonly citations: readonly AnswerCitation[]
}

interface TrailSearch {
  readonly search: number
  readonly query: string
  readonly operations: readonly string[]
  /** Documents that its operations found. */
  readonly found: number
  /** Passages that were shown, and who ranked and summarised them; null where none were. */
  readonly shown: { readonly passages: number; readonly reranker: string; readonly summarizer: string } | null
}

/** The searches, turns and citations of a run of kind `answer`, as far as it has come. */
export function answerTrail({ state, corpus }: Pick<RunMaterial, 'state' | 'corpus'>): AnswerTrail {
  const { searches = [], turns = [], reason = null } = state.answering ?? {}
  const documents = liveDocuments(state)
  return {
    searches: searches.map(({ search, query, operations }) => {
      const summarised = corpus.summaries.get(search)
      return {
        search,
        query,
        operations,
        found: documents.filter(({ foundBy }) => operations.some((id) => foundBy.includes(id))).length,
        shown:
          summarised === undefined
            ? null
            : { passages: summarised.passages.length, reranker: summarised.reranker, summarizer: summarised.summarizer },
      }
    }),
    turns,
    reason,
    citations: corpus.answer?.citations ?? [],
  }
}
