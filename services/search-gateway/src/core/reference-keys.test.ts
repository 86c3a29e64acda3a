import { describe, expect, it } from 'vitest'
import { libraryRecord } from '../testing/library-record.ts'
import { identifierKeys, referenceKey } from './reference-keys.ts'

describe('referenceKey', () => {
  it.each([
    ['doi:10.5555/x', 'doi:10.5555/x'],
    ['doi:10.5555/X', 'doi:10.5555/x'],
    ['DOI:https://doi.org/10.5555/x', 'doi:10.5555/x'],
    ['doi:10.48550/arXiv.2301.00001', 'arxiv:2301.00001'],
    ['doi:10.48550/arXiv.2301.00001v3', 'arxiv:2301.00001'],
    ['arxiv:2301.00001v2', 'arxiv:2301.00001'],
    ['arxiv:hep-th/9901001', 'arxiv:hep-th/9901001'],
    ['pmid:0123', 'pmid:123'],
    ['pmcid:pmc0123', 'pmcid:PMC123'],
    ['openalex:https://openalex.org/W12', 'openalex:W12'],
    ['openalex:w12', 'openalex:W12'],
    [`s2:${'A'.repeat(40)}`, `s2:${'a'.repeat(40)}`],
    ['id:smith2020', 'id:smith2020'],
    ['id:Smith: 2020', 'id:Smith: 2020'],
    ['doi:n/a', 'doi:n/a'],
    ['arxiv:none', 'arxiv:none'],
    ['Smith J. A long title', 'Smith J. A long title'],
    ['doix', 'doix'],
    [':x', ':x'],
    ['', ''],
  ])('%j is %j', (reference, key) => {
    expect(referenceKey(reference)).toBe(key)
  })
})

describe('identifierKeys', () => {
  it.each([
    { name: 'its own id alone', ids: {}, out: ['id:r1'] },
    {
      name: 'every scheme, in one spelling',
      ids: {
        doi: '10.5555/X',
        arxiv: '2301.00001v2',
        pmid: '012',
        openalex: 'W3',
        s2: 'b'.repeat(40),
        pmcid: 'PMC1',
        isbn: '9783161484100',
      },
      out: ['doi:10.5555/x', 'arxiv:2301.00001', 'pmid:12', 'pmcid:PMC1', 'openalex:W3', `s2:${'b'.repeat(40)}`, 'id:r1'],
    },
    { name: 'an arXiv DOI is the arXiv id', ids: { doi: '10.48550/arxiv.2301.00001' }, out: ['arxiv:2301.00001', 'id:r1'] },
  ])('$name', ({ ids, out }) => {
    expect(identifierKeys(libraryRecord('r1', { ids }))).toEqual(out)
  })
})
