import type { AnswerContent } from '@winnow/contracts/entities/answer.ts'
import type { ReportContent } from '@winnow/contracts/entities/report.ts'
import type { Corpus } from '@winnow/domain/corpus.ts'
import type { RunState } from '@winnow/domain/state.ts'

/** What every rendering of a run is made from: its state, its texts and, once it is written, its report. */
export interface RunMaterial {
  readonly runId: string
  readonly state: RunState
  readonly corpus: Corpus
  /** The structured report from the blob store; null when the run ended, or stands, before it was written. */
  readonly content: ReportContent | null
  /** The structured answer from the blob store; absent in a run of research, and before it is written. */
  readonly answer?: AnswerContent
  /** Abstracts of over 8 KB by the sha256 under which they lie in the blob store (see `longAbstracts`). */
  readonly abstracts: ReadonlyMap<string, string>
}

/** Whether the run's text, its report or its answer, is written. */
export function isWritten({ content, answer }: Pick<RunMaterial, 'content' | 'answer'>): boolean {
  return content !== null || answer !== undefined
}

/** Whether a run answers its question at length instead of researching it (kind `answer`). */
export function isAnswerRun({ request }: Pick<RunState, 'request'>): boolean {
  return request?.options.answer !== undefined
}

/** The hashes of the abstracts that are not whole in the log: what a caller loads into `abstracts`. Sorted. */
export function longAbstracts(corpus: Pick<Corpus, 'records'>): readonly string[] {
  const hashes = [...corpus.records.values()].flatMap((record) => record.abstractHash ?? [])
  return [...new Set(hashes)].sort()
}
