/**
 * Probability of at most `count` successes in `trials` independent ones of a share in (0, 1), summed in logarithms so that the
 * first terms may underflow and the later ones still count.
 */
export function binomialAtMost(count: number, trials: number, share: number): number {
  if (count >= trials) return 1
  const odds = Math.log(share) - Math.log1p(-share)
  let term = trials * Math.log1p(-share)
  let sum = Math.exp(term)
  for (let index = 0; index < count; index += 1) {
    term += Math.log((trials - index) / (index + 1)) + odds
    sum += Math.exp(term)
  }
  return Math.min(1, sum)
}
