import type { Record } from '@winnow/contracts/entities/record.ts'
import type { Found, WorkId } from '@winnow/search-gateway/core/source.ts'
import { describe, expect, test } from 'vitest'
import { type Lookup, lookupOf, lookupTogether } from './lookup-outcome.ts'

const record = (ids: Record['ids'], parts: Partial<Record> = {}): Record => ({
  recordId: 'r',
  source: 's',
  ids,
  title: 'Another work',
  authors: [],
  type: 'article',
  ...parts,
})
const found = (...records: readonly Record[]): Found => ({
  outcome: records.length === 0 ? 'none' : 'hits',
  records,
  total: records.length,
  unresolved: 0,
})
const doi: WorkId = { scheme: 'doi', value: '10.5555/a' }

describe('lookupOf', () => {
  test.each([
    ['DOI', doi, record({ doi: '10.5555/a' })],
    ['DOI in another spelling', doi, record({ doi: 'https://doi.org/10.5555/A' })],
    ['arXiv DOI', { scheme: 'arxiv', value: '2301.00001' }, record({ doi: '10.48550/arxiv.2301.00001' })],
    ['PubMed', { scheme: 'pmid', value: '5' }, record({ pmid: '5', doi: '10.5555/b' })],
    ['PMC', { scheme: 'pmcid', value: 'PMC5' }, record({ pmcid: 'PMC5' })],
    ['OpenAlex', { scheme: 'openalex', value: 'W5' }, record({ openalex: 'W5' })],
    ['Semantic Scholar', { scheme: 's2', value: 'a'.repeat(40) }, record({ s2: 'a'.repeat(40) })],
    ['a corpus id, which no record has', { scheme: 's2', value: 'CorpusId:5' }, record({ s2: 'a'.repeat(40) })],
  ] as const)('found: %s', (_, id, work) => {
    expect(lookupOf(id, 's', 'S', found(work))).toEqual({ source: 's', title: 'S', outcome: 'found', record: work })
  })

  test('found among others', () => {
    const work = record({ doi: '10.5555/a' })
    expect(lookupOf(doi, 's', 'S', found(record({ doi: '10.5555/b' }), work))).toMatchObject({ outcome: 'found', record: work })
  })

  const without = (outcome: string, error: string) => ({ source: 's', title: 'S', outcome, record: null, error })
  test.each([
    ['another DOI', found(record({ doi: '10.5555/b' }))],
    ['no identifier', found(record({}))],
    ['the right id of another scheme', found(record({ arxiv: '10.5555/a' }))],
  ])('rejected: %s', (_, answer) => {
    expect(lookupOf(doi, 's', 'S', answer)).toEqual(without('rejected', 'S gave another work for doi:10.5555/a: “Another work”'))
  })

  test('rejected by the source itself', () => {
    const answer = { ...found(), rejected: [{ asked: 'doi:10.5555/a', foundTitle: 'Wrong', reason: 'another title' }] }
    expect(lookupOf(doi, 's', 'S', answer)).toEqual(without('rejected', 'S gave another work for doi:10.5555/a: “Wrong”'))
  })

  test.each([
    [doi, 'doi:10.5555/a'],
    [{ scheme: 'pmcid', value: 'PMC5' }, 'PMC5'],
    [{ scheme: 's2', value: 'CorpusId:5' }, 'CorpusId:5'],
    [{ scheme: 's2', value: 'ab' }, 's2:ab'],
  ] as const)('not found: %j', (id, shown) => {
    expect(lookupOf(id, 's', 'S', found())).toEqual(without('not-found', `S does not have ${shown}`))
  })

  test.each(['throttled', 'failed', 'skipped'] as const)('%s', (outcome) => {
    expect(lookupOf(doi, 's', 'S', { outcome, reason: 'why' })).toEqual(without(outcome, 'why'))
  })
})

describe('lookupTogether', () => {
  const lookup = (title: string, outcome: Lookup['outcome'], error: string): Lookup => ({
    source: title.toLowerCase(),
    title,
    outcome,
    record: null,
    error,
  })
  const none = (title: string) => lookup(title, 'not-found', `${title} does not have it`)

  test('not found only where nobody has it', () => {
    expect(lookupTogether([none('A'), none('B')])).toEqual(lookup('A', 'not-found', 'A does not have it; B does not have it'))
  })

  test.each(['throttled', 'failed', 'skipped', 'rejected'] as const)('%s leaves it open, whoever it is', (outcome) => {
    const open = lookup('B', outcome, 'no word')
    expect(lookupTogether([none('A'), open])).toEqual({ ...open, error: 'A does not have it; B: no word' })
    expect(lookupTogether([open, none('A')])).toEqual({ ...open, error: 'B: no word; A does not have it' })
  })

  test('the first that did not answer', () => {
    expect(lookupTogether([lookup('A', 'failed', 'x'), lookup('B', 'throttled', 'y')])).toMatchObject({ source: 'a', outcome: 'failed' })
  })

  test('nobody at all is a fault of ours', () => {
    expect(() => lookupTogether([])).toThrow('no source was asked')
  })
})
