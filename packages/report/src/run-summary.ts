import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { usableEvidence } from '@winnow/domain/evidence-owner.ts'
import { prismaFlow } from '@winnow/domain/prisma.ts'
import { type ScreeningFigures, screeningFigures } from '@winnow/domain/screening-figures.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { stopReason } from '@winnow/domain/stop-reason.ts'
import { unansweredOperations } from '@winnow/domain/unanswered-operations.ts'
import { type AnswerFigures, answerFigures } from './answer-json.ts'
import { citationNumbers } from './citation-numbers.ts'
import { type CostSum, costs } from './costs.ts'
import { type DegradedStep, degradedSteps } from './degraded-steps.ts'
import { type ForkedFrom, forkedFrom } from './forked-from.ts'
import type { RunMaterial } from './run-material.ts'

/** run.json (issue 2): a run in numbers. */
export interface RunSummary {
  readonly runId: string
  /** Only of a run that answers at length, as is `answer`; absent in a run of research. */
  readonly kind?: 'answer'
  readonly question: string | null
  readonly status: RunState['status']
  readonly stopReason: string | null
  readonly stopRule: number | null
  /** Where report.md or answer.md lies; null when there is none. */
  readonly report: string | null
  readonly counts: RunCounts
  readonly answer?: AnswerFigures
  /** Agreement of two screeners, and the recall by a sample of the exclusions; null for what was not asked for. */
  readonly screening: ScreeningFigures
  readonly cost: ReturnType<typeof costs>['total'] & Omit<ReturnType<typeof costs>, 'total'>
  readonly degraded: readonly DegradedStep[]
  /** Where a fork comes from; null for a run that is no fork. What it inherited is in `cost.inherited`, and in no other sum. */
  readonly forkedFrom: ForkedFrom | null
  /** Head of the run's hash chain, of the last event told here. */
  readonly chainHead: string | null
  readonly models: RunOptions['models'] | null
  readonly asOf: string | null
  readonly startedAt: string | null
  readonly endedAt: string | null
}

export interface RunCounts {
  readonly iterations: number
  readonly subquestions: number
  readonly intents: number
  /** Operations of search; those of snowballing are apart. */
  readonly searches: number
  readonly snowballOperations: number
  /** Lookups of works that the user named. */
  readonly lookups: number
  /** Operations of any kind that their source did not answer. */
  readonly unansweredOperations: number
  /** Distinct records. */
  readonly found: number
  readonly duplicates: number
  readonly documents: number
  readonly screened: number
  readonly excluded: number
  readonly relevant: number
  readonly read: number
  /** Documents that contributed evidence. */
  readonly included: number
  /** Evidence items that count. */
  readonly evidence: number
  readonly cited: number
}

/** run.json of a run as it stands. */
export function runSummary(
  material: RunMaterial,
  place: { readonly report: string | null; readonly chainHead: string | null },
): RunSummary {
  const { state, runId } = material
  const { total, ...parts } = costs(state)
  const stop = stopReason(state)
  const answer = answerFigures(material)
  return {
    runId,
    ...(answer === null ? {} : { kind: 'answer' }),
    question: state.request?.question ?? null,
    status: state.status,
    stopReason: stop.reason,
    stopRule: stop.rule,
    report: place.report,
    counts: runCounts(material),
    ...(answer === null ? {} : { answer }),
    screening: screeningFigures(state),
    cost: { ...total, ...parts } satisfies CostSum & object,
    degraded: degradedSteps(state),
    forkedFrom: forkedFrom(state),
    chainHead: place.chainHead,
    models: state.request?.options.models ?? null,
    asOf: state.request?.asOf ?? null,
    startedAt: state.clock.startedAt,
    endedAt: state.clock.endedAt,
  }
}

/** A run in numbers; those of the flow are `prismaFlow`'s. */
export function runCounts({ state, content }: Pick<RunMaterial, 'state' | 'content'>): RunCounts {
  const flow = prismaFlow(state)
  const operations = Object.values(state.operations)
  return {
    iterations: state.iteration,
    subquestions: Object.keys(state.subquestions).length,
    intents: Object.keys(state.intents).length,
    searches: operations.filter(({ kind }) => kind === 'search').length,
    snowballOperations: operations.filter(({ kind }) => kind === 'references').length,
    lookups: operations.filter(({ kind }) => kind === 'seed').length,
    unansweredOperations: unansweredOperations(state).length,
    found: flow.identified.total,
    duplicates: flow.duplicates,
    documents: flow.documents,
    screened: flow.screened,
    excluded: flow.excludedByScreening.total,
    relevant: flow.relevant,
    read: flow.read,
    included: flow.included,
    evidence: usableEvidence(state).length,
    cited: citationNumbers(state, content).documents.length,
  }
}
