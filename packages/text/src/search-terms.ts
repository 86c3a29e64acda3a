import { keywords } from './keywords.ts'
import { tokenise } from './tokens.ts'

/**
 * The search tokens of a question or query (see `tokenise`): of its keywords, or of all its words when it has no keywords.
 * Stop words are left out because words a question is asked with ("how", "does") are rare in abstracts and would count as
 * much as its subject: on the seven labelled reviews of SYNERGY we tried, BM25 ranks better without them in each.
 */
export function searchTerms(question: string): readonly string[] {
  const terms = tokenise(keywords(question).join(' '))
  return terms.length > 0 ? terms : tokenise(question)
}
