import { truncateText } from '@winnow/text/sanitise-text.ts'
import type { JudgingFigures, ScreeningOutcome } from '../screening/outcome.ts'
import type { Screened } from './screen-reply.ts'

/** Records that a person is shown; --out and --json have all. */
const shownRecords = 20
const titleLength = 100

/** The screening for a person: the first records, and the figures. */
export function screenText({ input, outcome }: Screened): string {
  const shown = outcome.order.slice(0, shownRecords).map((position, index) => recordText({ input, outcome }, position, index + 1))
  const more = outcome.order.length - shown.length
  return [
    headline({ input, outcome }),
    '',
    ...shown,
    ...(more > 0 ? [`… and ${more} more: --format csv --out FILE or --json has all`] : []),
    ...paragraph(metricLines(outcome)),
    ...paragraph(outcome.judged === null ? [] : judgingLines(outcome.judged)),
    ...paragraph(stoppingLines(outcome)),
    ...paragraph(outcome.notes),
  ].join('\n')
}

function headline({ input, outcome }: Screened): string {
  const count = `${input.records.length} ${input.records.length === 1 ? 'record' : 'records'}`
  switch (outcome.kind) {
    case 'rank':
      return `${count}, ranked by the question:`
    case 'learn':
      return `${count}, ${outcome.decisions.size} of them labelled; the others, ranked by what the labels teach:`
    case 'simulate':
      return `${count}; screening is simulated with their labels. As the question alone ranks them:`
    case 'judge':
      return `${count}, in the order in which they were screened:`
  }
}

function recordText({ input, outcome }: Screened, position: number, place: number): string {
  const record = input.records[position]
  const decided = outcome.decisions.get(position)
  const decision = decided === undefined ? '' : decided ? ' included' : ' excluded'
  const year = record?.year === null || record === undefined ? '' : ` (${record.year})`
  const reasons = outcome.reasonsOf(position).join('; ')
  const line = `${String(place).padStart(4)}  ${(outcome.scores[position] ?? 0).toFixed(2)}${decision}  ${truncateText(record?.title ?? '', titleLength)}${year}  [${record?.id ?? ''}]`
  return reasons === '' ? line : `${line}\n            ${reasons}`
}

function metricLines({ metrics }: ScreeningOutcome): readonly string[] {
  if (metrics === null) return []
  const { wss95, ap, recallAt, seeds, stopping } = metrics
  const recalls = Object.entries(recallAt).map(([share, recall]) => `${recall.toFixed(2)} after ${Number(share) * 100} %`)
  return [
    `Against the labels${seeds === undefined ? '' : `, means of ${seeds.length} simulations`}: WSS@95 ${wss95.toFixed(3)}, average precision ${ap.toFixed(3)}`,
    `Recall ${recalls.join(', ')}`,
    ...(stopping === undefined
      ? []
      : [`Stopping rule: recall ${stopping.recall.toFixed(3)} with ${(stopping.saved * 100).toFixed(0)} % of the records unscreened`]),
  ]
}

function judgingLines({ model, end, failure, screened, included, lexical, cost, degraded, against }: JudgingFigures): readonly string[] {
  const usd = cost.usd === null ? 'of unknown cost' : `${cost.usd.toFixed(4)} USD`
  return [
    `${model} screened ${screened} and included ${included}; ended: ${end}${failure === null ? '' : ` (${failure})`}`,
    `${cost.calls} calls, ${cost.inputTokens} tokens in, ${cost.outputTokens} out, ${usd}`,
    ...(lexical === 0 ? [] : [`${lexical} of them were decided by shared words, as the model did not`]),
    ...degraded.map(({ reason, count }) => `degraded ${count}×: ${reason}`),
    ...(against === null ? [] : [`Against the labels: TP ${against.TP}, FP ${against.FP}, FN ${against.FN}, TN ${against.TN}`]),
  ]
}

function stoppingLines({ stopping }: ScreeningOutcome): readonly string[] {
  if (stopping === null) return []
  const { recall, stop, why, method } = stopping
  const estimate = recall === null ? '' : ` Recall about ${recall.estimate.toFixed(3)}, at least ${recall.low.toFixed(3)} (${method}).`
  return [`${stop ? 'Screening may stop' : 'Screening should go on'}: ${why}.${estimate}`]
}

function paragraph(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...lines]
}
