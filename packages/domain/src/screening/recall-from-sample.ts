import { clopperPearson } from './clopper-pearson.ts'

/** The share of the relevant records that screening found, with a 95 % interval. */
export interface RecallEstimate {
  readonly estimate: number
  readonly low: number
  readonly high: number
  /** How it was made, in words for a report. */
  readonly method: string
}

/** Counts of records: `sampled` were drawn at random from the `excluded` and screened again, which found `foundInSample` relevant. */
export interface ExclusionSample {
  readonly included: number
  readonly excluded: number
  readonly sampled: number
  readonly foundInSample: number
}

const confidence = 0.95

/**
 * The recall of a screening from a random sample of its exclusions (an elusion test): the share of missed records in the sample
 * is taken for that of all exclusions, included / (included + share · excluded). The interval is Clopper and Pearson's on that
 * share; what the sample settles bounds it, so that it is a point when every exclusion was screened again. The second screening
 * and the inclusions are taken for right. Null when there is nothing to estimate: exclusions and no sample of them, or no
 * relevant record at all. Throws when the counts cannot be.
 */
export function recallFromExclusionSample({ included, excluded, sampled, foundInSample }: ExclusionSample): RecallEstimate | null {
  if (sampled > excluded) throw new Error(`${sampled} records cannot be sampled from ${excluded}`)
  const [lowShare, highShare] = clopperPearson(foundInSample, sampled, confidence)
  if ((excluded > 0 && sampled === 0) || included + foundInSample === 0) return null
  const recall = (missed: number) => included / (included + missed)
  const method =
    excluded === 0
      ? 'nothing was excluded'
      : `random sample of ${sampled} of ${excluded} exclusions screened again, ${foundInSample} relevant; 95 % interval of Clopper and Pearson`
  const rest = excluded - sampled
  return {
    estimate: recall(excluded === 0 ? 0 : (foundInSample / sampled) * excluded),
    low: recall(Math.min(highShare * excluded, foundInSample + rest)),
    high: recall(Math.max(lowShare * excluded, foundInSample)),
    method,
  }
}
