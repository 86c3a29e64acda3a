import type { FoundFigures } from '@winnow/domain/evaluation/review-figures.ts'
import { withoutControls } from '../../output/without-controls.ts'
import type { ReviewOutcome } from './review-outcome.ts'

/** Untraced numbers that are told; --json has all. */
const toldNumbers = 10

/** An evaluated review for a person to read. */
export function reviewText(outcome: ReviewOutcome): string {
  const { task, records, documents, included, screened, relevant, cited, traceable, calls, costUsd, seconds, degraded } = outcome
  const read: FoundFigures = { ...outcome, documents: outcome.read }
  const steps = degraded.reduce((sum, { count }) => sum + count, 0)
  const lines = [
    `${task}: ${records} records, ${documents} works, ${included} records included by the review`,
    '',
    `            works  included found  recall  precision`,
    row('screened', screened),
    row('relevant', relevant),
    row('read', read),
    row('cited', cited),
    '',
    `Read: ${(100 * outcome.share).toFixed(1)} % of the records; ${outcome.evidence} evidence items`,
    `Numbers in the report: ${traceable.numbers}, of them ${traceable.traced} stand in what is cited for them`,
    ...traceable.untraced.slice(0, toldNumbers).map(({ number, sentence }) => `  not found: ${number} in “${sentence}”`),
    `${calls === 0 ? 'No model calls' : `${calls} model calls, ${costUsd === null ? 'cost unknown' : `${costUsd.toFixed(4)} USD`}`}; ${seconds.toFixed(1)} s`,
    ...(steps === 0 ? [] : [`Degraded steps: ${steps} (--keep has the report, which names them)`]),
  ]
  return withoutControls(lines.join('\n'))
}

function row(name: string, { documents, foundIncluded, recall, precision }: FoundFigures): string {
  return `  ${name.padEnd(9)} ${String(documents).padStart(5)} ${String(foundIncluded).padStart(15)} ${recall.toFixed(3).padStart(7)} ${precision.toFixed(3).padStart(10)}`
}
