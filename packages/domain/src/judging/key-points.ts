/** A point that a good answer makes, as the maker of the question wrote it; `weight` is more than 0. */
export interface GoldPoint {
  readonly point: string
  readonly weight: number
}

/** Most gold points of a question that are judged (spec §13). */
export const mostKeyPoints = 10

export const pointVerdicts = ['supported', 'omitted', 'contradicted'] as const
/** What an answer does with a gold point: it says it, is silent about it, or says otherwise. */
export type PointVerdict = (typeof pointVerdicts)[number]

/**
 * Key-point recall: the share, by weight, of the points that are supported (spec §13). In: one verdict for each point, in the
 * same order. Null without points: nothing is known then, which is not 0.
 */
export function keyPointRecall(points: readonly GoldPoint[], verdicts: readonly PointVerdict[]): number | null {
  if (points.length !== verdicts.length) throw new Error(`${verdicts.length} verdicts on ${points.length} key points`)
  if (points.length === 0) return null
  const weightOf = (chosen: readonly GoldPoint[]) => chosen.reduce((sum, { weight }) => sum + weight, 0)
  return weightOf(points.filter((_, index) => verdicts[index] === 'supported')) / weightOf(points)
}
