import { answeringFigures } from '@winnow/domain/answering/answering-figures.ts'
import { screeningFigures } from '@winnow/domain/screening-figures.ts'
import { stopReason } from '@winnow/domain/stop-reason.ts'
import { snowballYields } from '@winnow/domain/yields.ts'
import type { documentStatuses } from '@winnow/readmodel/queries/documents.ts'
import { costs } from '@winnow/report/costs.ts'
import { degradedSteps } from '@winnow/report/degraded-steps.ts'
import type { FoldedRun } from '@winnow/runs/load-run.ts'
import type { ShownRun } from '@winnow/runs/shown-run.ts'

/**
 * A run that the read model does not have yet, from its log: where it stands and what it cost. Its plan, searches, documents and
 * evidence are shown once they are projected.
 */
export function unprojectedRun({ runId, state, corpus }: FoldedRun): ShownRun {
  const { total, ...parts } = costs(state)
  const stop = stopReason(state)
  const answering = answeringFigures(state)
  return {
    runId,
    kind: answering === null ? 'research' : 'answer',
    question: state.request?.question ?? null,
    criteria: corpus.request?.criteria ?? null,
    asOf: state.request?.asOf ?? null,
    status: state.status,
    step: state.step,
    iteration: state.iteration,
    stopReason: stop.reason,
    stopRule: stop.rule,
    models: state.request?.options.models ?? null,
    limits: state.request?.options.limits ?? null,
    searches: state.spent.searches,
    reads: state.spent.reads,
    snowballRounds: snowballYields(state),
    screening: screeningFigures(state),
    answering,
    startedAt: state.clock.startedAt,
    endedAt: state.clock.endedAt,
    plan: { subquestions: [] },
    operations: [],
    documents: {
      total: 0,
      byStatus: { found: 0, 'screened-out': 0, relevant: 0, read: 0, cited: 0 } satisfies Record<(typeof documentStatuses)[number], number>,
    },
    evidence: {
      total: 0,
      setAside: 0,
      documents: 0,
      bySubquestion: {},
      byQuoteCheck: { verified: 0, refused: 0, unchecked: 0, short: 0 },
      bySupport: { supports: 0, refutes: 0, mixed: 0, background: 0 },
    },
    cost: { ...total, ...parts },
    degraded: degradedSteps(state),
  }
}
