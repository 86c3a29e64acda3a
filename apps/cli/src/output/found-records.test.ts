import type { Record } from '@winnow/contracts/entities/record.ts'
import { describe, expect, test } from 'vitest'
import { recordList, recordText, shownRecord } from './found-records.ts'

const record = (parts: Partial<Record> = {}): Record => ({
  recordId: 'r',
  source: 'openalex',
  ids: {},
  title: 'Memory in agents',
  authors: [],
  type: 'article',
  ...parts,
})

describe('every record has an address where any can be had', () => {
  test.each([
    ['its own', { url: 'https://p.example/a', ids: { doi: '10.5555/a' } }, 'https://p.example/a'],
    ['DOI', { ids: { doi: '10.5555/a#1', arxiv: '2301.00001' } }, 'https://doi.org/10.5555/a%231'],
    ['arXiv', { ids: { arxiv: '2301.00001', pmid: '5' } }, 'https://arxiv.org/abs/2301.00001'],
    ['PubMed', { ids: { pmid: '5', openalex: 'W1' } }, 'https://pubmed.ncbi.nlm.nih.gov/5/'],
    ['OpenAlex', { ids: { openalex: 'W1', s2: 'a' } }, 'https://openalex.org/W1'],
    ['Semantic Scholar', { ids: { s2: 'a', pmcid: 'PMC1' } }, 'https://www.semanticscholar.org/paper/a'],
    ['PMC', { ids: { pmcid: 'PMC1' } }, 'https://pmc.ncbi.nlm.nih.gov/articles/PMC1/'],
    ['not one that nobody may follow', { url: 'javascript:alert(1)', ids: { pmid: '5' } }, 'https://pubmed.ncbi.nlm.nih.gov/5/'],
  ])('%s', (_, parts, url) => {
    expect(shownRecord(record(parts))).toEqual({ ...record(parts), url })
  })

  test('none at all', () => {
    expect(shownRecord(record({ url: 'ftp://h/x' }))).toEqual(record())
  })
})

describe('for a person', () => {
  test('everything that is known', () => {
    const known = record({
      authors: [{ family: 'Okafor', given: 'Ada' }, { collective: 'Memory Group' }],
      authorsTruncated: true,
      year: 2021,
      venue: 'Journal of Agents',
      citedByCount: 0,
      ids: { doi: '10.5555/a', arxiv: '2301.00001', pmid: '5', pmcid: 'PMC1', openalex: 'W1', s2: 'b', isbn: '9780000000002' },
      url: 'https://p.example/a',
    })
    expect(recordText(known, '12. ')).toBe(
      [
        '12. Memory in agents',
        '    Okafor, Ada; Memory Group et al. · 2021 · Journal of Agents · cited by 0',
        '    doi:10.5555/a · arxiv:2301.00001 · pmid:5 · pmcid:PMC1 · openalex:W1 · s2:b · https://p.example/a',
      ].join('\n'),
    )
  })

  test('nothing but a title, whose control characters are gone', () => {
    expect(recordText(record({ title: 'A\u001b[31mB' }))).toBe('A[31mB')
  })

  test.each([
    ['the source says so', { retracted: true }, true],
    ['a notice says so', { notices: [{ kind: 'retraction', direction: 'by', from: 'crossref' }] }, true],
    ['it is the notice', { notices: [{ kind: 'retraction', direction: 'of', from: 'crossref' }] }, false],
    ['a correction', { notices: [{ kind: 'correction', direction: 'by', from: 'crossref' }] }, false],
    ['it is not', { retracted: false }, false],
  ] as const)('retracted: %s', (_, parts, told) => {
    expect(recordText(record(parts as Partial<Record>)).includes('\nRETRACTED')).toBe(told)
  })

  test('a list is numbered and has addresses', () => {
    expect(recordList([record({ year: 2020 }), record({ ids: { pmid: '5' } })])).toBe(
      '1. Memory in agents\n   2020\n2. Memory in agents\n   pmid:5 · https://pubmed.ncbi.nlm.nih.gov/5/',
    )
  })
})
