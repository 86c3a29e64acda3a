/** Whether rules and constants were chosen while looking at a set's labels, or it was only measured. */
export type SetUse = 'tuned' | 'held-out'

/** A figure of quality with what it is compared to. All values are as the metric's name says, shares in [0,1]. */
export interface Metric {
  readonly value: number
  /** 95 % interval, lower and upper end; how it was made stands in the measurement's `method`. */
  readonly interval?: readonly [number, number]
  /** What the value must reach at least, or, with `atMost`, not exceed. */
  readonly goal?: number
  readonly atMost?: boolean
  /** Figure of the best peer known, and who that is. */
  readonly peer?: { readonly name: string; readonly value: number }
}

/** What was measured on one labelled set. */
export interface Measurement {
  readonly set: string
  readonly use: SetUse
  readonly counts?: { readonly TP: number; readonly FP: number; readonly FN: number; readonly TN: number }
  /** By metric: "F1", "wss95", "ap", "hit@5" … */
  readonly metrics: { readonly [name: string]: Metric }
  /** How intervals were made, what an average is over, what was left out. */
  readonly method?: string
  /** Wall time of the product's code on the set. */
  readonly seconds: number
}

/** Whether a metric reaches its goal; null without one. */
export function reachesGoal({ value, goal, atMost }: Metric): boolean | null {
  if (goal === undefined) return null
  return atMost === true ? value <= goal : value >= goal
}
