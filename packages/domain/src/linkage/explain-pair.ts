import type { Record } from '@winnow/contracts/entities/record.ts'
import { profileOf } from './profile.ts'
import { decidePair, type Tier } from './tiers.ts'

/**
 * Why two records merge or don't, looked at by themselves. In a whole set two records can also come together through
 * others, or stay apart because of one.
 */
export type PairExplanation = {
  readonly merges: boolean
  /** The rule that joins them; null where they do not merge. */
  readonly tier: Tier | null
  /** What speaks for one work, in short words. */
  readonly signals: readonly string[]
  /** What forbids the merge whatever else agrees, in words; null where nothing does. */
  readonly veto: string | null
  /** What would be needed and is not there, in words; empty where they merge or a veto decides. */
  readonly missing: readonly string[]
  /** The whole in a few sentences for people, the verdict first. */
  readonly sentences: readonly string[]
}

/** Explains the decision on two records as their sources gave them (identifiers need not be normalised). Symmetric but for word order. */
export function explainPair(a: Record, b: Record): PairExplanation {
  const decision = decidePair(profileOf(a), profileOf(b))
  if (decision.same) {
    const { tier, signals } = decision
    return { merges: true, tier, signals, veto: null, missing: [], sentences: [`One work (${tier}): ${signals.join(', ')}.`] }
  }
  const veto = decision.veto ?? null
  return {
    merges: false,
    tier: null,
    signals: decision.signals,
    veto,
    missing: veto === null ? ['the titles do not agree, or nothing else does'] : [],
    sentences: [veto === null ? 'Two works: too little speaks for one.' : `Two works: ${veto}.`],
  }
}
