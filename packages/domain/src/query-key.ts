import { tokenise } from '@winnow/text/tokens.ts'

/** Two queries with the same words to the same source are the same query, whatever their order (PBR-031). */
export function queryKey(source: string, query: string): string {
  return `${source}|${[...new Set(tokenise(query))].sort().join(' ')}`
}
