import { answeringFigures } from '@winnow/domain/answering/answering-figures.ts'
import { screeningFigures } from '@winnow/domain/screening-figures.ts'
import { stopReason } from '@winnow/domain/stop-reason.ts'
import { snowballYields } from '@winnow/domain/yields.ts'
import type { View } from '../view.ts'

/** The run itself: question, status, where it stands, what it spent of its budget. Its one id is that of the run. */
export const runView: View<'run'> = {
  table: 'run',
  key: [],
  touched: (_, run) => [run.runId],
  ids: ({ runId }) => [runId],
  row: ({ state, corpus }) => ({
    pos: state.clock.lastPos,
    question: state.request?.question ?? null,
    criteria: corpus.request?.criteria ?? null,
    as_of: state.request?.asOf ?? null,
    status: state.status,
    step: state.step,
    iteration: state.iteration,
    stop_reason: stopReason(state).reason,
    stop_rule: stopReason(state).rule,
    models: state.request?.options.models ?? null,
    limits: state.request?.options.limits ?? null,
    searches: state.spent.searches,
    reads: state.spent.reads,
    snowball_rounds: snowballYields(state),
    screening: screeningFigures(state),
    answering: answeringFigures(state),
    report_hash: state.report?.contentHash ?? null,
    started_at: state.clock.startedAt,
    ended_at: state.clock.endedAt,
  }),
}
