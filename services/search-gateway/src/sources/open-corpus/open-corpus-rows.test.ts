import { expect, test } from 'vitest'
import { clueweb22, fineweb, longestCorpusText, readCorpusRows } from './open-corpus-rows.ts'

/** Hand-made rows in the documented shape; no recording of a good answer is public (facts §7). */
const row = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')
const clueRow = (changes: object = {}) =>
  row({
    URL: 'https://example.org/reef#x\n',
    'URL-hash': 'ABC',
    Language: 'en',
    'ClueWeb22-ID': 'clueweb22-en0000-00-00001',
    'Clean-Text': '\n Reef noise – é\nReefs are loud.',
    ...changes,
  })
const read = (...results: unknown[]) => readCorpusRows({ results, distances: null, outlinks: [] }, clueweb22)

test('a page of ClueWeb22', () => {
  expect(read(clueRow())).toEqual({
    records: [
      {
        recordId: 'clueweb22-en0000-00-00001',
        source: 'open-corpus',
        ids: {},
        title: 'Reef noise – é',
        authors: [],
        venue: 'ClueWeb22',
        type: 'web',
        rawType: 'web',
        language: 'en',
        abstract: 'Reef noise – é Reefs are loud.',
        url: 'https://example.org/reef',
      },
    ],
    broken: 0,
    cut: 0,
  })
})

test('a page of FineWeb; its date is the day of the crawl and no year', () => {
  const page = {
    text: 'Reef noise',
    id: '<urn:uuid:1>',
    dump: 'CC',
    url: 'https://arxiv.org/abs/2301.00001',
    date: '2021-01-01',
    language: 'en',
  }
  expect(readCorpusRows({ results: [row(page)] }, fineweb)?.records).toEqual([
    {
      recordId: '<urn:uuid:1>',
      source: 'open-corpus',
      ids: { arxiv: '2301.00001' },
      title: 'Reef noise',
      authors: [],
      venue: 'FineWeb',
      type: 'web',
      rawType: 'web',
      language: 'en',
      abstract: 'Reef noise',
      url: 'https://arxiv.org/abs/2301.00001',
    },
  ])
})

test.each<[name: string, value: unknown]>([
  ['a number', 7],
  ['null', null],
  ['an object', { 'ClueWeb22-ID': 'x', 'Clean-Text': 'y' }],
  ['no base64', '§§§'],
  ['base64 of a wrong length', 'abcde'],
  ['base64 with something behind it', `${clueRow()}=x`],
  ['bytes that are no UTF-8', Buffer.from(JSON.stringify({ 'ClueWeb22-ID': 'x', 'Clean-Text': 'caf\u00e9' }), 'latin1').toString('base64')],
  ['cut JSON', row('{"ClueWeb22-ID": "x"')],
  ['a JSON text', row('"x"')],
  ['no id', clueRow({ 'ClueWeb22-ID': undefined })],
  ['a blank id', clueRow({ 'ClueWeb22-ID': ' ' })],
  ['no text', clueRow({ 'Clean-Text': null })],
  ['a blank text', clueRow({ 'Clean-Text': ' \n' })],
  ['a text of nothing but a script', clueRow({ 'Clean-Text': '<script>alert(1)</script>' })],
  ['a row of the other corpus', row({ id: 'x', text: 'y' })],
])('%s is dropped and counted, the others stay', (_name, value) => {
  expect(read(value, clueRow())).toMatchObject({ broken: 1, records: { length: 1 } })
})

test('line feeds inside base64 do not matter', () => {
  expect(read(`${clueRow().slice(0, 40)}\n${clueRow().slice(40)}\n`)).toMatchObject({ broken: 0, records: { length: 1 } })
})

test('a page that comes twice counts once', () => {
  expect(read(clueRow(), clueRow({ 'Clean-Text': 'word '.repeat(2000) }))).toMatchObject({ records: { length: 1 }, broken: 0, cut: 0 })
})

test.each(['javascript:alert(1)', 'ftp://example.org', '', null])('the address %j is left out, the page stays', (URL) => {
  const [record] = read(clueRow({ URL }))?.records ?? []
  expect(record).toMatchObject({ recordId: 'clueweb22-en0000-00-00001' })
  expect(record).not.toHaveProperty('url')
})

test.each<[name: string, text: string, length: number, cut: number]>([
  ['of just the length', `${'abcdefghi '.repeat(799)}abcdefghij`, 8000, 0],
  ['one longer', `${'abcdefghi '.repeat(799)}abcdefghijk`, 7989, 1],
  ['longer by blanks alone', `${'abcdefghi '.repeat(799)}abcdefghij   `, 8000, 0],
])('a text %s', (_name, text, length, cut) => {
  const found = read(clueRow({ 'Clean-Text': text }))
  expect(longestCorpusText).toBe(8000)
  expect(found?.records[0]?.abstract).toHaveLength(length)
  expect(found?.cut).toBe(cut)
})

test.each<[length: number, title: number]>([
  [300, 300],
  [301, 289],
])('a first line of %i characters gives a title of %i', (length, title) => {
  const line = 'abcdefghi '
    .repeat(40)
    .slice(0, length - 1)
    .replace(/ $/, 'x')
  expect(read(clueRow({ 'Clean-Text': `${line}x\nmore` }))?.records[0]?.title).toHaveLength(title)
})

test.each([{}, { results: null }, { results: {} }, { detail: 'x' }, null, 'x', []])('%j is no answer', (body) => {
  expect(readCorpusRows(body, clueweb22)).toBeNull()
})

test('no rows are an answer', () => {
  expect(read()).toEqual({ records: [], broken: 0, cut: 0 })
})
