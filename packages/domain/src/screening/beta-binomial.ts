/**
 * Probability of at most `count` successes in `trials` that are alike: each has the chance `share` in (0, 1), and any two are
 * correlated by `correlation` in (0, 1), as when whole groups succeed or fail together (beta-binomial distribution with
 * a + b = 1 / correlation − 1). Of one trial it is what the binomial says; of many it is wider.
 */
export function betaBinomialAtMost(count: number, trials: number, share: number, correlation: number): number {
  if (count >= trials) return 1
  const weight = 1 / correlation - 1
  const successes = share * weight
  const failures = weight - successes
  let term = 0
  for (let index = 0; index < trials; index += 1) term += Math.log((failures + index) / (weight + index))
  let sum = Math.exp(term)
  for (let index = 0; index < count; index += 1) {
    term += Math.log(((trials - index) * (successes + index)) / ((index + 1) * (failures + trials - index - 1)))
    sum += Math.exp(term)
  }
  return Math.min(1, sum)
}
