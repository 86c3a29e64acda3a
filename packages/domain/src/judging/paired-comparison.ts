import { type MeanInterval, meanInterval } from './mean-interval.ts'

/** A figure of two models on the same question. */
export interface FigurePair {
  readonly a: number
  readonly b: number
}

export interface PairedComparison {
  /** Mean of a − b with its 95 % interval; null without a pair. */
  readonly difference: MeanInterval | null
  /** Pairs in which a is more than, as much as, and less than b. */
  readonly wins: number
  readonly ties: number
  readonly losses: number
  /** Two-sided p of the sign test, ties left out (Dixon and Mood 1946); null where all are ties. */
  readonly signTest: number | null
}

/** Figures that differ by no more than rounding are a tie. */
const rounding = 1e-9

/** Compares two models pair by pair: more stands for a, whether or not more is better. */
export function pairedComparison(pairs: readonly FigurePair[], seed: string): PairedComparison {
  const differences = pairs.map(({ a, b }) => a - b)
  const wins = differences.filter((difference) => difference > rounding).length
  const losses = differences.filter((difference) => difference < -rounding).length
  return {
    difference: meanInterval(differences, seed),
    wins,
    ties: pairs.length - wins - losses,
    losses,
    signTest: signTest(wins, losses),
  }
}

/** P(a split at least as uneven) where each side is as likely: 2 · P(X ≤ the smaller), X ~ B(wins + losses, ½), at most 1. */
export function signTest(wins: number, losses: number): number | null {
  const n = wins + losses
  if (n === 0) return null
  let term = -n * Math.LN2
  let tail = Math.exp(term)
  for (let k = 1; k <= Math.min(wins, losses); k++) {
    term += Math.log(n - k + 1) - Math.log(k)
    tail += Math.exp(term)
  }
  return Math.min(1, 2 * tail)
}
