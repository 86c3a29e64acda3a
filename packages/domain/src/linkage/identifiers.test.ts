import { describe, expect, it } from 'vitest'
import { arxivIdInText, normaliseArxivId } from './arxiv-id.ts'
import { givenRecord } from './fixtures/given-record.ts'
import { completeIdentifiers, normaliseIsbn, normaliseOpenalexId, normalisePmcid, normalisePmid, normaliseS2Id } from './identifiers.ts'

describe('normaliseArxivId', () => {
  it.each([
    ['2301.00001', '2301.00001'],
    ['2301.00001v3', '2301.00001'],
    ['0704.0001', '0704.0001'],
    ['1412.0001', '1412.0001'],
    ['1501.0001', null],
    ['2203.1234', null],
    ['0604.0001', null],
    ['2203.01234/sso-callback', '2203.01234'],
    ['10.5555/2203.01234', null],
    ['https://arxiv.org/html/2203.01234v1', '2203.01234'],
    ['arXiv:1303.99062', '1303.99062'],
    ['ARXIV: 2301.00001v2 [cs.CL]', '2301.00001'],
    ['https://arxiv.org/abs/2301.00001v2', '2301.00001'],
    ['http://export.arxiv.org/pdf/2301.00001.pdf', '2301.00001'],
    ['arxiv.org/abs/hep-th/9901001?x=1#y', 'hep-th/9901001'],
    ['math.GT/0309136v2', 'math/0309136'],
    ['quant-ph/0201001', 'quant-ph/0201001'],
    ['10.48550/arXiv.2301.00001', '2301.00001'],
    ['https://doi.org/10.48550/ARXIV.2301.00001v1', '2301.00001'],
    ['10.48550/other.1', null],
    ['2300.00001', null],
    ['2313.00001', null],
    ['2312.00001', '2312.00001'],
    ['2301.001', null],
    ['2301.000001', null],
    ['hep-th/9913001', null],
    ['hep-th/990100', null],
    ['10.5555/abc', null],
    ['', null],
  ])('%s → %s', (raw, expected) => {
    expect(normaliseArxivId(raw)).toBe(expected)
  })

  it.each([
    ['arXiv preprint arXiv:2301.00001 [cs.CL]', '2301.00001'],
    ['CoRR, arXiv:hep-th/9901001', 'hep-th/9901001'],
    ['arXiv 2301.00001', '2301.00001'],
    ['see arxiv.org/abs/2301.00001', '2301.00001'],
    ['Journal of 2301.00001', null],
    ['arXiv', null],
  ])('in text: %s → %s', (text, expected) => {
    expect(arxivIdInText(text)).toBe(expected)
  })
})

describe('other identifiers', () => {
  it.each([
    [normalisePmid, 'PMID: 030000001', '30000001'],
    [normalisePmid, '12345678', '12345678'],
    [normalisePmid, '123456789', null],
    [normalisePmid, 'https://pubmed.ncbi.nlm.nih.gov/123/', '123'],
    [normalisePmid, 'https://www.ncbi.nlm.nih.gov/pubmed/123', '123'],
    [normalisePmid, '0', null],
    [normalisePmid, 'PMC123', null],
    [normalisePmcid, 'PMC0123', 'PMC123'],
    [normalisePmcid, 'pmc123.1', 'PMC123'],
    [normalisePmcid, 'PMCID: PMC123', 'PMC123'],
    [normalisePmcid, 'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC123/', 'PMC123'],
    [normalisePmcid, '123', null],
    [normaliseOpenalexId, 'https://openalex.org/W123', 'W123'],
    [normaliseOpenalexId, 'https://api.openalex.org/works/w123', 'W123'],
    [normaliseOpenalexId, 'openalex:W123', 'W123'],
    [normaliseOpenalexId, 'A123', null],
    [normaliseOpenalexId, 'W0', null],
    [normaliseS2Id, `https://www.semanticscholar.org/paper/${'Ab'.repeat(20)}`, 'ab'.repeat(20)],
    [normaliseS2Id, 'ab'.repeat(19), null],
    [normaliseS2Id, 'CorpusID: 123', 'CorpusId:123'],
    [normaliseS2Id, 'x', null],
    [normaliseIsbn, '978-1-5386-3266-6', '9781538632666'],
    [normaliseIsbn, '978-1-5386-3266-7', null],
    [normaliseIsbn, 'ISBN-10: 0-306-40615-2', '9780306406157'],
    [normaliseIsbn, '0-306-40615-3', null],
    [normaliseIsbn, '0-8044-2957-X', '9780804429573'],
    [normaliseIsbn, '9770378109001', null],
    [normaliseIsbn, '0378-1097', null],
  ] as const)('%o(%s) → %s', (normalise, raw, expected) => {
    expect(normalise(raw)).toBe(expected)
  })
})

describe('completeIdentifiers', () => {
  it.each([
    {
      name: 'forms are normalised',
      given: { ids: { doi: 'https://doi.org/10.5555/A', pmid: 'PMID:12' } },
      ids: { doi: '10.5555/a', pmid: '12' },
    },
    { name: 'what does not parse is dropped', given: { ids: { doi: 'n/a', pmid: 'x', isbn: '1' } }, ids: {} },
    {
      name: 'an arXiv DOI is the arXiv id and no DOI',
      given: { ids: { doi: '10.48550/arXiv.2301.00001v2' } },
      ids: { arxiv: '2301.00001' },
    },
    { name: 'a funder is no work', given: { ids: { doi: '10.13039/501100000000' } }, ids: {} },
    { name: 'DOI from the address', given: { url: 'https://doi.org/10.5555/a' }, ids: { doi: '10.5555/a' } },
    { name: 'DOI from a publisher address', given: { url: 'https://example.org/doi/full/10.5555/a' }, ids: { doi: '10.5555/a' } },
    { name: 'no DOI from any other address', given: { url: 'https://example.org/?about=10.5555/a' }, ids: {} },
    {
      name: 'the own DOI goes before the address',
      given: { ids: { doi: '10.5555/b' }, url: 'https://doi.org/10.5555/a' },
      ids: { doi: '10.5555/b' },
    },
    { name: 'arXiv id from the address', given: { url: 'https://arxiv.org/abs/2301.00001v1' }, ids: { arxiv: '2301.00001' } },
    { name: 'arXiv id from the venue', given: { venue: 'arXiv preprint arXiv:2301.00001' }, ids: { arxiv: '2301.00001' } },
    { name: 'PubMed id from the address', given: { url: 'https://pubmed.ncbi.nlm.nih.gov/12/' }, ids: { pmid: '12' } },
    { name: 'PMC id from the address', given: { url: 'https://pmc.ncbi.nlm.nih.gov/articles/PMC12/' }, ids: { pmcid: 'PMC12' } },
    {
      name: 'OpenAlex, Semantic Scholar',
      given: { ids: { openalex: 'https://openalex.org/W1', s2: 'corpusid:7' } },
      ids: { openalex: 'W1', s2: 'CorpusId:7' },
    },
  ])('$name', ({ given, ids }) => {
    const record = givenRecord({ title: 'T', ...given })
    expect(completeIdentifiers(record)).toEqual({ ...record, ids })
  })
})
