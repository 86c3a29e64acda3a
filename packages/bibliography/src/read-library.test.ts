import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { libraryProblem } from '@winnow/contracts/entities/library-problem.ts'
import { record as recordSchema } from '@winnow/contracts/entities/record.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tinyPdf } from './fixtures/tiny-pdf.ts'
import { fullTextHash } from './full-text-blob.ts'
import { LibraryError } from './library-error.ts'
import { readLibrary } from './read-library.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-library-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const put = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const NOT_KNOWN = 'not recognised as BibTeX, RIS, CSL-JSON, nbib, CSV, JSONL, EndNote XML or PDF'
const NO_TEXT = 'not a text file: give BibTeX, RIS, CSL-JSON, nbib, CSV, JSONL, EndNote XML or PDF'

test('a folder: all below it, sorted, hidden files left out, every unknown file named', async () => {
  mkdirSync(join(folder, 'sub/deep'), { recursive: true })
  mkdirSync(join(folder, '.hidden'))
  put('.hidden/a.bib', '@article{h, title={H}}')
  put('.dot.bib', '@article{h, title={H}}')
  put('z.ris', 'TY  - JOUR\nID  - z\nTI  - Z\nER  - ')
  put('a.jsonl', '{"id":"a1","title":"A1"}\n{"id":"a2","title":"A2"}\n')
  put('sub/b.jsonl.gz', gzipSync('{"id":"b","title":"B"}\n'))
  put('sub/deep/c.txt', '@article{c, title={C}}')
  put('notes.md', '# Notes')
  put('empty.bib', '  \n')
  put('picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]))
  put('nothing.json', '[]')
  const library = await readLibrary([folder])
  expect(library.records.map(({ recordId, origin }) => [recordId, origin])).toEqual([
    ['a1', { file: 'a.jsonl', line: 1 }],
    ['a2', { file: 'a.jsonl', line: 2 }],
    ['b', { file: 'sub/b.jsonl.gz', line: 1 }],
    ['c', { file: 'sub/deep/c.txt', line: 1 }],
    ['z', { file: 'z.ris', line: 1 }],
  ])
  expect(library.files).toEqual([
    { file: 'a.jsonl', format: 'json', records: 2 },
    { file: 'empty.bib', format: 'bibtex', records: 0 },
    { file: 'nothing.json', format: 'json', records: 0 },
    { file: 'sub/b.jsonl.gz', format: 'json', records: 1 },
    { file: 'sub/deep/c.txt', format: 'bibtex', records: 1 },
    { file: 'z.ris', format: 'ris', records: 1 },
  ])
  expect(library.problems).toEqual([
    { file: 'empty.bib', problem: 'the file is empty' },
    { file: 'notes.md', problem: NOT_KNOWN },
    { file: 'nothing.json', problem: 'no entry found in this json file' },
    { file: 'picture.png', problem: NO_TEXT },
  ])
  for (const record of library.records) expect(recordSchema.parse(record)).toEqual(record)
})

test('the order is that of the paths', async () => {
  const b = put('b.jsonl', '{"id":"b","title":"B"}')
  const a = put('a.jsonl', '{"id":"a","title":"A"}')
  expect((await readLibrary([b, a])).records.map((record) => record.recordId)).toEqual(['b', 'a'])
})

test('a file reached twice is read once', async () => {
  const path = put('a.jsonl', '{"id":"a","title":"A"}')
  const library = await readLibrary([folder, path, join(folder, '.')])
  expect(library.records).toHaveLength(1)
  expect(library.problems).toEqual([])
})

test('two files of one name are told apart', async () => {
  mkdirSync(join(folder, 'one'))
  mkdirSync(join(folder, 'two'))
  const one = put('one/a.jsonl', '{"title":"A"}')
  const two = put('two/a.jsonl', '{"title":"B"}')
  const { records } = await readLibrary([one, two])
  expect(records.map((record) => record.origin?.file)).toEqual([one, two])
  expect(new Set(records.map((record) => record.recordId)).size).toBe(2)
})

test('an id used twice gets a suffix, also where that is taken', async () => {
  put('a.jsonl', '{"id":"k#2","title":"A"}\n{"id":"k","title":"B"}\n{"id":"k","title":"C"}\n{"id":"k","title":"D"}')
  const library = await readLibrary([folder])
  expect(library.records.map((record) => record.recordId)).toEqual(['k#2', 'k', 'k#3', 'k#4'])
  expect(library.problems).toEqual([
    { file: 'a.jsonl', line: 3, problem: 'the id "k" is used twice: this entry is kept as "k#3"' },
    { file: 'a.jsonl', line: 4, problem: 'the id "k" is used twice: this entry is kept as "k#4"' },
  ])
})

test('the second of two equal ids is number 2', async () => {
  put('a.jsonl', '{"id":"k","title":"A"}\n{"id":"k","title":"B"}')
  expect((await readLibrary([folder])).records.map((record) => record.recordId)).toEqual(['k', 'k#2'])
})

test('thousands of entries of one id are each kept, without counting up anew for each', async () => {
  put('a.jsonl', '{"id":"k","title":"A"}\n'.repeat(20_000))
  const { records } = await readLibrary([folder])
  expect(records).toHaveLength(20_000)
  expect(records.at(-1)?.recordId).toBe('k#20000')
}, 20_000)

test('columns asked for stand at the positions of the records, of all formats, and never in a record', async () => {
  put('a.jsonl', '{"id":"a","title":"A","label":1}\n{"id":"none","label":0}\n{"id":"b","title":"B"}')
  put('b.csv', 'id,title,year,Label\nc,C,2020,0\n')
  put('c.xml', '<xml><records><record><label>yes</label><titles><title>D</title></titles></record></records></xml>')
  const library = await readLibrary([folder], { columns: ['label'] })
  expect(library.columns).toEqual([{ label: '1' }, {}, { label: '0' }, { label: 'yes' }])
  expect(library.records.map(({ title }) => title)).toEqual(['A', 'B', 'C', 'D'])
  const { records } = await readLibrary([folder])
  expect(library.records).toEqual(records)
})

test('a problem without anything to show has no excerpt', async () => {
  put('a.jsonl', '{"id":" ","doi":"10.5555/x"}')
  expect((await readLibrary([folder])).problems).toStrictEqual([{ file: 'a.jsonl', line: 1, problem: 'an entry without a title' }])
})

test('entries without an id are numbered by their place in the file', async () => {
  put('a.jsonl', '{"title":"A"}\n{"year":2020}\n{"title":"C"}')
  const library = await readLibrary([folder])
  expect(library.records.map((record) => record.recordId)).toEqual(['a.jsonl:1', 'a.jsonl:3'])
  expect(library.problems).toEqual([
    { file: 'a.jsonl', line: 2, problem: 'an entry with neither title, identifier, abstract nor author: not a record' },
  ])
})

test('bare entries are kept where it is asked for', async () => {
  put('a.jsonl', '{"id":"a","title":"A"}\n{"id":"a","year":2020}\n{}')
  const { records, problems, renamed } = await readLibrary([folder], { keepBare: true })
  expect(records.map(({ recordId, title, year }) => [recordId, title, year])).toEqual([
    ['a', 'A', undefined],
    ['a#2', '', 2020],
    ['a.jsonl:3', '', undefined],
  ])
  expect(renamed).toEqual([{ id: 'a', recordId: 'a#2' }])
  const problem = 'an entry with neither title, identifier, abstract nor author: kept as it is'
  expect(problems).toContainEqual({ file: 'a.jsonl', line: 2, problem, excerpt: 'a' })
  expect(problems).toContainEqual({ file: 'a.jsonl', line: 3, problem })
})

test('a broken entry is a problem with its line and beginning; the rest is read', async () => {
  put('a.jsonl', `{"id":"a","title":"A"}\n{"id":"b","title":"${'x'.repeat(300)}\n{"doi":"10.5555/x","id":"c"}`)
  const library = await readLibrary([folder])
  expect(library.records.map((record) => record.recordId)).toEqual(['a', 'c'])
  expect(library.problems).toEqual([
    { file: 'a.jsonl', line: 2, problem: expect.stringMatching(/^broken JSON/), excerpt: `{"id":"b","title":"${'x'.repeat(181)}` },
    { file: 'a.jsonl', line: 3, problem: 'an entry without a title', excerpt: 'c' },
  ])
  for (const problem of library.problems) expect(libraryProblem.parse(problem)).toEqual(problem)
})

test('NUL and lone surrogates in an excerpt are storable', async () => {
  put('a.jsonl', `{"id":"a"\u0000 broken ${'x'.repeat(176)}\u{1F525} end\n`)
  const [problem] = (await readLibrary([folder])).problems
  expect(problem?.excerpt?.isWellFormed()).toBe(true)
  expect(problem?.excerpt).not.toContain('\u0000')
})

test('links: those that stay inside are not read twice, those that lead out or nowhere are named', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'winnow-outside-'))
  writeFileSync(join(outside, 'o.jsonl'), '{"id":"o","title":"O"}')
  mkdirSync(join(folder, 'real'))
  put('real/a.jsonl', '{"id":"a","title":"A"}')
  symlinkSync(join(folder, 'real'), join(folder, 'in-folder'))
  symlinkSync(join(folder, 'real/a.jsonl'), join(folder, 'in.jsonl'))
  symlinkSync(join(outside, 'o.jsonl'), join(folder, 'out.jsonl'))
  symlinkSync(join(folder, 'gone'), join(folder, 'nowhere'))
  symlinkSync(join(folder, 'loop'), join(folder, 'loop'))
  const library = await readLibrary([folder])
  expect(library.records.map((record) => record.recordId)).toEqual(['a'])
  expect(library.problems).toEqual([
    { file: 'loop', problem: 'cannot be reached (ELOOP): not read' },
    { file: 'nowhere', problem: 'a link that leads nowhere: not read' },
    { file: 'out.jsonl', problem: 'a link that leads out of the folder: not followed' },
  ])
  expect((await readLibrary([join(folder, 'out.jsonl')])).records.map((record) => [record.recordId, record.origin?.file])).toEqual([
    ['o', 'out.jsonl'],
  ])
  rmSync(outside, { recursive: true })
})

test('a path that is not there stops the reading, with the path and what to do', async () => {
  const path = join(folder, 'missing.bib')
  const error = await readLibrary([path]).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(LibraryError)
  expect(error).toMatchObject({
    name: 'LibraryError',
    path,
    fix: 'Check the spelling of the path.',
    message: `${path}: no such file or folder. Check the spelling of the path.`,
  })
  const below = join(put('a.bib', ''), 'x')
  await expect(readLibrary([below])).rejects.toThrow(LibraryError)
  await expect(readLibrary(['/dev/null'])).rejects.toThrow('neither a file nor a folder')
})

test('a file larger than the limit is not read, one of that size is; packed files count unpacked', async () => {
  put('a.jsonl', '{"title":"A"}')
  put('b.jsonl.gz', gzipSync(`{"title":"${'b'.repeat(5000)}"}`))
  expect((await readLibrary([join(folder, 'a.jsonl')], { maxFileBytes: 13 })).records).toHaveLength(1)
  expect(await readLibrary([join(folder, 'a.jsonl')], { maxFileBytes: 12 })).toMatchObject({
    records: [],
    problems: [{ file: 'a.jsonl', problem: 'larger than 12 bytes: not read' }],
  })
  expect(await readLibrary([join(folder, 'b.jsonl.gz')], { maxFileBytes: 5000 })).toMatchObject({
    records: [],
    problems: [{ problem: 'unpacks to more than 5000 bytes: not read' }],
  })
})

test('a gzip file cut off gives what it holds, with problems', async () => {
  const lines = Array.from({ length: 2000 }, (_, index) =>
    JSON.stringify({ id: `k${index}`, title: `Title ${(index * 7919) % 10007}` }),
  ).join('\n')
  const packed = gzipSync(lines)
  put('a.jsonl.gz', packed.subarray(0, packed.length / 2))
  const library = await readLibrary([folder])
  expect(library.records.length).toBeGreaterThan(100)
  expect(library.problems.map((problem) => problem.problem)).toEqual([
    'the gzip file ends too early: only its beginning was read',
    expect.stringMatching(/^broken JSON/),
  ])
})

test('a file in Latin-1 is read, and the guess is noted', async () => {
  put('a.bib', Buffer.from('@article{k, title={Gödel}}', 'latin1'))
  const library = await readLibrary([folder])
  expect(library.records[0]?.title).toBe('Gödel')
  expect(library.problems).toEqual([
    { file: 'a.bib', problem: 'the file is no UTF-8: read as Latin-1 (Windows-1252); check letters with accents' },
  ])
})

test('a PDF is a record under its file name, with its text beside', async () => {
  const lines = [
    { text: 'A title of words', size: 18, y: 750 },
    ...Array.from({ length: 9 }, (_, index) => ({ text: `Running text of line ${index}.`, size: 10, y: 700 - index * 15 })),
  ]
  put('paper.pdf', tinyPdf([lines]))
  put('scan.pdf', tinyPdf([[]]))
  put('fake.pdf', 'no pdf at all')
  const library = await readLibrary([folder])
  expect(library.records).toHaveLength(1)
  const [record] = library.records
  expect(record).toMatchObject({ recordId: 'paper.pdf', title: 'A title of words', origin: { file: 'paper.pdf' } })
  const fullText = library.fullTexts.get(record?.fullTextHash ?? '')
  expect(fullText?.sections.map((section) => section.text).join(' ')).toContain('Running text of line 8.')
  expect(fullText === undefined ? '' : fullTextHash(fullText)).toBe(record?.fullTextHash)
  expect(library.files.map(({ file, format, records }) => [file, format, records])).toEqual([
    ['fake.pdf', 'pdf', 0],
    ['paper.pdf', 'pdf', 1],
    ['scan.pdf', 'pdf', 0],
  ])
  expect(library.problems).toEqual([
    { file: 'fake.pdf', problem: 'no PDF, in spite of its name' },
    { file: 'scan.pdf', problem: 'no text layer: a scan, or pictures only; run OCR on it first' },
  ])
})

test('right-to-left text, 3,000 authors, NUL and lone surrogates come through one library', async () => {
  const authors = Array.from({ length: 3000 }, (_, index) => `Family${index}, G`)
  put('a.jsonl', `{"id":"a","title":"تأثير موجات الحر","authors":${JSON.stringify(authors)},"abstract":"a\\u0000b \\ud83d c"}`)
  const { records, problems } = await readLibrary([folder])
  expect(problems).toEqual([])
  expect(records[0]?.title).toBe('تأثير موجات الحر')
  expect(records[0]?.authors).toHaveLength(3000)
  expect(records[0]?.abstract).toBe('a\uFFFDb \uFFFD c')
})

const HOSTILE = new URL('./fixtures/hostile-worker.ts', import.meta.url)

test('PDF and EndNote XML are read in the worker; one that dies costs its file, the order stays that of the files', async () => {
  put('a.bib', '@article{a, title={A}}')
  put('b.pdf', '%PDF-read B')
  put('c.pdf', '%PDF-throw')
  put('d.pdf', '%PDF-read D')
  put('e.pdf', '%PDF-read E')
  put('f.xml', '<records>\n<record>exit</record></records>')
  put('g.xml', '<records><record>read G</record></records>')
  put('h.ris', 'TY  - JOUR\nTI  - H\nER  - ')
  const library = await readLibrary([folder], { parser: { script: HOSTILE } })
  expect(library.records.map(({ recordId, title }) => [recordId, title])).toEqual([
    ['a', 'A'],
    ['b.pdf', 'B'],
    ['d.pdf', 'D'],
    ['e.pdf', 'E'],
    ['g.xml:1', 'G'],
    ['h.ris:1', 'H'],
  ])
  expect(library.problems).toEqual([
    { file: 'c.pdf', problem: 'the parser crashed on this file: thrown by the worker' },
    { file: 'f.xml', line: 2, problem: 'the parser crashed on this file: exit code 3' },
  ])
  expect(library.files.map(({ file, records }) => [file, records])).toContainEqual(['c.pdf', 0])
})

test('a large EndNote XML file is read batch by batch: one that fails costs no other', async () => {
  const filler = 'x'.repeat(5 * 1024 * 1024)
  put('a.xml', `<records>\n${['read A', 'throw', 'read C'].map((words) => `<record>${words} ${filler}</record>`).join('\n')}</records>`)
  const library = await readLibrary([folder], { parser: { script: HOSTILE } })
  expect(library.records.map(({ title }) => title.slice(0, 3))).toEqual(['A x', 'C x'])
  expect(library.problems).toEqual([{ file: 'a.xml', line: 3, problem: 'the parser crashed on this file: thrown by the worker' }])
})

test('billion laughs in an EndNote XML file: no entity is expanded', async () => {
  const entities = Array.from({ length: 9 }, (_, level) => `<!ENTITY lol${level + 1} "${`&lol${level};`.repeat(10)}">`).join('')
  const record = (title: string) => `<record><titles><title>${title}</title></titles></record>`
  put('a.xml', `<!DOCTYPE x [<!ENTITY lol0 "lol">${entities}]>\n<xml><records>${record('&lol9;')}\n${record('T')}</records></xml>`)
  const library = await readLibrary([folder])
  expect(library.records.map(({ title }) => title)).toEqual(['T'])
  expect(library.problems).toEqual([
    { file: 'a.xml', line: 2, problem: expect.stringMatching(/^broken XML: .*lol9/), excerpt: record('&lol9;') },
  ])
})
