import { UsageError } from '@winnow/runs/usage-error.ts'
import { describe, expect, test } from 'vitest'
import pbr002 from '../fixtures/pbr-002.json' with { type: 'json' }
import { readWorkId } from './work-id.ts'

const sha = '0123456789abcdef0123456789ABCDEF01234567'

describe('forms of an identifier', () => {
  test.each([
    ['10.5555/Abc.1', 'doi:10.5555/abc.1'],
    ['doi:10.5555/abc', 'doi:10.5555/abc'],
    ['DOI 10.5555/abc', 'doi:10.5555/abc'],
    ['https://doi.org/10.5555/abc', 'doi:10.5555/abc'],
    ['dx.doi.org/10.5555/abc', 'doi:10.5555/abc'],
    [
      'http://dx.doi.org/10.1002/(SICI)1097-0258(19980815)17:15%3C1661::AID-SIM968%3E3.0.CO;2-2',
      'doi:10.1002/(sici)1097-0258(19980815)17:15<1661::aid-sim968>3.0.co;2-2',
    ],
    ['https://publisher.example/doi/full/10.5555/abc', 'doi:10.5555/abc'],
    ['10.48550/arXiv.2301.00001', 'arxiv:2301.00001'],
    ['https://doi.org/10.48550/arXiv.hep-th/9901001', 'arxiv:hep-th/9901001'],
    ['arXiv:2301.00001v2', 'arxiv:2301.00001'],
    ['pmid:123', 'pmid:123'],
    ['PMID: 0123', 'pmid:123'],
    ['31452104', 'pmid:31452104'],
    ['https://pubmed.ncbi.nlm.nih.gov/31452104/', 'pmid:31452104'],
    ['PMC123', 'pmcid:PMC123'],
    ['pmcid:PMC123', 'pmcid:PMC123'],
    ['https://pmc.ncbi.nlm.nih.gov/articles/PMC123/', 'pmcid:PMC123'],
    ['W2741809807', 'openalex:W2741809807'],
    ['openalex:w5', 'openalex:W5'],
    ['https://openalex.org/W5', 'openalex:W5'],
    ['https://api.openalex.org/works/W5', 'openalex:W5'],
    [sha, `s2:${sha.toLowerCase()}`],
    [`s2:${sha}`, `s2:${sha.toLowerCase()}`],
    [`https://www.semanticscholar.org/paper/A-title/${sha}`, `s2:${sha.toLowerCase()}`],
    ['CorpusId:5', 's2:CorpusId:5'],
    ['  10.5555/abc\n', 'doi:10.5555/abc'],
  ])('%s → %s', (typed, expected) => {
    const { scheme, value } = readWorkId(typed)
    expect(`${scheme}:${value}`).toBe(expected)
  })

  test.each([
    '',
    'attention is all you need',
    '10.5555',
    '10.5555/',
    'see 10.5555/abc',
    '10.5555/abc and more',
    'x10.5555/abc',
    '10.48550/arXiv.x',
    '10.13039/501100000780',
    '123456789',
    '0',
    'W0',
    'A5023888391',
    'PMC',
    '0123456789abcdef',
    'https://example.org/paper',
  ])('%s is none, and the forms are named', (typed) => {
    expect(() => readWorkId(typed)).toThrow(UsageError)
    expect(() => readWorkId(typed)).toThrow(`"${typed}" is no identifier of a work: give a DOI (10.5555/x), an arXiv id`)
  })
})

describe('PBR-002: every way people write an arXiv id', () => {
  const expected: Readonly<Record<string, { readonly id: string } | null>> = pbr002.expect.rows
  test.each(pbr002.input.rows)('$row: $in', ({ row, in: typed }) => {
    const id = expected[row]
    if (id !== null && id !== undefined) expect(readWorkId(typed)).toEqual({ scheme: 'arxiv', value: id.id })
    else expect(scheme(typed)).not.toBe('arxiv')
  })

  test('the archive is part of an old id', () => {
    expect(readWorkId('physics/9601001')).not.toEqual(readWorkId('atom-ph/9601001'))
    expect(readWorkId('hep-th/9901001v2')).toEqual(readWorkId('http://arxiv.org/abs/hep-th/9901001'))
  })
})

function scheme(typed: string): string | null {
  try {
    return readWorkId(typed).scheme
  } catch (error) {
    if (error instanceof UsageError) return null
    throw error
  }
}
