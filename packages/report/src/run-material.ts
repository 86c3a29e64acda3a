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
  /** Abstracts of over 8 KB by the sha256 under which they lie in the blob store (see `longAbstracts`). */
  readonly abstracts: ReadonlyMap<string, string>
}

/** The hashes of the abstracts that are not whole in the log: what a caller loads into `abstracts`. Sorted. */
export function longAbstracts(corpus: Pick<Corpus, 'records'>): readonly string[] {
  const hashes = [...corpus.records.values()].flatMap((record) => record.abstractHash ?? [])
  return [...new Set(hashes)].sort()
}
