import { keywords } from '@winnow/text/keywords.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import { z } from 'zod'
import { withoutOperators, withoutTags } from './foreign-syntax.ts'
import { sourcesPerIntent } from './query-prompt.ts'
import { hasWords, querySyntax } from './query-syntax.ts'

/** A schema over the run's own sources, so that a model cannot name another one. */
export function queryReply(sources: readonly string[]) {
  return z.object({ queries: z.array(z.object({ source: z.enum(sources), query: z.string() })).min(1) })
}
export type QueryReply = z.output<ReturnType<typeof queryReply>>

export interface WrittenQuery {
  readonly source: string
  readonly query: string
  /** What was wrong with the model's query, and what was done. */
  readonly repaired?: string
}

/** Keywords a query is made of when it is made by code. */
const keywordsAtMost = 12

/** Usable queries of a reply, one a source, in the order of the run's sources. A badly written one is repaired and says so. */
export function readQueries(reply: QueryReply, sources: readonly string[], intent: string): readonly WrittenQuery[] {
  const written = sources.flatMap((source): WrittenQuery[] => {
    const entry = reply.queries.find((query) => query.source === source)
    return entry === undefined ? [] : [repairQuery(source, entry.query, intent)]
  })
  return written.filter(({ query }) => query !== '').slice(0, sourcesPerIntent)
}

/** The query role's fallback (spec §2): the keywords of the intent, in each source's own syntax. None when it has no words. */
export function queryFallback(sources: readonly string[], intent: string): readonly WrittenQuery[] {
  return sources
    .slice(0, sourcesPerIntent)
    .map((source) => ({ source, query: fromWords(source, intent) }))
    .filter(({ query }) => query !== '')
}

function repairQuery(source: string, raw: string, intent: string): WrittenQuery {
  const query = raw.replace(/\s+/gu, ' ').trim()
  const { longest, mended: mend } = querySyntax(source)
  if (!hasWords(query)) return { source, query: fromWords(source, intent), repaired: 'it had no words: made from the intent' }
  if (query.length > longest) return { source, query: fromWords(source, plain(query)), repaired: 'it was too long: cut to its keywords' }
  const mended = mend(query)
  if (mended.length > longest || !hasWords(mended))
    return { source, query: fromWords(source, plain(query)), repaired: `it did not fit the syntax of ${source}: made from its keywords` }
  return mended === query ? { source, query } : { source, query: mended, repaired: `brought into the syntax of ${source}` }
}

function plain(query: string): string {
  return withoutOperators(withoutTags(query))
}

function fromWords(source: string, text: string): string {
  const { fromKeywords, longest } = querySyntax(source)
  return truncateText(fromKeywords(keywords(text).slice(0, keywordsAtMost)), longest)
}
