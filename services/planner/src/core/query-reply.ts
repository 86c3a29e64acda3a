import { withoutOperators, withoutTags } from '@winnow/domain/queries/foreign-syntax.ts'
import { keywordQuery } from '@winnow/domain/queries/keyword-query.ts'
import { hasWords, querySyntax } from '@winnow/domain/queries/query-syntax.ts'
import { z } from 'zod'
import { sourcesPerIntent } from './query-prompt.ts'

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
    .map((source) => ({ source, query: keywordQuery(source, intent) }))
    .filter(({ query }) => query !== '')
}

function repairQuery(source: string, raw: string, intent: string): WrittenQuery {
  const query = raw.replace(/\s+/gu, ' ').trim()
  const { longest, mended: mend } = querySyntax(source)
  if (!hasWords(query)) return { source, query: keywordQuery(source, intent), repaired: 'it had no words: made from the intent' }
  if (query.length > longest) return { source, query: keywordQuery(source, plain(query)), repaired: 'it was too long: cut to its keywords' }
  const mended = mend(query)
  if (mended.length > longest || !hasWords(mended))
    return { source, query: keywordQuery(source, plain(query)), repaired: `it did not fit the syntax of ${source}: made from its keywords` }
  return mended === query ? { source, query } : { source, query: mended, repaired: `brought into the syntax of ${source}` }
}

function plain(query: string): string {
  return withoutOperators(withoutTags(query))
}
