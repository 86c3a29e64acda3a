/** 97.5 % quantile of the standard normal distribution. */
const Z = 1.959964

/** Wilson's 95 % interval of a share: `hits` of `all`, in [0,1]. Of nothing nothing is known: [0, 1]. */
export function wilsonInterval(hits: number, all: number): readonly [number, number] {
  if (all === 0) return [0, 1]
  const share = hits / all
  const centre = (share + Z ** 2 / (2 * all)) / (1 + Z ** 2 / all)
  const half = (Z / (1 + Z ** 2 / all)) * Math.sqrt((share * (1 - share)) / all + Z ** 2 / (4 * all ** 2))
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}

/**
 * 95 % interval of F1 = 2J / (1 + J), with J = TP / (TP + FP + FN): Wilson's interval of the share J, carried over, as F1
 * grows with J.
 */
export function f1Interval({ TP, FP, FN }: { readonly TP: number; readonly FP: number; readonly FN: number }): readonly [number, number] {
  const [low, high] = wilsonInterval(TP, TP + FP + FN)
  return [(2 * low) / (1 + low), (2 * high) / (1 + high)]
}

/**
 * 95 % interval of the mean of independent figures from the figures' own intervals: the distances to their ends added in
 * squares (MOVER, Zou and Donner 2008).
 */
export function meanOfIntervals(
  figures: readonly { readonly value: number; readonly interval: readonly [number, number] }[],
): readonly [number, number] {
  const n = figures.length
  const mean = figures.reduce((sum, { value }) => sum + value, 0) / n
  const distance = (end: 0 | 1) => Math.sqrt(figures.reduce((sum, { value, interval }) => sum + (value - interval[end]) ** 2, 0)) / n
  return [mean - distance(0), mean + distance(1)]
}

/** 95 % interval of the mean of a sample by the normal approximation: mean ± 1.96 · s / √n; the mean alone for one value. */
export function sampleMeanInterval(values: readonly number[]): readonly [number, number] {
  const n = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  const variance = n < 2 ? 0 : values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1)
  const half = Z * Math.sqrt(variance / n)
  return [mean - half, mean + half]
}
