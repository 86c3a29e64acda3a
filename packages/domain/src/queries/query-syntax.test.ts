import { describe, expect, it } from 'vitest'
import { hasWords, querySyntax } from './query-syntax.ts'

const words = ['memory', 'mechanisms', 'language', 'agents', 'tasks']

describe('a query of keywords', () => {
  it.each([
    ['library', 'memory mechanisms language agents tasks'],
    ['openalex', 'memory mechanisms language agents tasks'],
    ['crossref', 'memory mechanisms language agents tasks'],
    ['semantic-scholar', 'memory mechanisms language agents tasks'],
    ['web', 'memory mechanisms language agents tasks'],
    ['open-corpus', 'memory mechanisms language agents tasks'],
    ['anything else', 'memory mechanisms language agents tasks'],
    ['arxiv', 'all:memory AND all:mechanisms AND all:language'],
    ['pubmed', 'memory[tiab] AND mechanisms[tiab] AND language[tiab]'],
  ])('for %s', (source, query) => {
    expect(querySyntax(source).fromKeywords(words)).toBe(query)
  })
  it('asks for the three longest words where all must be there, in their order; of equal ones the first', () => {
    expect(querySyntax('pubmed').fromKeywords(['help', 'memory', 'of', 'agents', 'robots'])).toBe(
      'memory[tiab] AND agents[tiab] AND robots[tiab]',
    )
    expect(querySyntax('pubmed').fromKeywords(['aaaa', 'bbbb', 'cccc', 'dddd'])).toBe('aaaa[tiab] AND bbbb[tiab] AND cccc[tiab]')
  })
  it('leaves out what arXiv cannot be asked for', () => {
    expect(querySyntax('arxiv').fromKeywords(['…', 'memory'])).toBe('all:memory')
  })
})

describe('a query of a model', () => {
  const rows: readonly (readonly [source: string, query: string, mended: string])[] = [
    // Plain words: no marks of any language.
    ['library', 'memory of agents', 'memory of agents'],
    ['library', '"memory" AND (agents OR robots) NOT games', 'memory agents robots games'],
    ['crossref', '“memory” of «agents»', 'memory of agents'],
    ['semantic-scholar', 'ti:memory AND all:agents', 'memory agents'],
    ['semantic-scholar', '"Memory"[MeSH] AND agents[tiab]', 'Memory agents'],
    ['crossref', 'TITLE-ABS-KEY(memory AND agents)', 'memory agents'],
    ['crossref', 'TS=memory site:arxiv.org', 'memory arxiv.org'],
    ['library', 'AND GATES OR MEMORY', 'AND GATES OR MEMORY'],
    ['library', 'ratio 1:2 at 9:30', 'ratio 1:2 at 9:30'],
    ['library', 'parallel: a study', 'parallel: a study'],
    // Boolean words stay where they are understood; odd marks go.
    ['openalex', '(memory OR recall) AND "language model"', '(memory OR recall) AND "language model"'],
    ['openalex', '(memory OR recall AND "language model', 'memory OR recall AND language model'],
    ['openalex', ') memory (', 'memory'],
    ['openalex', '"a (phrase" memory', '"a (phrase" memory'],
    ['openalex', 'ti:memory agents[tiab]', 'memory agents'],
    ['web', '“memory” agents', '"memory" agents'],
    ['web', '"memory agents', 'memory agents'],
    // PubMed keeps its tags and loses those of others.
    ['pubmed', '("Sleep"[MeSH] OR sleep loss[tiab]) AND memory', '("Sleep"[MeSH] OR sleep loss[tiab]) AND memory'],
    ['pubmed', '("Sleep[MeSH] AND memory', 'Sleep[MeSH] AND memory'],
    ['pubmed', 'ti:sleep AND all:memory', 'sleep AND memory'],
    // arXiv keeps its prefixes; plain words and PubMed's tags become its syntax.
    ['arxiv', 'ti:memory AND abs:agents', 'ti:memory AND abs:agents'],
    ['arxiv', 'memory of agents', 'all:memory AND all:agents'],
    ['arxiv', 'memory[tiab] agents[MeSH]', 'all:memory AND all:agents'],
    ['arxiv', '(ti:memory AND abs:agents', 'ti:memory AND abs:agents'],
  ]
  it.each(rows)('for %s: %s', (source, query, mended) => {
    expect(querySyntax(source).mended(query)).toBe(mended)
    // Mending twice is mending once.
    expect(querySyntax(source).mended(mended)).toBe(mended)
  })
})

it.each([
  ['memory', true],
  ['ti:memory', true],
  ['AND OR', false],
  ['memory AND', true],
  ['the and', false],
  ['[MeSH] ( )', false],
  ['""', false],
])('"%s" says something: %s', (query, says) => {
  expect(hasWords(query)).toBe(says)
})

it('PubMed takes long queries, the others short ones', () => {
  expect(['pubmed', 'arxiv', 'web', 'library'].map((source) => querySyntax(source).longest)).toEqual([1000, 400, 400, 400])
})
