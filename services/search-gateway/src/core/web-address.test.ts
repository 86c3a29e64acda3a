import { expect, test } from 'vitest'
import { addressIdentifiers, canonicalUrl, siteName } from './web-address.ts'

test.each<[name: string, address: string, canonical: string | null]>([
  ['a plain address stays', 'https://example.org/a/B?x=1&y=2', 'https://example.org/a/B?x=1&y=2'],
  ['the host is in lower case and has a path', ' HTTP://Example.ORG ', 'http://example.org/'],
  ['the fragment goes', 'https://example.org/a#part', 'https://example.org/a'],
  ['credentials go', 'https://me:secret@example.org/a', 'https://example.org/a'],
  ['tracking parameters go', 'https://example.org/a?utm_source=x&id=7&utm_medium=y', 'https://example.org/a?id=7'],
  ['nothing is left of a query that only tracks', 'https://example.org/a?gclid=1', 'https://example.org/a'],
  ['an empty query goes', 'https://example.org/a?', 'https://example.org/a'],
  [
    'parameters that only look like it stay',
    'https://example.org/a?utm=1&xgclid=2&gclidx=3',
    'https://example.org/a?utm=1&xgclid=2&gclidx=3',
  ],
  ['a parameter without a value stays', 'https://example.org/a?b', 'https://example.org/a?b'],
  ['escapes stay as they are', 'https://example.org/a%20b?q=%C3%A9+x', 'https://example.org/a%20b?q=%C3%A9+x'],
  ['a script is none', 'javascript:alert(1)', null],
  ['a script behind a line feed is none', 'java\nscript:alert(1)', null],
  ['data is none', 'data:text/html,<b>x</b>', null],
  ['a protocol that only ends so is none', 'xhttps://example.org/', null],
  ['another protocol is none', 'ftp://example.org/a', null],
  ['a relative address is none', '/a/b', null],
  ['a word is none', 'example', null],
  ['nothing is none', '', null],
])('%s', (_name, address, canonical) => {
  expect(canonicalUrl(address)).toBe(canonical)
})

test.each(
  'utm_source utm_campaign gclid dclid gbraid wbraid fbclid msclkid yclid twclid igshid mc_cid mc_eid _ga _gl srsltid ref_src FBCLID'.split(
    ' ',
  ),
)('%s only tracks', (name) => {
  expect(canonicalUrl(`https://example.org/?a=1&${name}=2`)).toBe('https://example.org/?a=1')
})

test.each<[url: string, name: string]>([
  ['https://www.nature.com/x', 'nature.com'],
  ['https://blog.www.org:8443/x', 'blog.www.org'],
  ['http://wwwhat.org/', 'wwwhat.org'],
])('the site of %s is %s', (url, name) => {
  expect(siteName(url)).toBe(name)
})

test.each<[url: string, ids: object]>([
  ['https://arxiv.org/abs/2301.00001v2', { arxiv: '2301.00001v2' }],
  ['https://arxiv.org/pdf/2301.00001v2.pdf', { arxiv: '2301.00001v2' }],
  ['https://www.arxiv.org/html/2301.00001v1/', { arxiv: '2301.00001v1' }],
  ['http://export.arxiv.org/abs/astro-ph/0601001', { arxiv: 'astro-ph/0601001' }],
  ['https://arxiv.org/format/2301.00001', { arxiv: '2301.00001' }],
  ['https://arxiv.org/list/cs.LG/2301', {}],
  ['https://arxiv.org/a/pdf/2301.00001', {}],
  ['https://notarxiv.org/abs/2301.00001', {}],
  ['https://arxiv.org.example.org/abs/2301.00001', {}],
  ['https://doi.org/10.5555/a/b(1)', { doi: '10.5555/a/b(1)' }],
  ['https://dx.doi.org/10.5555%2Fa', { doi: '10.5555/a' }],
  ['http://www.doi.org/10.55555/a', { doi: '10.55555/a' }],
  ['https://doi.org/10.5555/100%', { doi: '10.5555/100%' }],
  ['https://doi.org/', {}],
  ['https://doi.org/10.5555/', {}],
  ['https://doi.org/10.555/a', {}],
  ['https://doi.org/10.123456789/a', { doi: '10.123456789/a' }],
  ['https://doi.org/10.1234567890/a', {}],
  ['https://doi.org/the-identifier/10.5555/a', {}],
  ['https://example.org/10.5555/a', {}],
  ['https://mydoi.org/10.5555/a', {}],
  ['https://doi.org.example.org/10.5555/a', {}],
  ['https://pubmed.ncbi.nlm.nih.gov/123/', { pmid: '123' }],
  ['https://pubmed.ncbi.nlm.nih.gov/123', { pmid: '123' }],
  ['https://pubmed.ncbi.nlm.nih.gov/123/similar', { pmid: '123' }],
  ['https://pubmed.ncbi.nlm.nih.gov/trending/', {}],
  ['https://pubmed.ncbi.nlm.nih.gov/a/123', {}],
  ['https://pubmed.ncbi.nlm.nih.gov/12a/', {}],
  ['https://www.ncbi.nlm.nih.gov/pubmed/123', { pmid: '123' }],
  ['https://ncbi.nlm.nih.gov/pubmed/123/x', { pmid: '123' }],
  ['https://www.ncbi.nlm.nih.gov/pmc/articles/PMC45/', { pmcid: '45' }],
  ['https://www.ncbi.nlm.nih.gov/pmc/articles/45', { pmcid: '45' }],
  ['https://pmc.ncbi.nlm.nih.gov/articles/pmc45/pdf/x.pdf', { pmcid: '45' }],
  ['https://pmc.ncbi.nlm.nih.gov/about/articles/PMC45', {}],
  ['https://www.ncbi.nlm.nih.gov/gene/123', {}],
  ['https://www.ncbi.nlm.nih.gov/about/pubmed/123', {}],
])('%s states %j', (url, ids) => {
  expect(addressIdentifiers(url)).toEqual(ids)
})
