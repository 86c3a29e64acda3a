/** How a source wants its queries: in words for a model, and as a query made of keywords for the fallback. */
export interface QuerySyntax {
  readonly words: string
  readonly fromKeywords: (keywords: readonly string[]) => string
}

/** Ranked full-text search over plain words: the library (BM25), Semantic Scholar, Crossref and web engines. */
const plainWords: QuerySyntax = {
  words: 'plain words, ranked by relevance; no operators, no quotation marks',
  fromKeywords: (keywords) => keywords.join(' '),
}

const syntaxes: ReadonlyMap<string, QuerySyntax> = new Map([['library', plainWords]])

/** The syntax of a source; plain words where nothing else is known of it. */
export function querySyntax(source: string): QuerySyntax {
  return syntaxes.get(source) ?? plainWords
}
