import { mean } from '../evaluation/agreement.ts'

/** How far repeated judgements of the same things agree. */
export interface RepeatedAgreement {
  /** Things that were judged at least twice. */
  readonly units: number
  /** Krippendorff's alpha; null without such things, and where every judgement is the same: there is nothing to tell apart. */
  readonly alpha: number | null
  /** Mean over all pairs of judgements of one thing of their difference: |a − b| of scores, 1 for other verdicts. Null without units. */
  readonly difference: number | null
}

/**
 * Agreement of scores (differences count squared: alpha for interval data) or of verdicts (they are equal or not: nominal data).
 * α = 1 − D_o / D_e, the observed over the expected disagreement (Krippendorff 2011, "Computing Krippendorff's
 * alpha-reliability"). In: for each thing its judgements; things judged once say nothing and are left out.
 */
export function repeatedAgreement(judgements: readonly (readonly (number | string)[])[]): RepeatedAgreement {
  const units = judgements.filter((values) => values.length >= 2)
  const all = units.flat()
  const observed = units.reduce((sum, values) => sum + ordered(values, squared) / (values.length - 1), 0) / all.length
  const expected = ordered(all, squared) / (all.length * (all.length - 1))
  const pairs = units.map((values) => ordered(values, distance) / (values.length * (values.length - 1)))
  return { units: units.length, alpha: units.length === 0 || expected === 0 ? null : 1 - observed / expected, difference: mean(pairs) }
}

/** The sum over all ordered pairs of two different places. */
function ordered<T>(values: readonly T[], between: (a: T, b: T) => number): number {
  return values.reduce((sum, a) => sum + values.reduce((inner, b) => inner + between(a, b), 0), 0)
}

function distance(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b)
  return a === b ? 0 : 1
}

function squared(a: number | string, b: number | string): number {
  return distance(a, b) ** 2
}
