import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchingPositions, searchDocuments } from './search-documents.ts'
import { buildSearchIndex, inverseFrequency, type SearchDocument, stemmedTerms, titleWeight } from './search-index.ts'
import { readQuery } from './search-query.ts'

const documents = (...texts: readonly (readonly [title: string, body: string])[]): SearchDocument[] =>
  texts.map(([title, body], place) => ({ id: `d${place + 1}`, title, body }))
const found = (query: string, given: readonly SearchDocument[], limit = 10) =>
  searchDocuments(buildSearchIndex(given), query, limit).map(({ id }) => id)

describe('terms', () => {
  test.each([
    { text: 'The inhibition of kinases', is: ['inhibit', 'kinas'] },
    { text: 'with and without', is: ['with', 'and', 'without'] },
    { text: '', is: [] },
  ])('of "$text"', ({ text, is }) => {
    expect(stemmedTerms(text)).toEqual(is)
  })
})

describe('the index', () => {
  const index = buildSearchIndex(documents(['Zinc zinc', 'Iron is here. Zinc too.'], ['Iron', '']))

  test('a word of the title weighs one and a half', () => {
    expect(titleWeight).toBe(1.5)
    const zinc = index.postings[index.numberOf.get('zinc') ?? -1]
    expect([...(zinc?.documents ?? [])]).toEqual([0])
    expect([...(zinc?.frequencies ?? [])]).toEqual([4])
    expect([...index.lengths]).toEqual([1.5 * 2 + 1 + 1, 1.5])
    expect(index.averageLength).toBe((5 + 1.5) / 2)
  })

  test('keeps the terms of each sentence, the title first', () => {
    const words = index.passages[0]?.map((passage) => [...passage].map((term) => index.terms[term]))
    expect(words).toEqual([['zinc', 'zinc'], ['iron'], ['zinc']])
  })

  test('a term that few documents have is rarer, one that none has the rarest', () => {
    const [zinc, iron] = ['zinc', 'iron'].map((term) => inverseFrequency(index, index.numberOf.get(term)))
    expect(zinc).toBeCloseTo(Math.log(1 + 1.5 / 1.5))
    expect(iron).toBeCloseTo(Math.log(1 + 0.5 / 2.5))
    expect(inverseFrequency(index, undefined)).toBeCloseTo(Math.log(1 + 2.5 / 0.5))
  })
})

describe('a query', () => {
  const index = buildSearchIndex(documents(['Angiogenesis', 'angiogenic signals in tumour growth']))

  test('has each term once, its forms in the index, and neighbours that the index has', () => {
    const { terms, neighbours } = readQuery(index, 'tumour growth of unheard tumour growth')
    expect(terms.map(({ number }) => index.terms[number ?? -1])).toEqual(['tumour', 'growth', undefined])
    const pair = [index.numberOf.get('tumour'), index.numberOf.get('growth')]
    expect(neighbours).toEqual([pair, pair])
  })

  test('finds forms of a word that stem differently', () => {
    const [term] = readQuery(index, 'angiogenesis').terms
    expect(term?.forms.map(({ number }) => index.terms[number])).toEqual(['angiogen'])
  })
})

describe('search', () => {
  test.each([
    {
      name: 'all words in one sentence go before the same words apart',
      query: 'vitamin prevents fractures',
      given: documents(
        ['A', 'Vitamin is a word. Nothing more was seen. Nobody prevents. Here are fractures.'],
        ['A', 'Vitamin prevents fractures. Nothing more was seen. This is a word. Here is it.'],
      ),
      is: ['d2', 'd1'],
    },
    {
      name: 'two sentences that follow each other go before two that do not',
      query: 'zinc copper',
      given: documents(['A', 'Zinc one. Iron two. Copper three.'], ['A', 'Zinc one. Copper three. Iron two.']),
      is: ['d2', 'd1'],
    },
    {
      name: 'words in their order side by side go before words apart',
      query: 'heart rate',
      given: documents(['A', 'Rate heart beat.'], ['A', 'Heart rate beat.']),
      is: ['d2', 'd1'],
    },
    {
      name: 'the title goes before the body',
      query: 'zinc',
      given: documents(['Iron', 'Zinc was seen.'], ['Zinc', 'Iron was seen.']),
      is: ['d2', 'd1'],
    },
    {
      name: 'a document with a form of the word is found, after one with the word',
      query: 'angiogenesis',
      given: documents(['On angiogenic signals', ''], ['On angiogenesis signals', ''], ['Elsewhere', '']),
      is: ['d2', 'd1'],
    },
    {
      name: 'what is about the words of the best is found by them, though it has none of the query',
      query: 'zinc',
      given: documents(['Zinc galvanising bath', ''], ['Galvanising bath', ''], ['Copper', '']),
      is: ['d1', 'd2'],
    },
    {
      name: 'equal documents: by their ids',
      query: 'zinc',
      given: documents(['Zinc', ''], ['Zinc', '']).toReversed(),
      is: ['d1', 'd2'],
    },
    { name: 'a word that nobody has finds nothing', query: 'unheard', given: documents(['Zinc', '']), is: [] },
    { name: 'nothing is found by an empty query', query: '', given: documents(['Zinc', '']), is: [] },
    { name: 'nothing is found in an empty index', query: 'zinc', given: [], is: [] },
  ])('$name', ({ query, given, is }) => {
    expect(found(query, given)).toEqual(is)
  })

  test('more than are looked at closely: the rest follow with lower scores', () => {
    const many = documents(...Array.from({ length: 230 }, (_, n) => ['Zinc', `${'iron '.repeat(n)}`] as const))
    const hits = searchDocuments(buildSearchIndex(many), 'zinc', 230)
    expect(hits).toHaveLength(230)
    const scores = hits.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(new Set(hits.map(({ id }) => id)).size).toBe(230)
    expect(hits.at(-1)?.id).toBe('d230')
  })

  test('at most so many', () => {
    expect(found('zinc', documents(['Zinc', ''], ['Zinc', '']), 1)).toEqual(['d1'])
  })

  test('for any documents: distinct, in order of score, positive, the order of the query’s words changes no membership', () => {
    const word = fc.constantFrom('zinc', 'iron', 'copper', 'galvanic', 'galvanise', 'the', '12')
    const text = fc.array(word, { maxLength: 12 }).map((parts) => parts.join(' '))
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 12 }), fc.array(word, { minLength: 1, maxLength: 4 }), (texts, query) => {
        const index = buildSearchIndex(documents(...texts))
        const hits = searchDocuments(index, query.join(' '), 50)
        expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length)
        expect(hits.every(({ score }, place) => score > 0 && score <= (hits[place - 1]?.score ?? Infinity))).toBe(true)
        const turned = searchDocuments(index, query.toReversed().join(' '), 50)
        expect(turned.map(({ id }) => id).sort()).toEqual(hits.map(({ id }) => id).sort())
      }),
    )
  })
})

test('matching documents have one of the words itself', () => {
  const index = buildSearchIndex(documents(['Angiogenic', ''], ['Zinc', 'angiogenesis'], ['Copper', '']))
  expect(matchingPositions(index, 'angiogenesis')).toEqual([1])
  expect(matchingPositions(index, 'copper zinc zinc')).toEqual([1, 2])
  expect(matchingPositions(index, 'unheard')).toEqual([])
})
