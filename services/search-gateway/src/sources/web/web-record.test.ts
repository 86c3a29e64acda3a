import { expect, test } from 'vitest'
import { longestPageText, longestPageTitle, webRecord } from './web-record.ts'

test('a hit becomes a record that its canonical address names', () => {
  expect(
    webRecord({
      url: 'https://www.Example.org/a?utm_source=x#top',
      title: '<strong>Reef</strong> noise &amp; fish',
      text: 'Reefs are <strong>loud</strong>, p &lt; 0.05',
      dates: [undefined, '2 days ago', '2023-05-01', '2024-05-01'],
      language: 'en',
    }),
  ).toEqual({
    recordId: 'https://www.example.org/a',
    source: 'web',
    ids: {},
    title: 'Reef noise & fish',
    authors: [],
    year: 2023,
    venue: 'example.org',
    type: 'web',
    rawType: 'web',
    language: 'en',
    abstract: 'Reefs are loud, p < 0.05',
    url: 'https://www.example.org/a',
  })
})

test.each<[name: string, url: string, ids: object]>([
  ['arXiv', 'https://arxiv.org/pdf/2301.00001v2', { arxiv: '2301.00001' }],
  ['the DOI resolver', 'https://doi.org/10.5555/X1?utm_source=a', { doi: '10.5555/x1' }],
  ['PubMed', 'https://pubmed.ncbi.nlm.nih.gov/123/', { pmid: '123' }],
  ['PubMed Central', 'https://pmc.ncbi.nlm.nih.gov/articles/PMC456/', { pmcid: 'PMC456' }],
])('a page of %s carries the identifier', (_name, url, ids) => {
  expect(webRecord({ url, title: 'T', text: undefined })).toMatchObject({ ids, type: 'web' })
})

test.each<[name: string, url: string | undefined, title: string | undefined]>([
  ['a script for an address', 'javascript:alert(1)', 'T'],
  ['no address', undefined, 'T'],
  ['no title', 'https://example.org/', undefined],
  ['a title of nothing but markup', 'https://example.org/', '<b> </b><script>alert(1)</script>'],
])('%s gives no record', (_name, url, title) => {
  expect(webRecord({ url, title, text: 'x' })).toBeNull()
})

test('huge texts are cut at a word', () => {
  const word = 'abcdefghi '
  const record = webRecord({ url: 'https://example.org/', title: word.repeat(1000), text: word.repeat(100_000) })
  expect(record?.title).toBe(word.repeat(longestPageTitle / 10).trim())
  expect(record?.abstract).toBe(word.repeat(longestPageText / 10).trim())
  expect([longestPageTitle, longestPageText]).toEqual([500, 8000])
})

test('a text that is missing or only says so is no abstract', () => {
  expect(webRecord({ url: 'https://example.org/', title: 'T', text: undefined })).not.toHaveProperty('abstract')
  expect(webRecord({ url: 'https://example.org/', title: 'T', text: 'N/A' })).not.toHaveProperty('abstract')
})
