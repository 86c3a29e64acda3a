import { queryKey } from '@winnow/domain/query-key.ts'
import { describe, expect, it } from 'vitest'
import { queryFallback, queryReply, readQueries } from './query-reply.ts'

const intent = 'Trials of memory in language agents'
const words = 'trials memory language agents'
const read = (query: string, ofIntent = intent) => readQueries({ queries: [{ source: 'library', query }] }, ['library'], ofIntent)[0]

interface Row {
  readonly name: string
  readonly in: string
  readonly source?: string
  readonly out: object
}

describe('a query of a reply', () => {
  const rows = [
    { name: 'stays as it is', in: 'memory of agents', out: { query: 'memory of agents' } },
    { name: 'is put on one line', in: ' memory\n of\tagents ', out: { query: 'memory of agents' } },
    {
      name: 'in another syntax is brought into that of its source, and says so',
      in: '"memory"  AND «agents»[tiab]',
      out: { query: 'memory agents', repaired: 'brought into the syntax of library' },
    },
    {
      name: 'that cannot be mended is made from its keywords',
      in: `memory ${'(agents) OR '.repeat(30)}agents`,
      source: 'arxiv',
      out: { source: 'arxiv', query: 'all:memory AND all:agents', repaired: 'it did not fit the syntax of arxiv: made from its keywords' },
    },
    { name: 'without a word is made from the intent', in: '""', out: { query: words, repaired: 'it had no words: made from the intent' } },
    {
      name: 'of stop words alone is made from the intent',
      in: 'and of the',
      out: { query: words, repaired: 'it had no words: made from the intent' },
    },
    { name: 'of 400 characters stays', in: `${'memory '.repeat(56)}of agent`, out: { query: `${'memory '.repeat(56)}of agent` } },
    {
      name: 'of more is cut to its keywords',
      in: `the ${'memory '.repeat(56)}agents`,
      out: { query: 'memory agents', repaired: 'it was too long: cut to its keywords' },
    },
    {
      name: 'made from words has twelve of them',
      in: `${'a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13 '.repeat(11)}`,
      out: { query: 'a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12', repaired: 'it was too long: cut to its keywords' },
    },
    {
      name: 'made from words has at most 400 characters',
      in: 'x'.repeat(401),
      out: { query: 'x'.repeat(400), repaired: 'it was too long: cut to its keywords' },
    },
  ]
  it.each<Row>(rows)('$name', ({ in: query, source = 'library', out }) => {
    expect(readQueries({ queries: [{ source, query }] }, [source], intent)[0]).toEqual({ source: 'library', ...out })
  })
  it('is left out when neither it nor the intent has a word', () => {
    expect(read('?', '…')).toBeUndefined()
  })
})

describe('the queries of a reply', () => {
  const sources = ['a', 'b', 'c', 'd', 'e']
  it.each([
    {
      name: 'come in the order of the run’s sources, four at most',
      in: ['e', 'd', 'c', 'b', 'a'].map((source) => ({ source, query: `memory ${source}1` })),
      out: ['a: memory a1', 'b: memory b1', 'c: memory c1', 'd: memory d1'],
    },
    {
      name: 'are one a source, the first',
      in: [
        { source: 'b', query: 'first' },
        { source: 'b', query: 'second' },
      ],
      out: ['b: first'],
    },
  ])('$name', ({ in: queries, out }) => {
    expect(readQueries({ queries }, sources, intent).map(({ source, query }) => `${source}: ${query}`)).toEqual(out)
  })
})

describe('the fallback', () => {
  it.each([
    {
      name: 'the keywords of the intent',
      sources: ['library'],
      intent: 'How does the memory of agents help?',
      out: ['library: memory agents help'],
    },
    {
      name: 'for four sources at most',
      sources: ['a', 'b', 'c', 'd', 'e'],
      intent: 'memory',
      out: ['a: memory', 'b: memory', 'c: memory', 'd: memory'],
    },
    { name: 'none of an intent without words', sources: ['library'], intent: '?', out: [] },
  ])('$name', ({ sources, intent: text, out }) => {
    expect(queryFallback(sources, text).map(({ source, query }) => `${source}: ${query}`)).toEqual(out)
  })
})

it('PBR-031: queries re-worded with the same words are one query', () => {
  const perRound = [
    'early warning cost per life year',
    'cost per life-year early warning',
    'early-warning cost per life year',
    'life year cost per early warning',
  ]
  expect(new Set(perRound.map((query) => queryKey('library', read(query)?.query ?? ''))).size).toBe(1)
  expect(queryKey('library', 'early warning cost')).not.toBe(queryKey('library', 'early warning costs of mortality'))
})

it.each([
  { name: 'a source of the run', reply: { queries: [{ source: 'library', query: 'x' }] }, fits: true },
  { name: 'another source', reply: { queries: [{ source: 'web', query: 'x' }] }, fits: false },
  { name: 'no query', reply: { queries: [] }, fits: false },
])('the schema: $name', ({ reply, fits }) => {
  expect(queryReply(['library']).safeParse(reply).success).toBe(fits)
})
