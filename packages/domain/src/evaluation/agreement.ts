/** Two judgements of one thing, such as whether a paper is relevant. */
export interface TwoJudgements {
  readonly first: boolean
  readonly second: boolean
}

export interface Agreement {
  readonly pairs: number
  /** Share of equal judgements; null without a pair. */
  readonly observed: number | null
  /** Cohen's kappa; null without a pair, and where chance alone would agree fully (both always say the same one thing). */
  readonly kappa: number | null
}

/** How far two judges agree: κ = (observed − expected) / (1 − expected), expected from how often each says yes (Cohen 1960). */
export function agreement(judgements: readonly TwoJudgements[]): Agreement {
  const pairs = judgements.length
  if (pairs === 0) return { pairs, observed: null, kappa: null }
  const share = (of: (one: TwoJudgements) => boolean) => judgements.filter(of).length / pairs
  const observed = share(({ first, second }) => first === second)
  const [yesFirst, yesSecond] = [share(({ first }) => first), share(({ second }) => second)]
  const expected = yesFirst * yesSecond + (1 - yesFirst) * (1 - yesSecond)
  return { pairs, observed, kappa: expected === 1 ? null : (observed - expected) / (1 - expected) }
}

/** The mean of numbers; null of none. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Dice overlap of two lists of which `shared` items are the same: 2·shared / (a + b); 1 for two empty ones (our reading). */
export function dice(a: number, b: number, shared: number): number {
  return a + b === 0 ? 1 : (2 * shared) / (a + b)
}

/** Pairs up two lists one to one, each item with the first free one that is the same; gives the pairs and what is left. */
export function paired<T>(
  left: readonly T[],
  right: readonly T[],
  same: (a: T, b: T) => boolean,
): { readonly pairs: readonly (readonly [T, T])[]; readonly onlyLeft: readonly T[]; readonly onlyRight: readonly T[] } {
  const free = [...right]
  const pairs: (readonly [T, T])[] = []
  const onlyLeft: T[] = []
  for (const one of left) {
    const index = free.findIndex((other) => same(one, other))
    const [other] = index < 0 ? [] : free.splice(index, 1)
    if (other === undefined) onlyLeft.push(one)
    else pairs.push([one, other])
  }
  return { pairs, onlyLeft, onlyRight: free }
}
