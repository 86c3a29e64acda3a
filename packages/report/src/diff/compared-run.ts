import type { ReportContent } from '@winnow/contracts/entities/report.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { Corpus } from '@winnow/domain/corpus.ts'
import { type RunState, resolveDocument } from '@winnow/domain/state.ts'
import { citationNumbers } from '../citation-numbers.ts'

/** One of two runs that are compared. */
export interface ComparedRun {
  readonly runId: string
  readonly state: RunState
  readonly corpus: Corpus
  readonly events: readonly TypedEvent[]
  /** The structured report; null where there is none, or its blob is not at hand: then the log tells what is cited. */
  readonly content: ReportContent | null
}

/** Which of the two. */
export type Side = 'a' | 'b'

/** The live documents that a run's report, or its answer, cites. */
export function citedDocuments({ state, content }: Pick<ComparedRun, 'state' | 'content'>): ReadonlySet<string> {
  if (content !== null) return new Set(citationNumbers(state, content).documents)
  const cited = state.report?.citations ?? state.answering?.answer?.citations ?? []
  const named = cited.map((documentId) => resolveDocument(state, documentId))
  return new Set(named.filter((documentId) => state.documents[documentId] !== undefined))
}
