import { expect, test } from 'vitest'
import { isBinary, isPdf, sniffFormat } from './sniff-format.ts'

test.each<[format: string, text: string]>([
  ['json', '{"title": "T"}'],
  ['json', '[{"title": "T"}]'],
  ['json', ' [\n {\n "title": "T"}]'],
  ['json', '[]'],
  ['endnote-xml', '<?xml version="1.0"?><xml><records><record/></records></xml>'],
  ['endnote-xml', '<record><x/></record>'],
  ['csv', 'Title,Year\nA,2020'],
  ['csv', 'PMID;Title\n1;A'],
  ['csv', 'TI\tPY\nA\t2020'],
  ['csv', '"Authors","Title"\n'],
  ['csv', 'title,abstract\n"@article{x,",a'],
  ['ris', 'TY  - JOUR\nTI  - A'],
  ['ris', 'Provider: JSTOR\nContent: text\n\n\nTY  - JOUR\n'],
  ['ris', 'TY - JOUR\n'],
  ['ris', 'TY  - JOUR\nAB  - uses @article{x,\n'],
  ['bibtex', '@article{k, title={T}}'],
  ['bibtex', 'Some words\n  @Book (k, title={T})'],
  ['endnote-tagged', '%T A title\n%A Lee'],
  ['endnote-tagged', '%0 Book\n'],
  ['endnote-tagged', '%A Lee\n'],
  ['nbib', '\nPMID- 123\nTI  - A'],
  ['nbib', 'OWN - ERIC\n'],
  ['nbib', 'STAT- MEDLINE\n'],
  ['nbib', 'TI  - A\nAU  - B'],
])('%s by its content: %j', (format, text) => {
  expect(sniffFormat(text, 'file.unknown')).toBe(format)
  expect(sniffFormat(text, 'file.pdf')).toBe(format)
})

test.each<[name: string, format: string | undefined]>([
  ['a.bib', 'bibtex'],
  ['a.bibtex', 'bibtex'],
  ['a.RIS', 'ris'],
  ['a.nbib', 'nbib'],
  ['a.csv', 'csv'],
  ['a.tsv', 'csv'],
  ['a.json', 'json'],
  ['a.jsonl', 'json'],
  ['a.jsonl.gz', 'json'],
  ['a.ndjson', 'json'],
  ['a.enl', 'endnote-tagged'],
  ['a.enw', 'endnote-tagged'],
  ['a.pdf', 'pdf'],
  ['a.txt', undefined],
  ['bib', undefined],
  ['folder.bib/readme', undefined],
])('otherwise by the name %s', (name, format) => {
  expect(sniffFormat('Just words, and more words.', name)).toBe(format)
})

test.each([
  'Just words.',
  '<html><body>x</body></html>',
  'name,colour\na,red',
  'Title\nA',
  'title words only',
  'acm_id,dblp_id\na0,d1',
  'Title,Colour\na,red',
  '@ home {x}',
  '{ not json }',
  'mail me@article.org {x}',
])('%j is no library', (text) => {
  expect(sniffFormat(text, 'x.txt')).toBeUndefined()
})

test('a PDF has its mark in the first 1,024 bytes', () => {
  expect(isPdf(Buffer.from('%PDF-1.7'))).toBe(true)
  expect(isPdf(Buffer.from(`${' '.repeat(1019)}%PDF-`))).toBe(true)
  expect(isPdf(Buffer.from(`${' '.repeat(1020)}%PDF-`))).toBe(false)
  expect(isPdf(Buffer.from('PDF'))).toBe(false)
})

test.each<[name: string, bytes: Buffer, is: boolean]>([
  ['text', Buffer.from('hello\tworld\r\n\f\v'), false],
  ['a tenth control characters', Buffer.from(`${'a'.repeat(9)}\u0000`), false],
  ['more than a tenth', Buffer.from(`${'a'.repeat(8)}\u0000`), true],
  ['byte 8', Buffer.from([8]), true],
  ['byte 9', Buffer.from([9]), false],
  ['byte 13', Buffer.from([13]), false],
  ['byte 14', Buffer.from([14]), true],
  ['byte 31', Buffer.from([31]), true],
  ['byte 32', Buffer.from([32]), false],
  ['UTF-16 LE', Buffer.from('\uFEFFabc', 'utf16le'), false],
  ['UTF-16 BE', Buffer.from('\uFEFFabc', 'utf16le').swap16(), false],
  ['a zip archive', Buffer.from(`PK\u0003\u0004${'a'.repeat(100)}`), true],
  ['the letters PK', Buffer.from('PK and more'), false],
  ['nothing', Buffer.from(''), false],
])('binary? %s', (_, bytes, is) => {
  expect(isBinary(bytes)).toBe(is)
})
