/**
 * Work saved over sampling at a recall (Cohen et al. 2006): with n records, of which k must be read until the recall is
 * reached, (n − k)/n − (1 − recall). `ranked`: whether each record is relevant, in the order of screening. The recall is
 * reached at ceil(recall · relevant) of them (our reading). Null without a relevant record.
 */
export function workSavedOverSampling(ranked: readonly boolean[], recall: number): number | null {
  const read = readUntilRecall(ranked, recall)
  return read === null ? null : (ranked.length - read) / ranked.length - (1 - recall)
}

/** How many records are read until the recall is reached; null without a relevant record. */
export function readUntilRecall(ranked: readonly boolean[], recall: number): number | null {
  const relevant = ranked.filter(Boolean).length
  if (relevant === 0) return null
  // The small subtraction keeps 0.95 · 20 = 19.000000000000004 at 19.
  const wanted = Math.max(1, Math.ceil(recall * relevant - 1e-9))
  let found = 0
  for (const [index, isRelevant] of ranked.entries()) {
    if (isRelevant) found += 1
    if (found === wanted) return index + 1
  }
  return null
}

/** Mean of the precision at each relevant record; null without one. */
export function averagePrecision(ranked: readonly boolean[]): number | null {
  let found = 0
  let sum = 0
  for (const [index, isRelevant] of ranked.entries()) {
    if (!isRelevant) continue
    found += 1
    sum += found / (index + 1)
  }
  return found === 0 ? null : sum / found
}

/** Share of the relevant records among the first `share` of all (rounded up); null without a relevant record. */
export function recallAtShare(ranked: readonly boolean[], share: number): number | null {
  const relevant = ranked.filter(Boolean).length
  if (relevant === 0) return null
  const read = Math.min(ranked.length, Math.ceil(share * ranked.length - 1e-9))
  return ranked.slice(0, read).filter(Boolean).length / relevant
}
