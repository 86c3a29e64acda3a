import { keywords } from '@winnow/text/keywords.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import { querySyntax } from './query-syntax.ts'

/** Keywords a query is made of when it is made by code. */
const keywordsAtMost = 12

/** A query made by code (spec §2): the keywords of a text, in the source's own syntax; "" when it has no words. */
export function keywordQuery(source: string, text: string): string {
  const { fromKeywords, longest } = querySyntax(source)
  return truncateText(fromKeywords(keywords(text).slice(0, keywordsAtMost)), longest)
}
