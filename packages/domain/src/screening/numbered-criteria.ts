/** An eligibility criterion with its number: "I1", "I2" … for what is asked for, "E1" … for what is ruled out. */
export interface NumberedCriterion {
  readonly id: string
  readonly text: string
}

/** Ends of a criterion: a line, a semicolon, a sentence. */
const end = /\n+|;|(?<=[.!?])\s+(?=\p{Lu})/u
/** "- ", "• ", "3. ", "(b) ", "E1: ", "I2) ": the list's own marks. */
const mark = /^(?:[-*•–—]+\s+|\(?(?:\d{1,2}|[A-Za-z]|[IE]\d{1,2})[.):]\s+)+/u
/** "Inclusion criteria:", "Exclude:", or such words alone on a line: they hold for what follows. */
const heading = /^(?:(inclu|eligib)|exclu)\p{L}*(?:\s+(?:criteria|criterion)[^:.\n]{0,40})?\s*(?::\s*|$)/iu
const rulesOut = /^(?:no|not|never|without|non)\b|\bexclud\w*|\bineligible\b|\bnot\s+(?:be\s+)?(?:eligible|included?)\b/iu

/**
 * The eligibility criteria of a review, numbered in their order: a line, a sentence or what stands between semicolons is one.
 * A heading says of what follows whether it is asked for or ruled out; without one, or under one of inclusions, a criterion
 * that speaks of excluding ("no animal studies") is an exclusion. Reasons for exclusion name these numbers.
 */
export function numberedCriteria(criteria: string): readonly NumberedCriterion[] {
  const counts = { I: 0, E: 0 }
  const numbered: NumberedCriterion[] = []
  let excluding = false
  for (const part of criteria.split(end)) {
    let text = part.trim().replace(mark, '')
    const found = heading.exec(text)
    if (found !== null) {
      excluding = found[1] === undefined
      text = text.slice(found[0].length).replace(mark, '').trim()
    }
    if (!/[\p{L}\p{N}]/u.test(text)) continue
    const kind = excluding || rulesOut.test(text) ? 'E' : 'I'
    counts[kind] += 1
    numbered.push({ id: `${kind}${counts[kind]}`, text })
  }
  return numbered
}
