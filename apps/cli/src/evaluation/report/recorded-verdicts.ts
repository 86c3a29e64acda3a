import { answerContent } from '@winnow/contracts/entities/answer.ts'
import { type ReportContent, reportContent } from '@winnow/contracts/entities/report.ts'
import type { SupportVerdict } from '@winnow/domain/citation-support-lexical.ts'
import type { VerdictCounts } from '@winnow/domain/evaluation/report/verdict-counts.ts'
import { printedSentences } from '@winnow/report/citation-numbers.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import type { NamedRun } from '../../engine/run-log.ts'

/** What the run's own check of its citations found. */
export interface RecordedVerdicts {
  /** Who judged: models, "lexical", or both. */
  readonly method: string
  readonly verdicts: VerdictCounts
}

/** A cited sentence with the verdict of the run's check, and the evidence that it was written from. */
export interface JudgedSentence {
  readonly verdict: SupportVerdict
  readonly evidence: readonly string[]
}

/** The verdicts as the log has them; null for a run whose citations were not checked. */
export function recordedVerdicts({ corpus }: Pick<LoadedRun, 'corpus'>): RecordedVerdicts | null {
  const { check, answer } = corpus
  if (check !== null) return { method: check.method, verdicts: check.verdicts }
  if (answer === null) return null
  const count = (verdict: SupportVerdict) => answer.support[verdict] ?? 0
  return {
    method: 'lexical',
    verdicts: {
      supported: count('supported'),
      partial: count('partial'),
      unsupported: count('unsupported'),
      cannotCheck: count('cannot-check'),
    },
  }
}

/** The report as it is stored; null when the run has none, or its blob is not at hand. `hash`: of another version of it. */
export async function storedReport({ run, blobs }: Pick<NamedRun, 'run' | 'blobs'>, hash?: string): Promise<ReportContent | null> {
  const contentHash = hash ?? run.state.report?.contentHash
  const bytes = contentHash === undefined ? null : await blobs.get(contentHash)
  return bytes === null ? null : reportContent.parse(JSON.parse(new TextDecoder().decode(bytes)))
}

/** The sentences of a stored report that the run's check judged. */
export function judgedSentences(content: ReportContent): readonly JudgedSentence[] {
  return printedSentences(content).flatMap(({ verdict, evidence }) => (verdict === undefined ? [] : [{ verdict, evidence }]))
}

/** The stored answer of a run of kind `answer`; null when there is none, or its blob is not at hand. */
export async function storedAnswer({ run, blobs }: Pick<NamedRun, 'run' | 'blobs'>) {
  const hash = run.corpus.answer?.contentHash
  const bytes = hash === undefined ? null : await blobs.get(hash)
  return bytes === null ? null : answerContent.parse(JSON.parse(new TextDecoder().decode(bytes)))
}
