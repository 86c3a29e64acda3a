/** Marks of query languages, by the source that knows them: field prefixes of arXiv, field tags of PubMed. */
const tags = {
  arxiv: /(?<![\w-])(?:ti|au|abs|co|jr|cat|rn|all):(?=["(\p{L}\p{N}])/gu,
  pubmed:
    /\[(?:mesh(?: terms?| major topic)?(?::noexp)?|majr|tiab|ti|ab|tw|au|la|pt|dp|ot|nm|sh|all(?: fields)?|title(?:\/abstract)?|abstract|text words?|author|language|publication type)\]/giu,
}
/** Languages that no source of ours speaks: Scopus, Web of Science, search engines. */
const strangers =
  /\b(?:TITLE-ABS-KEY|TITLE-ABS|TITLE|ABS|KEY|ALL)\s*(?=\()|(?<![\w-])(?:TS|TI|AB|AU|SO)\s*=\s*|(?<![\w-])(?:site|filetype|intitle|inurl|title|abstract|author|year):(?=\S)/gu

/** The query without field prefixes and tags, but for those of the source that knows them. */
export function withoutTags(query: string, knownTo: keyof typeof tags | null = null): string {
  const own = query.replace(strangers, '')
  return (Object.keys(tags) as (keyof typeof tags)[])
    .filter((language) => language !== knownTo)
    .reduce((text, language) => text.replace(tags[language], ' '), own)
}

/** Boolean words in capitals and brackets are taken out; a text that is all in capitals has no operators. */
export function withoutOperators(query: string): string {
  if (!/\p{Ll}/u.test(query)) return query.replace(/[()]/g, ' ')
  return query.replace(/(?<![\p{L}\p{N}])(?:AND NOT|ANDNOT|AND|OR|NOT)(?![\p{L}\p{N}])/gu, ' ').replace(/[()]/g, ' ')
}

/** Straight quotation marks; without them all when one has no partner. */
export function evenQuotes(query: string): string {
  const straight = query.replace(/[“”„«»]/gu, '"')
  return (straight.match(/"/g)?.length ?? 0) % 2 === 0 ? straight : straight.replaceAll('"', ' ')
}

/** Without all round brackets when one of them has no partner; those in quotation marks are part of a phrase. */
export function evenBrackets(query: string): string {
  let depth = 0
  let odd = false
  for (const [sign] of query.matchAll(/"[^"]*"|[()]/g)) {
    if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    odd ||= depth < 0
  }
  return odd || depth !== 0 ? query.replace(/[()]/g, ' ') : query
}
