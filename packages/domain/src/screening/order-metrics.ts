import { averagePrecision, recallAtShare, workSavedOverSampling } from './screening-metrics.ts'

/** How well an order of screening puts relevant records first. */
export interface OrderMetrics {
  /** Work saved over sampling at a recall of 95 %. */
  readonly wss95: number
  /** Average precision. */
  readonly ap: number
  /** Recall within the first 5, 10, 20 and 50 % of the records, by that share ("0.1"). */
  readonly recallAt: { readonly [share: string]: number }
}

const shares = [0.05, 0.1, 0.2, 0.5]

/** The metrics of an order; `ranked`: whether each record is relevant. Null where no order is better than another: all are, or none is. */
export function orderMetrics(ranked: readonly boolean[]): OrderMetrics | null {
  if (ranked.every(Boolean)) return null
  const wss95 = workSavedOverSampling(ranked, 0.95)
  const ap = averagePrecision(ranked)
  if (wss95 === null || ap === null) return null
  return { wss95, ap, recallAt: Object.fromEntries(shares.map((share) => [String(share), recallAtShare(ranked, share) ?? 0])) }
}

/** The mean of each metric over several orders of the same records; null without one. */
export function meanMetrics(all: readonly OrderMetrics[]): OrderMetrics | null {
  if (all.length === 0) return null
  const mean = (of: (metrics: OrderMetrics) => number) => all.reduce((sum, metrics) => sum + of(metrics), 0) / all.length
  return {
    wss95: mean(({ wss95 }) => wss95),
    ap: mean(({ ap }) => ap),
    recallAt: Object.fromEntries(shares.map((share) => [String(share), mean(({ recallAt }) => recallAt[String(share)] ?? 0)])),
  }
}
