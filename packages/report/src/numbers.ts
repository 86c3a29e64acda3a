import { counted } from './markdown-text.ts'

/** A share in [0,1] as a whole percentage: "35 %". */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** A score with two decimals, as reports show it. */
export function decimal(value: number): string {
  return value.toFixed(2)
}

/**
 * A sum of prices in USD where some calls have no known price: "0.1234 USD", "unknown", or a known part and how many calls
 * are without. Unknown is never told as 0 (spec §2).
 */
export function priceWords(cost: { readonly usd: number | null; readonly unpriced: number }): string {
  if (cost.usd === null) return 'unknown'
  const known = `${cost.usd.toFixed(4)} USD`
  return cost.unpriced === 0 ? known : `${known} and ${counted(cost.unpriced, 'call')} of unknown price`
}
