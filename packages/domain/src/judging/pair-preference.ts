import { mean } from '../evaluation/agreement.ts'

/** Which of two answers a judge found better, by the place in which it saw them. */
export const betterPlaces = ['first', 'second', 'tie'] as const
export type BetterPlace = (typeof betterPlaces)[number]

/** Two answers to one question, judged in both orders: A first, then B first. */
export interface SwappedJudgement {
  readonly aFirst: BetterPlace
  readonly bFirst: BetterPlace
}

export type Preference = 'a' | 'b' | 'tie'

/** The better of two answers: the one that is better in both orders, or in one of them where the other is a tie. Else a tie. */
export function preferenceOf({ aFirst, bFirst }: SwappedJudgement): Preference {
  const sign = (place: BetterPlace) => (place === 'tie' ? 0 : place === 'first' ? 1 : -1)
  const sum = sign(aFirst) - sign(bFirst)
  return sum > 0 ? 'a' : sum < 0 ? 'b' : 'tie'
}

export interface PositionBias {
  /** Pairs judged in both orders. */
  readonly pairs: number
  /** Share of them whose two judgements name the same answer, or are both a tie; null without a pair. */
  readonly consistent: number | null
  /** Shares of them in which the answer that stood first, or second, was better in both orders: the place decided. */
  readonly firstInBoth: number | null
  readonly secondInBoth: number | null
}

/** How far the place of an answer, and not the answer, decides. */
export function positionBias(judgements: readonly SwappedJudgement[]): PositionBias {
  const share = (of: (one: SwappedJudgement) => boolean) => mean(judgements.map((one) => (of(one) ? 1 : 0)))
  const both = (place: BetterPlace) => share(({ aFirst, bFirst }) => aFirst === place && bFirst === place)
  return {
    pairs: judgements.length,
    consistent: share(({ aFirst, bFirst }) => (aFirst === 'tie' ? bFirst === 'tie' : bFirst !== 'tie' && aFirst !== bFirst)),
    firstInBoth: both('first'),
    secondInBoth: both('second'),
  }
}
