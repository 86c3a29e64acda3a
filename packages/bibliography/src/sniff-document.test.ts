import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sniffDocument } from './sniff-document.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const pbr021 = JSON.parse(readFileSync(new URL('./fixtures/pbr-021.json', import.meta.url), 'utf8'))
const row = (name: string) => {
  const { body, body_hex: hex } = pbr021.input.rows.find((one: { readonly row: string }) => one.row === name)
  return hex === undefined ? Buffer.from(body) : Buffer.from(hex, 'hex')
}

test.each<[row: string, kind: unknown]>([
  ['1', { kind: 'html' }],
  ['3', { kind: 'html' }],
  ['4', { kind: 'pdf', ended: false }],
  ['5', { kind: 'pdf', ended: false }],
  ['6', { kind: 'empty' }],
])('PBR-021, row %s', (name, kind) => {
  expect(sniffDocument(row(name))).toEqual(kind)
})

const ended = { kind: 'pdf', ended: true }
test.each<[name: string, bytes: Uint8Array, kind: unknown]>([
  ['a PDF', bytes('%PDF-1.4\n…\n%%EOF\n'), ended],
  ['a PDF behind the last bytes that are searched for its mark', bytes(`${'x'.repeat(1019)}%PDF-1.4 %%EOF`), ended],
  ['one byte further it is none', bytes(`${'x'.repeat(1020)}%PDF-1.4 %%EOF`), { kind: 'other', name: 'plain text' }],
  ['an end mark in the last 2048 bytes', bytes(`%PDF-1.4 %%EOF${' '.repeat(2043)}`), ended],
  ['one byte further from the end it is none', bytes(`%PDF-1.4 %%EOF${' '.repeat(2044)}`), { kind: 'pdf', ended: false }],
  ['a page that speaks of PDF', bytes('<p>How %PDF- files begin'), { kind: 'html' }],
  ['nothing', bytes(''), { kind: 'empty' }],
  ['white space', bytes(' \r\n\t'), { kind: 'empty' }],
  ['a byte order mark alone', bytes('\xEF\xBB\xBF'), { kind: 'empty' }],
  ['much white space and then a page', bytes(`${' '.repeat(60_000)}<html>`), { kind: 'html' }],
  ['more white space than anybody looks through', bytes(' '.repeat(65_537)), { kind: 'other', name: 'plain text' }],
  ['as much as is looked through', bytes(' '.repeat(65_536)), { kind: 'empty' }],
])('%s', (_, given, kind) => {
  expect(sniffDocument(given)).toEqual(kind)
})

test.each<[name: string, text: string, kind: unknown]>([
  ['a page', '<!DOCTYPE html><html><body>x', { kind: 'html' }],
  ['an old page', '\n<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><HTML>', { kind: 'html' }],
  ['XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', { kind: 'html' }],
  ['a page with a prefix', '<?xml version="1.0"?><xhtml:html>', { kind: 'html' }],
  ['a piece of a page', '<div>x</div>', { kind: 'html' }],
  ['an article of HTML', '<article><h1>x</h1></article>', { kind: 'html' }],
  ['a page behind an answer that went wrong', 'Warning: x in y\n<html><body>', { kind: 'html' }],
  ['the head of a page behind text', 'x <head>', { kind: 'html' }],
  ['the body of a page behind text', 'x <body class="y">', { kind: 'html' }],
  ['a page that is named too late', `${'x'.repeat(1024)}<html><body>`, { kind: 'other', name: 'plain text' }],
  ['JATS', '<?xml version="1.0"?><article><body/></article>', { kind: 'jats' }],
  ['JATS without a declaration', '<article><front><article-meta/></front></article>', { kind: 'jats' }],
  ['JATS of a translation', '<article><front-stub></front-stub></article>', { kind: 'jats' }],
  ['JATS with the words of its head in a prefix', '<j:article xmlns:j="x"><j:journal-meta>', { kind: 'jats' }],
  [
    'JATS behind a document type',
    '<!DOCTYPE article PUBLIC "-//NLM//DTD >JATS" \'a[>b\'>\n<!-- x > y -->\n<?p q?><article><front>',
    { kind: 'jats' },
  ],
  ['JATS behind entities', '<!DOCTYPE article [<!ENTITY a "b>c"> <!-- ] --> ]><article><front>', { kind: 'jats' }],
  ['an answer of PubMed Central', '<pmc-articleset><article>', { kind: 'jats' }],
  ['an answer of OAI-PMH', '<OAI-PMH xmlns="x"><GetRecord>', { kind: 'jats' }],
  ['other XML', '<?xml version="1.0"?><TEI xmlns="x">', { kind: 'xml', root: 'TEI' }],
  ['XML whose root begins as one of ours', '<?xml version="1.0"?><article-set>', { kind: 'xml', root: 'article-set' }],
  ['XML that is cut in its head', '<?xml version="1.0"?>', { kind: 'html' }],
  ['an EPUB', 'PK\x03\x04mimetype', { kind: 'other', name: 'a ZIP file (EPUB, Word or an archive)' }],
  ['gzip', '\x1f\x8b\x08<html>', { kind: 'other', name: 'a gzip file' }],
  ['Word of old', '\xd0\xcf\x11\xe0', { kind: 'other', name: 'an old Office file' }],
  ['RTF', '{\\rtf1', { kind: 'other', name: 'an RTF file' }],
  ['PostScript', '%!PS-Adobe', { kind: 'other', name: 'a PostScript file' }],
  ['PNG', '\x89PNG\r\n', { kind: 'other', name: 'a PNG image' }],
  ['JPEG', '\xff\xd8\xff\xe0', { kind: 'other', name: 'a JPEG image' }],
  ['GIF', 'GIF89a', { kind: 'other', name: 'a GIF image' }],
  ['a page behind half a mark of UTF-16', 'ÿ<html>', { kind: 'html' }],
  ['a page behind half of the other mark', 'þ<html>', { kind: 'html' }],
  ['text', 'The nature of science', { kind: 'other', name: 'plain text' }],
  ['bytes that are no text', '\x00\x01\xfe\xff\x80', { kind: 'other', name: 'a file of an unknown kind' }],
])('by its first bytes: %s', (_, text, kind) => {
  expect(sniffDocument(bytes(text))).toEqual(kind)
})

test.each(['utf16le', 'utf16be'])('a page in %s is told by its byte order mark', (encoding) => {
  const little = Buffer.from('\uFEFF<!DOCTYPE html><p>x', 'utf16le')
  expect(sniffDocument(encoding === 'utf16le' ? little : Buffer.from(little).swap16())).toEqual({ kind: 'html' })
})
