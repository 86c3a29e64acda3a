import { withoutControls } from '../output/without-controls.ts'
import type { Figures, StageMeasure } from './comparison.ts'
import type { CallFigures, StageEvaluation } from './evaluate-stage.ts'
import { measureLines } from './measure-text.ts'
import type { PooledEvaluation } from './pooled-evaluations.ts'

/** Changed items that are told; --json has all. */
const told = 20

/** An evaluation for a person to read. */
export function evaluationText(evaluation: StageEvaluation): string {
  const { stage, runId, models, items, agreement, gold, cost, degraded, changed } = evaluation
  const recordedModels = Object.entries(models.recorded).map(([role, model]) => `${role} ${model}`)
  if (evaluation.measured !== undefined && items.rerun === 0) return measuredText(evaluation, evaluation.measured)
  const stopped = items.stopped === null ? '' : items.stopped === 'limit' ? ' (--limit)' : ' (--max-cost reached)'
  const lines = [
    `${stage} of ${runId} again: ${items.rerun} of ${items.recorded} recorded inputs${stopped}`,
    ...(models.rerun === null ? [] : [`Recorded with ${recordedModels.join(', ')}; again with ${models.rerun}`]),
    '',
    'Agreement',
    ...figureLines(agreement),
    ...goldLines(gold),
    '',
    'Model calls',
    callLine('recorded', cost.recorded),
    callLine('again', cost.rerun),
    ...degraded.map(({ role, reason, count }) => `  degraded: ${role}, ${count} (${reason})`),
    '',
    changed.length === 0 ? 'Nothing came out otherwise.' : `Otherwise: ${changed.length}`,
    ...changed.slice(0, told).map(({ words }) => `  ${words}`),
    ...(changed.length > told ? [`  … and ${changed.length - told} more (--json has all)`] : []),
    ...(evaluation.measured === undefined ? [] : ['', 'From the log', ...measureLines(evaluation.measured)]),
  ]
  return withoutControls(lines.join('\n'))
}

/** The evaluations of several runs taken together. */
export function pooledText(stage: string, pooled: PooledEvaluation): string {
  const { runs, items, agreement, gold, cost, changed } = pooled
  return [
    `${stage} of ${runs} runs together: ${items.rerun} of ${items.recorded} recorded inputs again (counts are sums, shares means over runs)`,
    ...(Object.keys(agreement).length === 0 ? [] : ['Agreement', ...figureLines(agreement)]),
    ...goldLines(gold),
    'Model calls',
    callLine('recorded', cost.recorded),
    callLine('again', cost.rerun),
    `Otherwise: ${changed}`,
  ].join('\n')
}

function measuredText({ stage, runId, gold }: StageEvaluation, measure: StageMeasure): string {
  return withoutControls([`${stage} of ${runId}, from its log`, ...measureLines(measure), ...goldLines(gold)].join('\n'))
}

function goldLines(gold: StageEvaluation['gold']): readonly string[] {
  if (gold === null) return []
  if (gold.rerun === null) return ['', 'Against the labels', ...figureLines(gold.recorded)]
  return ['', 'Against the labels, recorded → again', ...pairedLines(gold.recorded, gold.rerun)]
}

function figureLines(figures: Figures): readonly string[] {
  return Object.entries(figures).map(([name, value]) => `  ${words(name)}: ${figure(value)}`)
}

function pairedLines(recorded: Figures, rerun: Figures): readonly string[] {
  return Object.entries(recorded).map(([name, value]) => `  ${words(name)}: ${figure(value)} → ${figure(rerun[name] ?? null)}`)
}

/** "meanScoreDifference" as "mean score difference". */
function words(name: string): string {
  return name.replace(/[A-Z]|\d{2,}/g, ' $&').toLowerCase()
}

function figure(value: number | null): string {
  if (value === null) return 'not defined'
  return Number.isInteger(value) ? String(value) : value.toFixed(3)
}

function callLine(name: string, { calls, failedCalls, inputTokens, outputTokens, usd, meanMs }: CallFigures): string {
  const price = usd === null ? 'price unknown' : `${usd.toFixed(4)} USD`
  const failed = failedCalls === 0 ? '' : ` (${failedCalls} failed)`
  const time = meanMs === null ? '' : `, ${Math.round(meanMs)} ms a call`
  return `  ${name}: ${calls} calls${failed}, ${inputTokens} tokens in, ${outputTokens} out, ${price}${time}`
}
