import { expect, test } from 'vitest'
import { schemedReference, trimArxiv, trimDoi, trimIsbn, trimOpenAlex, trimPmcid, trimPmid } from './identifier-trimming.ts'

type Rows = [value: string, trimmed: string | undefined][]

test.each<Rows[number]>([
  ['10.1177/ABC', '10.1177/abc'],
  ['https://doi.org/10.1177/abc', '10.1177/abc'],
  ['http://dx.doi.org/10.1177/abc', '10.1177/abc'],
  ['doi:10.1177/abc', '10.1177/abc'],
  ['10.1000/123456789 [doi]', '10.1000/123456789'],
  ['10.1177/abc.', '10.1177/abc'],
  ['10.1177/abc,;', '10.1177/abc'],
  ['https://doi.org/10.1177%2Fabc', '10.1177/abc'],
  ['10.1177/a%2fb', '10.1177/a%2fb'],
  ['10.1007/9\\_3', '10.1007/9_3'],
  ['10.5555/(SICI)1(1996)2:3<4::A>5', '10.5555/(sici)1(1996)2:3<4::a>5'],
  ['10.123/short', undefined],
  ['10.1234/x', '10.1234/x'],
  ['10.123456789/x', '10.123456789/x'],
  ['n/a', undefined],
  ['', undefined],
])('DOI %j', (value, trimmed) => {
  expect(trimDoi(value)).toBe(trimmed)
})

test.each<Rows[number]>([
  ['2301.00001', '2301.00001'],
  ['2301.00001v12', '2301.00001'],
  ['arXiv:0704.0001', '0704.0001'],
  ['https://arxiv.org/abs/2301.00001v2', '2301.00001'],
  ['hep-th/9901001', 'hep-th/9901001'],
  ['math.GT/0309136v1', 'math.gt/0309136'],
  ['2301.000012', undefined],
  ['2301.001', undefined],
  ['12301.00001', undefined],
  ['', undefined],
])('arXiv id %j', (value, trimmed) => {
  expect(trimArxiv(value)).toBe(trimmed)
})

test.each<Rows[number]>([
  ['12345', '12345'],
  ['12345.0', '12345'],
  ['PMID: 33355555', '33355555'],
  ['pmid:1', '1'],
  ['https://pubmed.ncbi.nlm.nih.gov/12345/', '12345'],
  ['123456789', '123456789'],
  ['1234567890', undefined],
  ['12 34', '12'],
  ['none', undefined],
])('PubMed id %j', (value, trimmed) => {
  expect(trimPmid(value)).toBe(trimmed)
})

test.each<Rows[number]>([
  ['PMC8669585', 'PMC8669585'],
  ['8669585', 'PMC8669585'],
  ['PMCID: PMC8669585', 'PMC8669585'],
  ['https://www.ncbi.nlm.nih.gov/pmc/articles/PMC12/', undefined],
  ['https://www.ncbi.nlm.nih.gov/pmc/articles/4234579', 'PMC4234579'],
  ['pmc123', 'PMC123'],
  ['x', undefined],
])('PMC id %j', (value, trimmed) => {
  expect(trimPmcid(value)).toBe(trimmed)
})

test.each<Rows[number]>([
  ['W123', 'W123'],
  ['W1', 'W1'],
  ['https://openalex.org/W123', 'W123'],
  ['https://api.openalex.org/works/W123', 'W123'],
  ['openalex:W123', 'W123'],
  [' W123 ', 'W123'],
  ['w123', undefined],
  ['WOS:000', undefined],
  ['A123', undefined],
  ['xW123', undefined],
])('OpenAlex id %j', (value, trimmed) => {
  expect(trimOpenAlex(value)).toBe(trimmed)
})

test.each<Rows[number]>([
  ['978-1-5386-3266-6', '9781538632666'],
  ['ISBN:0-306-40615-x', '030640615X'],
  ['1932-6203 9780306406157', '9780306406157'],
  ['1111-2222; 979-8373627394', '9798373627394'],
  ['1932-6203', undefined],
  ['', undefined],
])('ISBN %j', (value, trimmed) => {
  expect(trimIsbn(value)).toBe(trimmed)
})

test.each<Rows[number]>([
  ['W123', 'openalex:W123'],
  ['https://openalex.org/W123', 'openalex:W123'],
  ['10.5555/X', 'doi:10.5555/x'],
  ['doi: 10.5555/X', 'doi:10.5555/x'],
  ['https://doi.org/10.5555/X', 'doi:10.5555/x'],
  ['2301.00001', 'arxiv:2301.00001'],
  ['2301.00001v3', 'arxiv:2301.00001'],
  ['arXiv:hep-th/9901001', 'arxiv:hep-th/9901001'],
  ['https://arxiv.org/abs/2301.00001', 'arxiv:2301.00001'],
  ['arxiv:nonsense', 'id:arxiv:nonsense'],
  ['pmid:12', 'pmid:12'],
  ['PMID 12', 'pmid:12'],
  ['https://pubmed.ncbi.nlm.nih.gov/12/', 'pmid:12'],
  ['s2:ab12', 's2:ab12'],
  ['smith2020', 'id:smith2020'],
  ['id:smith2020', 'id:smith2020'],
  ['12345', 'id:12345'],
  ['  ', undefined],
])('the reference %j', (value, trimmed) => {
  expect(schemedReference(value)).toBe(trimmed)
})
