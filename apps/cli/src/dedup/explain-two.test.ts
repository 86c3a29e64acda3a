import { describe, expect, test } from 'vitest'
import { deduplicate } from './deduplicated.ts'
import { explainTwo, explainTwoText, type TwoExplained } from './explain-two.ts'
import { ferryRecords, givenLibrary, givenRecord } from './fixtures/given-library.ts'

const ferry = deduplicate(givenLibrary(ferryRecords))
const explained = (a: string, b: string, result = ferry): TwoExplained => {
  const found = explainTwo(result, a, b)
  if ('unknown' in found) throw new Error(`unknown: ${found.unknown}`)
  return found
}

describe('explainTwo', () => {
  test('one document, directly', () => {
    const found = explained('a', 'b')
    expect(found).toMatchObject({ document: 'a', pair: { merges: true, tier: 'title-author' }, contradictions: [], linked: null })
    expect(found.chain.map(({ a, b }) => [a, b])).toEqual([['a', 'b']])
  })

  test('one document through others: the chain from the first to the second', () => {
    const chain = [
      givenRecord('1', { title: 'Reef growth', ids: { doi: '10.5555/x' } }),
      givenRecord('2', { title: 'Riffwachstum', ids: { doi: '10.5555/x', pmid: '7' } }),
      givenRecord('3', { title: 'Croissance des récifs', ids: { pmid: '7', pmcid: 'PMC1234' } }),
      givenRecord('4', { title: 'Crecimiento del arrecife', ids: { pmcid: 'PMC1234' } }),
    ]
    const result = deduplicate(givenLibrary(chain))
    expect(result.clusters).toHaveLength(1)
    const forth = explained('1', '4', result)
    expect(forth.pair.merges).toBe(false)
    expect(forth.chain.map(({ a, b }) => `${a}-${b}`)).toEqual(['1-2', '2-3', '3-4'])
    expect(explained('4', '2', result).chain.map(({ a, b }) => `${a}-${b}`)).toEqual(['3-4', '2-3'])
    expect(explainTwoText(forth)).toContain(
      'come together through other records:\n  1 + 2: same DOI (doi)\n  2 + 3: same PubMed id (identifier)',
    )
  })

  test('two documents of which one is about the other', () => {
    expect(explained('e', 'b')).toMatchObject({
      document: null,
      chain: [],
      linked: { text: 'e', work: 'a', kind: 'erratum' },
      contradictions: [],
    })
    expect(explainTwoText(explained('b', 'e'))).toContain('Two documents.\ne is an erratum of a: linked, never merged.')
  })

  test('two documents', () => {
    expect(explained('a', 'z1')).toMatchObject({ document: null, pair: { merges: false }, linked: null })
    expect(explainTwoText(explained('a', 'z1'))).toContain('\n\nTwo documents.\n\n')
  })

  test('two that would merge but for what their documents hold', () => {
    const title = 'Reef growth under strong lamps'
    const result = deduplicate(
      givenLibrary([
        givenRecord('a', { title, authors: ['Dahl'], year: 2018, ids: { doi: '10.5555/a' } }),
        givenRecord('b', { title, authors: ['Dahl'], year: 2018, ids: { doi: '10.5555/b' } }),
        givenRecord('c', { title, authors: ['Dahl'], year: 2018, ids: { doi: '10.5555/b', pmid: '1' } }),
        givenRecord('d', { title, authors: ['Dahl'], year: 2018, ids: { pmid: '1' } }),
      ]),
    )
    const found = explained('a', 'd', result)
    expect(found).toMatchObject({ document: null, pair: { merges: true } })
    expect(found.contradictions.map(({ a, b }) => [a, b])).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ])
    expect(explainTwoText(found)).toMatch(/Two documents, as other records of theirs contradict each other:\n {2}a and b: .*DOI/)
  })

  test('a record that says too little to choose', () => {
    const title = 'Reef growth under strong lamps'
    const result = deduplicate(
      givenLibrary([
        givenRecord('a', { title, authors: ['Dahl'], year: 2018, ids: { doi: '10.5555/a' } }),
        givenRecord('b', { title, authors: ['Dahl'], year: 2018, ids: { doi: '10.5555/b' } }),
        givenRecord('w', { title, authors: ['Dahl'] }),
      ]),
    )
    expect(explained('a', 'w', result)).toMatchObject({ document: null, pair: { merges: true }, contradictions: [] })
    expect(explainTwoText(explained('a', 'w', result))).toContain('Two documents, as one of the two says too little')
  })

  test('one record with itself', () => {
    expect(explained('a', 'a')).toMatchObject({ document: 'a', chain: [] })
    expect(explainTwoText(explained('a', 'a'))).toContain('One record.')
  })

  test.each([
    ['a', 'nope', 'nope'],
    ['nope', 'a', 'nope'],
  ])('an id that is not there: %s, %s', (a, b, unknown) => {
    expect(explainTwo(ferry, a, b)).toEqual({ unknown })
  })

  test('no more than three contradictions are named, of the first hundred records', () => {
    const title = 'Reef growth under strong lamps'
    const same = (id: string, pmid: string, doi?: string) =>
      givenRecord(id, { title, authors: ['Dahl'], year: 2018, ids: { pmid, ...(doi === undefined ? {} : { doi }) } })
    const result = deduplicate(
      givenLibrary([
        givenRecord('a', { title, authors: ['Dahl'], year: 2018, ids: { doi: '10.5555/a' } }),
        ...['b', 'c', 'd', 'e'].map((id) => same(id, '1', '10.5555/b')),
        same('f', '1'),
      ]),
    )
    expect(explained('a', 'f', result).contradictions).toHaveLength(3)
  })
})

test('the words begin with the two records, the verdict comes before the reasons', () => {
  expect(explainTwoText(explained('a', 'b')).split('\n').slice(0, 6)).toEqual([
    'a  Night shift and mood in ferry crews · Osei · 2020 · Sleep Tests · 4(2) · 1-9',
    'b  Night shift and mood in ferry crews · Osei · 2020 · Sleep Tests',
    '',
    'One document; a is kept.',
    expect.stringMatching(/^ {2}a \+ b: same title, .*\(title-author\)$/),
    '',
  ])
})
