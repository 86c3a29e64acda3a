import { betaBinomialAtMost } from './beta-binomial.ts'

/** The recall that screening should reach, and how sure of it one should be (issue 5). */
export const wantedRecall = 0.95
const confidence = 0.95
/**
 * How much likelier a relevant record still unscreened comes next than an irrelevant one. A ranking that is worth its name has far more
 * over the whole list; what is found last is what it is worst at. Our figure: the largest round one with which nine of ten runs on
 * the tuning sets reach the recall, also with a weaker learner and with most relevant records taken out.
 */
const preference = 2.5
/**
 * How far relevant records share their fate: a ranking that does not know a topic misses all of it. It matters where many may be
 * missed, and makes up for what chance alone would rule out too soon. Our figure, as usual between members of a cluster.
 */
const correlation = 0.05
/** Stretches of the screening that are looked at: those since each of the last relevant records. More are more chances to err. */
const stretches = 10
/**
 * The least share of what was left that a stretch must have taken: a shorter one tells of the last finds more than of what is left.
 */
const leastShare = 0.2

/** What screening so far tells of its recall. */
export interface StoppingJudgement {
  readonly stop: boolean
  /** `low`: the bound that holds with 95 % confidence; `high` is 1, as nothing may be left. Null while it is too early to tell. */
  readonly recall: { readonly estimate: number; readonly low: number; readonly high: number } | null
  readonly method: string
  readonly screened: number
  readonly found: number
  /** Relevant records that may still be left, at the bound. */
  readonly missedAtMost: number
  readonly why: string
}

/** The rule in words for a report. */
export const stoppingMethod = `one-sided 95 % bound of a biased urn (odds ${preference}, correlation ${correlation}) over the records screened last`

/**
 * Whether screening may stop: when at least 95 % of the relevant records are found, with 95 % confidence. `screened`: whether
 * each record was relevant, in the order of screening, by a ranking that puts the likeliest first; `total`: of all records.
 *
 * The test is that of Callaghan and Müller-Hansen (2020) on the end of the ranking, as a quasi-sample: were M relevant records
 * left now, r + M had been left at the beginning of a stretch in which r were found; how likely would so few be? They took the ranking for no better
 * than chance, which is safe and saves little. Here a relevant record is drawn with odds of 2.5 (Wallenius' urn): of a stretch
 * that takes the share f of what was left, each is found with 1 − (1 − f)^2.5, and their fates are correlated (beta-binomial). The bound is the largest M that no stretch makes
 * less likely than 5 %; the estimate is that for 50 %.
 */
export function judgeStopping(screened: readonly boolean[], total: number): StoppingJudgement {
  const relevant = screened.flatMap((isRelevant, place) => (isRelevant ? [place] : []))
  const found = relevant.length
  const left = total - screened.length
  const said = found === 1 ? '1 relevant record is found' : `${found} relevant records are found`
  const counts = { method: stoppingMethod, screened: screened.length, found }
  if (left === 0) {
    const recall = found === 0 ? null : { estimate: 1, low: 1, high: 1 }
    return { stop: true, recall, ...counts, missedAtMost: 0, why: 'every record is screened' }
  }
  if (found === 0) return { stop: false, recall: null, ...counts, missedAtMost: left, why: 'no relevant record is found yet' }
  const seen = stretchesOf(relevant, screened.length, total)
  if (seen.length === 0) {
    const why = `${said}, too lately to tell how many of the ${left} left are relevant`
    return { stop: false, recall: null, ...counts, missedAtMost: left, why }
  }
  const missed = missedAt(1 - confidence, seen, left)
  const recall = { estimate: found / (found + missedAt(0.5, seen, left)), low: found / (found + missed), high: 1 }
  const stop = recall.low >= wantedRecall
  const why = stop
    ? `${said}; with 95 % confidence at most ${missed} of the ${left} left are relevant`
    : `${said}, and up to ${missed} of the ${left} left may be relevant`
  return { stop, recall, ...counts, missedAtMost: missed, why }
}

interface Stretch {
  /** Relevant records found in it. */
  readonly found: number
  /** Chance of a relevant record, left at its beginning, to be found in it; in (0, 1). */
  readonly chance: number
}

/** The stretches since each of the last relevant records that are long enough. */
function stretchesOf(relevant: readonly number[], screened: number, total: number): readonly Stretch[] {
  return relevant
    .slice(-stretches)
    .toReversed()
    .map((place, found) => ({ found, share: (screened - place - 1) / (total - place - 1) }))
    .filter(({ share }) => share >= leastShare)
    .map(({ found, share }) => ({ found, chance: 1 - (1 - share) ** preference }))
}

/** The largest number of missed records that no stretch makes less likely than `level`. */
function missedAt(level: number, seen: readonly Stretch[], left: number): number {
  const isLikely = (missed: number) =>
    seen.every(({ found, chance }) => betaBinomialAtMost(found, found + missed, chance, correlation) >= level)
  let likely = 0
  let unlikely = left + 1
  while (unlikely - likely > 1) {
    const middle = Math.floor((likely + unlikely) / 2)
    if (isLikely(middle)) likely = middle
    else unlikely = middle
  }
  return likely
}
