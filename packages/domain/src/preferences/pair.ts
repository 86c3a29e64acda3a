/** Gaps at which pairs are counted (spec §13). */
export const publishedThetas = [0.3, 0.5, 0.7] as const

/** A judged answer. */
export interface Scored {
  readonly runId: string
  readonly score: number
  /** Searches beside the initial one. */
  readonly searches: number
}

/** The best and the worst answer to one question. */
export interface Extremes<T extends Scored> {
  readonly chosen: T
  readonly rejected: T
  /** score of chosen − score of rejected, to six decimals; 0 where all are equally good. */
  readonly gap: number
}

/** Decimals to which scores are compared: sums of fractions such as 0.1 + 0.2 differ from 0.3 far behind them. */
const decimals = 1e6

/** A score, or a difference of scores, to six decimals. */
export function rounded(score: number): number {
  return Math.round(score * decimals) / decimals
}

/**
 * The best and the worst of a question's answers; null when there are fewer than two. Ties (spec §13): of equally good ones the
 * chosen is the one that searched more, the rejected the one that searched less; then, our reading, the smaller run id.
 */
export function extremesOf<T extends Scored>(answers: readonly T[]): Extremes<T> | null {
  const [chosen] = [...answers].sort((a, b) => rounded(b.score) - rounded(a.score) || b.searches - a.searches || inOrder(a.runId, b.runId))
  const [rejected] = answers
    .filter((answer) => answer !== chosen)
    .sort((a, b) => rounded(a.score) - rounded(b.score) || a.searches - b.searches || inOrder(a.runId, b.runId))
  if (chosen === undefined || rejected === undefined) return null
  return { chosen, rejected, gap: rounded(chosen.score - rejected.score) }
}

/** Whether a gap makes a pair: at least θ, and more than nothing. */
export function isPair({ gap }: Pick<Extremes<Scored>, 'gap'>, theta: number): boolean {
  return gap > 0 && gap >= rounded(theta)
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
