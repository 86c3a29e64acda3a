import { expect, test } from 'vitest'
import { addressOf, webAddress } from './web-address.ts'

test.each([
  ['https', 'https://x.y/a_b/O%20que?x=1&y=2~z', 'https://x.y/a_b/O%20que?x=1&y=2~z'],
  ['http, upper case, blanks around', ' HTTP://x.y ', 'HTTP://x.y'],
  ['signs that end a link', 'https://x.y/<a> "b"\'c`\\{}|^', 'https://x.y/%3Ca%3E%20%22b%22%27c%60%5C%7B%7D%7C%5E'],
  ['line breaks', 'https://x.y/a\nb', 'https://x.y/a%0Ab'],
  ['no host', 'https:///a', null],
  ['script', 'javascript:alert(1)', null],
  ['data', 'data:text/html,x', null],
  ['ftp', 'ftp://x.y', null],
  ['no scheme', 'x.y/a', null],
  ['a scheme further on', 'x https://x.y', null],
])('%s', (_, url, expected) => {
  expect(webAddress(url)).toBe(expected)
})

const all = { doi: '10.5555/a', arxiv: '2301.00001', pmid: '7', openalex: 'W1', s2: 'abc' }
const { doi, ...withoutDoi } = all
const { arxiv, ...withoutArxiv } = withoutDoi
const { pmid, ...withoutPmid } = withoutArxiv
const { openalex, ...onlyS2 } = withoutPmid

test.each([
  ['DOI first', all, 'https://x.y', 'https://doi.org/10.5555/a'],
  [
    'an old DOI with signs',
    { doi: '10.5555/(SICI)1(1996)2:3<4::A>5#?%' },
    undefined,
    'https://doi.org/10.5555/(SICI)1(1996)2:3%3C4::A%3E5%23%3F%25',
  ],
  ['arXiv', withoutDoi, 'https://x.y', `https://arxiv.org/abs/${arxiv}`],
  ['PubMed', withoutArxiv, 'https://x.y', `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`],
  ['its own URL', withoutPmid, 'https://x.y', 'https://x.y'],
  ['OpenAlex, when the URL is none', withoutPmid, 'javascript:x', `https://openalex.org/${openalex}`],
  ['OpenAlex, without a URL', withoutPmid, undefined, 'https://openalex.org/W1'],
  ['Semantic Scholar', onlyS2, undefined, 'https://www.semanticscholar.org/paper/abc'],
  ['nothing', {}, undefined, null],
  ['nothing that may be followed', {}, 'file:///etc', null],
])('addresses: %s', (_, ids, url, expected) => {
  expect(addressOf(ids, url)).toBe(expected)
})

test('a DOI is enough', () => {
  expect(addressOf({ doi }, undefined)).toBe('https://doi.org/10.5555/a')
})
