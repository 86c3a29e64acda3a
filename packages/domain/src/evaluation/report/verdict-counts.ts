import type { SupportVerdict } from '../../citation-support-lexical.ts'

/** Cited sentences by what their check found. */
export interface VerdictCounts {
  readonly supported: number
  readonly partial: number
  readonly unsupported: number
  readonly cannotCheck: number
}

/** How many cited sentences have each verdict. */
export function countVerdicts(verdicts: readonly SupportVerdict[]): VerdictCounts {
  const count = (verdict: SupportVerdict) => verdicts.filter((one) => one === verdict).length
  return {
    supported: count('supported'),
    partial: count('partial'),
    unsupported: count('unsupported'),
    cannotCheck: count('cannot-check'),
  }
}

/** The counts of several reports in one. */
export function addVerdicts(all: readonly VerdictCounts[]): VerdictCounts {
  const sum = (of: (counts: VerdictCounts) => number) => all.reduce((total, counts) => total + of(counts), 0)
  return {
    supported: sum((counts) => counts.supported),
    partial: sum((counts) => counts.partial),
    unsupported: sum((counts) => counts.unsupported),
    cannotCheck: sum((counts) => counts.cannotCheck),
  }
}

/** Share of the sentences that could be checked and are supported in full; null when none could be checked. */
export function supportedShare({ supported, partial, unsupported }: VerdictCounts): number | null {
  const checked = supported + partial + unsupported
  return checked === 0 ? null : supported / checked
}
