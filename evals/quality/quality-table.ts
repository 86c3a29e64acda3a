import { type Measurement, type Metric, reachesGoal } from './measurement.ts'

export interface MeasuredBench {
  readonly bench: string
  readonly sets: readonly Measurement[]
}

const headings = ['bench', 'set', 'used', 'metric', 'value', '95 %', 'goal', 'met', 'peer', 's']

/** The measurements as one Markdown table, a line for each metric of each set. */
export function qualityTable(benches: readonly MeasuredBench[]): string {
  const rows = benches.flatMap(({ bench, sets }) =>
    sets.flatMap(({ set, use, metrics, seconds }) =>
      Object.entries(metrics).map(([name, metric], index) => [
        index === 0 ? bench : '',
        index === 0 ? set : '',
        index === 0 ? use : '',
        name,
        figure(metric.value),
        metric.interval === undefined ? '' : metric.interval.map(figure).join('–'),
        goalText(metric),
        metText(metric),
        metric.peer === undefined ? '' : `${metric.peer.name} ${figure(metric.peer.value)}`,
        index === 0 ? seconds.toFixed(1) : '',
      ]),
    ),
  )
  const lines = [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines.join('\n')
}

function figure(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(3)
}

function goalText({ goal, atMost }: Metric): string {
  return goal === undefined ? '' : `${atMost === true ? '≤' : '≥'} ${figure(goal)}`
}

function metText(metric: Metric): string {
  const met = reachesGoal(metric)
  return met === null ? '' : met ? 'yes' : 'no'
}
