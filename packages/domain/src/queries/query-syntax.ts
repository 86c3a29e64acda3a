import { arxivQuery } from '@winnow/text/arxiv-query.ts'
import { keywords } from '@winnow/text/keywords.ts'
import { evenBrackets, evenQuotes, withoutOperators, withoutTags } from './foreign-syntax.ts'

/** How a source wants its queries. */
export interface QuerySyntax {
  /** In words, for a model. */
  readonly words: string
  /** A query made of keywords, best first, for the fallback (spec §2). */
  readonly fromKeywords: (keywords: readonly string[]) => string
  /** Characters of the longest query it takes well. */
  readonly longest: number
  /** A model's query in this source's syntax; the same text when there is nothing to mend. */
  readonly mended: (query: string) => string
}

/** Longer queries are refused or misread by one source or another (Tavily takes 400 characters). */
const longest = 400

/** A source that wants all words finds nothing for a whole sentence: that many are asked for together (our choice). */
const wordsTogether = 3

/** The longest words, which say most of a topic, in their order; of equally long ones the first. */
function mostTelling(words: readonly string[]): readonly string[] {
  const longestFirst = [...words].sort((a, b) => b.length - a.length).slice(0, wordsTogether)
  return words.filter((word) => longestFirst.includes(word))
}

/** Ranked full-text search over plain words. */
const plainWords: QuerySyntax = {
  words: 'plain words, ranked by relevance; no operators, no quotation marks',
  longest,
  fromKeywords: (words) => words.join(' '),
  mended: (query) => spaced(withoutOperators(withoutTags(query)).replace(/["“”„«»]/gu, '')),
}

const arxiv: QuerySyntax = {
  words: 'a few literal keywords with field prefixes, joined by AND: all:memory AND (abs:agent OR abs:agents) AND ti:"language model"',
  longest,
  fromKeywords: (words) =>
    mostTelling(words)
      .map((word) => arxivQuery(word))
      .filter((term) => term !== '')
      .join(' AND '),
  mended: (query) => arxivQuery(withoutTags(query, 'arxiv')),
}

const pubmed: QuerySyntax = {
  words:
    'MeSH terms and field tags with AND and OR in capitals: ("Sleep Deprivation"[MeSH] OR sleep loss[tiab]) AND memory[tiab]; a phrase in quotation marks',
  // Its queries name synonyms and MeSH terms; 1,000 is what an event holds.
  longest: 1000,
  fromKeywords: (words) =>
    mostTelling(words)
      .map((word) => `${word}[tiab]`)
      .join(' AND '),
  mended: (query) => spaced(evenBrackets(evenQuotes(withoutTags(query, 'pubmed')))),
}

/** Plain words, or a boolean query in capitals with quotation marks and brackets. */
const booleanWords: QuerySyntax = {
  words: 'a few plain words; AND, OR, NOT in capitals, brackets and phrases in quotation marks may be used',
  longest,
  fromKeywords: (words) => words.join(' '),
  mended: (query) => spaced(evenBrackets(evenQuotes(withoutTags(query)))),
}

const semanticScholar: QuerySyntax = {
  ...plainWords,
  words: 'natural language: the topic in plain words, as a title would say it; no operators, no quotation marks',
}
const crossref: QuerySyntax = { ...plainWords, words: 'words of titles, authors and journals as a reference list has them; no operators' }
const web: QuerySyntax = { ...booleanWords, words: 'a web search: a few plain words, phrases in quotation marks' }

const syntaxes: ReadonlyMap<string, QuerySyntax> = new Map([
  ['library', plainWords],
  ['openalex', booleanWords],
  ['crossref', crossref],
  ['arxiv', arxiv],
  ['pubmed', pubmed],
  ['semantic-scholar', semanticScholar],
  ['web', web],
  ['open-corpus', { ...semanticScholar, words: 'a question or topic in natural language; no operators' }],
])

/** The syntax of a source; plain words where nothing else is known of it. */
export function querySyntax(source: string): QuerySyntax {
  return syntaxes.get(source) ?? plainWords
}

/** Whether a query says anything in its source's syntax: a word that is no operator, tag or stop word. */
export function hasWords(query: string): boolean {
  return keywords(withoutOperators(withoutTags(query))).length > 0
}

function spaced(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
