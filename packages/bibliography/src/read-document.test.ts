import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DocumentReader } from './document-reader.ts'
import { htmlPage, prose } from './fixtures/html-page.ts'
import { jatsArticle } from './fixtures/jats-article.ts'
import { tinyPdf } from './fixtures/tiny-pdf.ts'
import { WorkerParser } from './parse-in-worker.ts'
import { readDocument } from './read-document.ts'

const pbr021 = JSON.parse(readFileSync(new URL('./fixtures/pbr-021.json', import.meta.url), 'utf8'))
const row = (name: string) => {
  const { body, body_hex: hex } = pbr021.input.rows.find((one: { readonly row: string }) => one.row === name)
  return hex === undefined ? Buffer.from(body) : Buffer.from(hex, 'hex')
}
const pdf = (text = 'Enough letters for a page of text.', extra = {}) => tinyPdf([[{ text, size: 10, y: 700 }]], extra)
const page = (body: string, head = '') => Buffer.from(htmlPage(head, body))
const encrypt = `<< /Filter /Standard /V 1 /R 2 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> /P -4 >>`

test.each<[name: string, bytes: Uint8Array, document: object]>([
  [
    'a PDF',
    pdf('Enough letters for a page of text.', { info: '<< /Title (A study of things) >>' }),
    { outcome: 'read', format: 'pdf', entry: { title: 'A study of things' }, fullText: { sections: [{ page: 1 }] } },
  ],
  [
    'JATS',
    Buffer.from(jatsArticle({ metadata: '<article-title>T</article-title>' })),
    { outcome: 'read', format: 'jats', entry: { title: 'T' }, fullText: { title: 'T', sections: [{ text: 'x' }] } },
  ],
  ['HTML', page(`<h1>T</h1><p>${prose(100)}</p>`), { outcome: 'read', format: 'html', entry: { title: 'T' }, fullText: { title: 'T' } }],
])('reads %s', async (_, bytes, document) => {
  await using parser = new WorkerParser()
  expect(await readDocument(bytes, parser)).toMatchObject(document)
})

test('what is missing of a document is told; a title that was not found is no loss', async () => {
  await using parser = new WorkerParser()
  const info = { info: '<< /Title (A study of things) >>' }
  const cut = await readDocument(pdf(undefined, info).subarray(0, -7), parser)
  expect(cut).toMatchObject({ outcome: 'read', incomplete: expect.stringMatching(/^the end of this PDF is missing/) })
  expect(await readDocument(pdf(), parser)).not.toHaveProperty('incomplete')
})

test.each<[name: string, bytes: Uint8Array, document: object]>([
  [
    'PBR-021, row 1',
    row('1'),
    { outcome: 'not-an-article', reason: 'a page that keeps programs out ("Just a moment"), not the article', refusal: 'bot-wall' },
  ],
  [
    'PBR-021, row 3',
    row('3'),
    {
      outcome: 'not-an-article',
      reason: 'a page about the article, without its text (0 words beside the abstract)',
      follow: 'https://pub.example/real/a.pdf',
    },
  ],
  ['PBR-021, row 4 (a PDF that ends in its head)', row('4'), { outcome: 'incomplete', reason: 'a cut PDF: its end is missing' }],
  ['PBR-021, row 5', row('5'), { outcome: 'incomplete', reason: 'a cut PDF: its end is missing' }],
  ['PBR-021, row 6', row('6'), { outcome: 'empty', reason: 'an empty file' }],
  [
    'a PDF that is whole and broken',
    Buffer.from('%PDF-1.4\nx\n%%EOF'),
    { outcome: 'broken', reason: expect.stringMatching(/^a broken PDF: /) },
  ],
  [
    'an encrypted PDF',
    pdf(undefined, { encrypt }),
    { outcome: 'encrypted', reason: 'an encrypted PDF: remove its password to have it read' },
  ],
  [
    'an encrypted PDF without its end',
    pdf(undefined, { encrypt }).subarray(0, -7),
    { outcome: 'encrypted', reason: 'an encrypted PDF: remove its password to have it read' },
  ],
  ['a scan', tinyPdf([[]]), { outcome: 'no-text-layer', reason: 'no text layer: a scan, or pictures only; run OCR on it first' }],
  [
    'a ZIP file',
    Buffer.from('PK\x03\x04'),
    { outcome: 'unsupported', reason: 'a ZIP file (EPUB, Word or an archive): only PDF, JATS XML and HTML are read' },
  ],
  [
    'other XML',
    Buffer.from('<?xml version="1.0"?><TEI/>'),
    { outcome: 'unsupported', reason: 'XML of another kind (<TEI>): only JATS is read' },
  ],
  [
    'broken XML',
    Buffer.from('<?xml version="1.0"?><article><body>'),
    { outcome: 'broken', reason: expect.stringMatching(/^broken XML: /) },
  ],
  [
    'XML nested too deeply',
    Buffer.from(`<?xml version="1.0"?><article>${'<sec>'.repeat(300)}`),
    { outcome: 'too-large', reason: expect.stringMatching(/^broken XML: /) },
  ],
])('does not read %s', async (_, bytes, document) => {
  await using parser = new WorkerParser()
  expect(await readDocument(bytes, parser)).toEqual(document)
})

const megabyte = 1024 * 1024
const filled = (start: string, size: number) => Buffer.concat([Buffer.from(start), Buffer.alloc(size - start.length, ' ')])
test.each<[name: string, start: string, megabytes: number]>([
  ['a PDF', '%PDF-1.4\n', 100],
  ['an XML file', '<?xml version="1.0"?><article>', 30],
  ['a web page', '<!DOCTYPE html>', 20],
])(
  '%s beginning with %j of more than %i MB is not read',
  async (name, start, megabytes) => {
    await using parser = new WorkerParser()
    const reason = `larger than ${megabytes} MB, the most that is read of ${name}`
    expect(await readDocument(filled(start, megabytes * megabyte + 1), parser)).toEqual({ outcome: 'too-large', reason })
    expect(await readDocument(filled(start, megabytes * megabyte), parser)).not.toMatchObject({ reason })
  },
  60_000,
)

test('a document that takes too long', async () => {
  await using parser = new WorkerParser({ script: new URL('./fixtures/hostile-worker.ts', import.meta.url), timeLimitMs: 50 })
  expect(await readDocument(Buffer.from('%PDF-hang'), parser)).toEqual({ outcome: 'too-slow', reason: 'took longer than 0.05 s to read' })
})

test('the address of a page and the charset of its content type are used', async () => {
  await using parser = new WorkerParser()
  const bytes = Buffer.from(`<html><meta name="citation_pdf_url" content="a.pdf"><p>caf\u00E9 ${prose(400)}`, 'latin1')
  const hint = { url: 'https://x.example/b/', contentType: 'text/html; charset="ISO-8859-1"' }
  expect(await readDocument(bytes, parser, hint)).toMatchObject({
    outcome: 'read',
    entry: { url: hint.url },
    fullText: { sections: [{ text: expect.stringMatching(/^caf\u00E9/) }] },
  })
  expect(
    await readDocument(Buffer.from('<html><meta name="citation_pdf_url" content="a.pdf">'), parser, {
      url: 'https://x.example/b/',
      contentType: null,
    }),
  ).toMatchObject({
    outcome: 'not-an-article',
    follow: 'https://x.example/b/a.pdf',
  })
})

test('a reader takes documents of several callers at once, and goes on after a failure', async () => {
  await using reader = new DocumentReader({ memoryLimitMb: 256 })
  const given = [pdf(), Buffer.from('%PDF-x %%EOF'), page(`<p>${prose(100)}</p>`), Buffer.from('')]
  const read = await Promise.all(given.map((bytes) => reader.read(bytes)))
  expect(read.map(({ outcome }) => outcome)).toEqual(['read', 'broken', 'read', 'empty'])
})

test('a reader that is disposed waits for what it reads', async () => {
  const reader = new DocumentReader()
  const reading = reader.read(pdf())
  await reader[Symbol.asyncDispose]()
  expect((await reading).outcome).toBe('read')
})
