import { describe, expect, it } from 'vitest'
import { givenRecord } from './fixtures/given-record.ts'
import { isPreprint } from './preprint.ts'
import { conflictKey, profileAt, profileOf, profilesOf } from './profile.ts'

describe('profileOf: weak records', () => {
  it.each([
    { name: 'title alone', given: {}, expected: true },
    { name: 'author without year', given: { authors: ['Ruiz, P'] }, expected: true },
    { name: 'year without author', given: { year: 2020 }, expected: true },
    { name: 'author and year', given: { authors: ['Ruiz, P'], year: 2020 }, expected: false },
    { name: 'volume and pages', given: { volume: '7', pages: '1' }, expected: false },
    { name: 'volume alone', given: { volume: '7' }, expected: true },
    { name: 'pages alone', given: { pages: '7' }, expected: true },
    { name: 'DOI', given: { ids: { doi: '10.5555/a' } }, expected: false },
    { name: 'a string that is no DOI', given: { ids: { doi: 'n/a' } }, expected: true },
    { name: 'arXiv id', given: { ids: { arxiv: '2301.00001' } }, expected: false },
    { name: 'PubMed id', given: { ids: { pmid: '1' } }, expected: false },
    { name: 'PMC id', given: { ids: { pmcid: 'PMC1' } }, expected: false },
    { name: 'OpenAlex id', given: { ids: { openalex: 'W1' } }, expected: false },
    { name: 'Semantic Scholar id', given: { ids: { s2: 'CorpusId:1' } }, expected: false },
    { name: 'an ISBN names a book, not its parts', given: { ids: { isbn: '9781538632666' } }, expected: true },
  ])('$name', ({ given, expected }) => {
    expect(profileOf(givenRecord({ title: 'Reef growth', ...given })).isWeak).toBe(expected)
  })
})

describe('profileOf: the rest', () => {
  it.each([
    { given: { type: 'conference-paper' as const }, expected: 'conference' },
    { given: { venue: 'International Conference on Reefs' }, expected: 'conference' },
    { given: { venue: 'Proceedings of the 5th Reef Days' }, expected: 'conference' },
    { given: { venue: 'Symposium on Journal Reefs', volume: '1' }, expected: 'conference' },
    { given: { venue: 'Proceedings of the National Academy of Sciences' }, expected: null },
    { given: { venue: 'Reefs', volume: '7' }, expected: 'journal' },
    { given: { venue: 'Reef Letters' }, expected: 'journal' },
    { given: { venue: 'Reef J.' }, expected: 'journal' },
    { given: { venue: 'Reef Letters', type: 'book-chapter' as const }, expected: null },
    { given: { venue: 'Reefs' }, expected: null },
    { given: {}, expected: null },
  ])('medium: $given', ({ given, expected }) => {
    expect(profileOf(givenRecord({ title: 'Reef growth', ...given })).medium).toBe(expected)
  })

  it.each([
    ['vol. 07', '7'],
    ['24 Suppl 3', '24'],
    ['Spring', 'spring'],
    ['0', '0'],
  ])('volume %s is %s', (volume, expected) => {
    expect(profileOf(givenRecord({ volume, issue: volume }))).toMatchObject({ volume: expected, issue: expected })
  })

  it('of many records are those of each', () => {
    const records = ['Reef Letters', 'J Test Med', 'Reef Letters', '—', '—'].map((venue) => givenRecord({ title: 'T', venue }))
    expect(profilesOf(records)).toEqual(records.map((record) => profileOf(record)))
  })

  it('profileAt refuses a position that is not there', () => {
    expect(() => profileAt([], 0)).toThrow('no profile at position 0')
  })
})

describe('the volume', () => {
  it.each([
    { volume: '2016', year: 2016, expected: '' },
    { volume: 'v2016', year: 2016, expected: '' },
    { volume: '2016', year: 2017, expected: '2016' },
    { volume: '2016', expected: '2016' },
    { volume: '16', year: 2016, expected: '16' },
  ])('$volume in $year is $expected', ({ volume, year, expected }) => {
    expect(profileOf(givenRecord({ volume, ...(year === undefined ? {} : { year }) })).volume).toBe(expected)
  })
})

describe('conflictKey', () => {
  const base = { title: 'Reef growth', authors: ['Ruiz, P'], year: 2020, venue: 'V', volume: '1', issue: '1', pages: '1' }
  it.each([
    { title: 'Reef growths' },
    { authors: ['Ruiz, Q'] },
    { year: 2021 },
    { venue: 'W' },
    { volume: '2' },
    { issue: '2' },
    { pages: '2' },
    { ids: { doi: '10.5555/a' } },
    { type: 'preprint' as const },
    { title: 'Reef growth: reply' },
    { type: 'conference-paper' as const },
  ])('tells apart: %o', (change) => {
    expect(conflictKey(profileOf(givenRecord({ ...base, ...change })))).not.toBe(conflictKey(profileOf(givenRecord(base))))
  })

  it('does not look at ids, abstracts or spelling', () => {
    const other = givenRecord({ ...base, recordId: 'other', title: 'REEF GROWTH', abstract: 'x' })
    expect(conflictKey(profileOf(other))).toBe(conflictKey(profileOf(givenRecord(base))))
  })
})

describe('isPreprint', () => {
  it.each([
    { given: { type: 'preprint' as const }, expected: true },
    { given: { venue: 'bioRxiv' }, expected: true },
    { given: { venue: 'arXiv (Cornell University)' }, expected: true },
    { given: { venue: 'ArXiv preprint arXiv:2301.00001' }, expected: true },
    { given: { venue: 'SSRN Electronic Journal' }, expected: true },
    { given: { venue: 'Journal of Reefs' }, expected: false },
    { given: { ids: { doi: '10.1101/2020.01.01.123456' } }, expected: true },
    { given: { ids: { doi: '10.1101/123456' } }, expected: true },
    { given: { ids: { doi: '10.1101/gr.123456.111' } }, expected: false },
    { given: { ids: { doi: '10.2139/ssrn.123' } }, expected: true },
    { given: { ids: { doi: '10.31219/osf.io/x' } }, expected: true },
    { given: { ids: { doi: '10.31234/osf.io/x' } }, expected: true },
    { given: { ids: { doi: '10.21203/rs.3.rs-1/v1' } }, expected: true },
    { given: { ids: { doi: '10.64898/2026.01.01.1' } }, expected: true },
    { given: { ids: { doi: '10.31223/x5' } }, expected: true },
    { given: { ids: { doi: '10.17605/osf.io/x' } }, expected: true },
    { given: { ids: { doi: '10.20944/preprints202001.0001.v1' } }, expected: true },
    { given: { ids: { doi: '10.26434/chemrxiv.1' } }, expected: true },
    { given: { ids: { doi: '10.36227/techrxiv.1' } }, expected: true },
    { given: { ids: { doi: '10.22541/au.1' } }, expected: true },
    { given: { ids: { doi: '10.7287/peerj.preprints.1' } }, expected: true },
    { given: { ids: { doi: '10.5281/zenodo.1' } }, expected: true },
    { given: { ids: { doi: '10.6084/m9.figshare.1' } }, expected: true },
    { given: { ids: { doi: '10.5555/a' } }, expected: false },
    { given: { ids: { arxiv: '2301.00001' } }, expected: true },
    { given: { ids: { arxiv: '2301.00001' }, venue: 'Journal of Reefs' }, expected: false },
    { given: { ids: { arxiv: '2301.00001', doi: '10.5555/a' } }, expected: false },
    { given: {}, expected: false },
  ])('$given: $expected', ({ given, expected }) => {
    expect(isPreprint(givenRecord(given))).toBe(expected)
  })
})
