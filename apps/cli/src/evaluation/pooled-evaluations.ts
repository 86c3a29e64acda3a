import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import { mean } from '@winnow/domain/evaluation/agreement.ts'
import type { Figures } from './comparison.ts'
import { type CallFigures, type StageEvaluation, summedSteps } from './evaluate-stage.ts'
import type { Rerun } from './rerun-stage.ts'

/** Evaluations of one stage over several runs, taken together. */
export interface PooledEvaluation {
  readonly runs: number
  readonly items: Pick<Rerun, 'recorded' | 'rerun'>
  /** Counts are summed; shares and scores are the mean over the runs in which they are defined (each run counts alike). */
  readonly agreement: Figures
  readonly gold: { readonly recorded: Figures; readonly rerun: Figures | null } | null
  readonly cost: { readonly recorded: CallFigures; readonly rerun: CallFigures }
  readonly degraded: readonly Degraded[]
  readonly changed: number
}

/** Figures that count things; all others are shares or scores. */
export const countFigures: ReadonlySet<string> = new Set(
  (
    'subquestionsRecorded subquestionsRerun intentsRecorded intentsRerun intents queriesRecorded queriesRerun sameQueries joinedRecorded joinedRerun ' +
    'joinedByBoth pairs documents itemsRecorded itemsRerun sameItems critiques usableRecorded usableRerun actionsRecorded actionsRerun records ' +
    'rightPairs works found foundBySearch foundWithSnowballing cited claimsRecorded claimsRerun danglingMarksRecorded danglingMarksRerun ' +
    'absentNumbersRecorded absentNumbersRerun repeatedSentencesRecorded repeatedSentencesRerun citedRecorded citedRerun citedByBoth'
  ).split(' '),
)

/** Takes the evaluations of several runs together: counts and costs summed, shares as their mean. */
export function pooledEvaluation(all: readonly StageEvaluation[]): PooledEvaluation {
  const labelled = all.flatMap(({ gold }) => (gold === null ? [] : [gold]))
  const again = labelled.flatMap(({ rerun }) => (rerun === null ? [] : [rerun]))
  const sum = (of: (one: StageEvaluation) => number) => all.reduce((total, one) => total + of(one), 0)
  return {
    runs: all.length,
    items: { recorded: sum(({ items }) => items.recorded), rerun: sum(({ items }) => items.rerun) },
    agreement: pooledFigures(all.map(({ agreement }) => agreement)),
    gold:
      labelled.length === 0
        ? null
        : {
            recorded: pooledFigures(labelled.map(({ recorded }) => recorded)),
            rerun: again.length === 0 ? null : pooledFigures(again),
          },
    cost: { recorded: pooledCalls(all.map(({ cost }) => cost.recorded)), rerun: pooledCalls(all.map(({ cost }) => cost.rerun)) },
    degraded: summedSteps(all.flatMap(({ degraded }) => degraded)),
    changed: sum(({ changed }) => changed.length),
  }
}

/** Figures of several runs: counts are summed, others averaged where they are defined; null where they are nowhere. */
export function pooledFigures(all: readonly Figures[]): Figures {
  const names = [...new Set(all.flatMap((figures) => Object.keys(figures)))]
  return Object.fromEntries(
    names.map((name) => {
      const values = all.flatMap((figures) => figures[name] ?? [])
      return [name, countFigures.has(name) && values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : mean(values)]
    }),
  )
}

/** Calls of several runs. The price is known where it is known for one of those that called. */
function pooledCalls(all: readonly CallFigures[]): CallFigures {
  const sum = (of: (one: CallFigures) => number) => all.reduce((total, one) => total + of(one), 0)
  const calls = sum((one) => one.calls)
  const priced = all.filter((one) => one.calls > 0 && one.usd !== null)
  return {
    calls,
    failedCalls: sum((one) => one.failedCalls),
    inputTokens: sum((one) => one.inputTokens),
    outputTokens: sum((one) => one.outputTokens),
    usd: calls > 0 && priced.length === 0 ? null : Math.round(priced.reduce((total, { usd }) => total + (usd ?? 0), 0) * 1e6) / 1e6,
    meanMs: calls === 0 ? null : sum((one) => (one.meanMs ?? 0) * one.calls) / calls,
  }
}
