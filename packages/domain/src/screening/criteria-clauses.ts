/** What the criteria ask for and what they rule out, as clauses. */
export interface CriteriaClauses {
  readonly wanted: readonly string[]
  readonly unwanted: readonly string[]
}

/** A heading that begins a list of inclusions or exclusions: on a line of its own, or before a colon. */
const HEADING = /\b(inclusions?|eligibility|exclusions?)(?: (?:criteria|criterion))?\b(?:[^:.;\n]{0,60}:|[ \t]*(?=\n|$))/giu
const BOTH = /\binclusions?\b.*\bexclusions?\b/iu
/** Ends of a clause: a line, a sentence, a semicolon, the number of a list's item. */
const CLAUSE_END = /\n+|;|(?<=[.!?])\s+(?=\p{Lu}|\d)|\s*\(?\b\d{1,2}[).]\s+|\s+OR\s+/gu
const RULES_OUT =
  /\bexclud\w*|\bineligible\b|\b(?:not|never)\s+(?:\w+ly\s+)?(?:be\s+)?(?:eligible|included?|consider\w*|accept\w*|review\w*)\b|\bexclusion\b/iu
/** "was not an exclusion criterion", "were not excluded": neither asked for nor ruled out. */
const SETS_FREE = /\b(?:not|no)\s+(?:an?\s+)?(?:exclusion|excluded|reason)\b|\bregardless\b|\birrespective\b/iu
/** After these words an exclusion speaks of what is allowed ("unless they had a control group"). */
const EXCEPTION = /\b(?:unless|except|other than|apart from)\b.*/isu
/** In an exclusion, what is said to be missing is what is wanted: "non-rodent species", "no control group". */
const MISSING = /\b(?:non-?|no|not|without|lack\w*)\s*[\p{L}\p{N}-]+(?:\s+[\p{L}-]+)?/giu

/**
 * Eligibility criteria as clauses. A heading ("Exclusion criteria:") holds until the next one; without a heading, or under
 * one of inclusions, a clause that speaks of excluding is an exclusion. What an exclusion says is missing, or excepts, is
 * left out of it.
 */
export function criteriaClauses(criteria: string): CriteriaClauses {
  const wanted: string[] = []
  const unwanted: string[] = []
  for (const { text, excluding } of underHeadings(criteria)) {
    for (const clause of text.split(CLAUSE_END).map((part) => part.trim())) {
      if (clause === '' || SETS_FREE.test(clause)) continue
      if (excluding || RULES_OUT.test(clause))
        unwanted.push(clause.replace(EXCEPTION, '').replace(MISSING, ' ').replace(/\s+/g, ' ').trim())
      else wanted.push(clause)
    }
  }
  return { wanted, unwanted: unwanted.filter((clause) => clause !== '') }
}

function underHeadings(criteria: string): readonly { readonly text: string; readonly excluding: boolean }[] {
  const parts: { text: string; excluding: boolean }[] = []
  let excluding = false
  let from = 0
  for (const heading of criteria.matchAll(HEADING)) {
    if (BOTH.test(heading[0])) continue
    parts.push({ text: criteria.slice(from, heading.index), excluding })
    excluding = (heading[1] ?? '').toLowerCase().startsWith('exclusion')
    from = heading.index + heading[0].length
  }
  parts.push({ text: criteria.slice(from), excluding })
  return parts
}
