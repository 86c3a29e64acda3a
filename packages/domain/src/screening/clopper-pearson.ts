import { binomialAtMost } from './binomial.ts'

/** Steps of the bisection: 2⁻⁶⁰ is below what a share needs. */
const bisections = 60

/**
 * The exact interval of a binomial share (Clopper and Pearson 1934): `successes` of `trials` were seen; each side may be wrong
 * with (1 − confidence) / 2. No trials tell nothing: [0, 1]. Throws when the counts cannot be.
 */
export function clopperPearson(successes: number, trials: number, confidence: number): readonly [low: number, high: number] {
  if (!(Number.isInteger(successes) && Number.isInteger(trials) && successes >= 0 && successes <= trials))
    throw new Error(`${successes} of ${trials} is no share`)
  const wrong = (1 - confidence) / 2
  const low = successes === 0 ? 0 : shareWhere((share) => 1 - binomialAtMost(successes - 1, trials, share) < wrong)
  const high = successes === trials ? 1 : shareWhere((share) => binomialAtMost(successes, trials, share) > wrong)
  return [low, high]
}

/** The share up to which `holds`, which is true of small shares and false of large ones. */
function shareWhere(holds: (share: number) => boolean): number {
  let from = 0
  let to = 1
  for (let step = 0; step < bisections; step += 1) {
    const middle = (from + to) / 2
    if (holds(middle)) from = middle
    else to = middle
  }
  return from
}
