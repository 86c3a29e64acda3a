import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { claimedPages, deepArrays, pageTreeLoop, selfDrawing, unpackingTo } from './fixtures/hostile-pdf.ts'
import { tinyPdf } from './fixtures/tiny-pdf.ts'
import { WorkerParser, type WorkerParserOptions } from './parse-in-worker.ts'
import type { DocumentFailure } from './parse-worker.ts'

const HOSTILE = new URL('./fixtures/hostile-worker.ts', import.meta.url)
const ask = (parser: WorkerParser, text: string) => parser.parse({ format: 'endnote-xml', records: [{ text, line: 1 }] })
const problemOnly = (problem: unknown, failure: DocumentFailure) => ({ entries: [], problems: [{ problem }], failure })
const titles = async (options: WorkerParserOptions, texts: string[]) => {
  await using parser = new WorkerParser({ script: HOSTILE, ...options })
  const found: (string | undefined)[] = []
  for (const text of texts) {
    const { entries, problems } = await ask(parser, text)
    found.push(entries[0]?.title ?? problems[0]?.problem)
  }
  return found
}

afterEach(() => {
  vi.useRealTimers()
})

test('the worker reads a PDF and EndNote XML as their readers do', async () => {
  await using parser = new WorkerParser()
  const page = [{ text: 'Enough letters for a page of text.', size: 10, y: 700 }]
  expect(await parser.parse({ format: 'pdf', bytes: tinyPdf([page], { info: '<< /Title (A study of things) >>' }) })).toEqual({
    entries: [expect.objectContaining({ title: 'A study of things' })],
    problems: [],
    fullText: {
      title: 'A study of things',
      sections: [{ heading: '', level: 1, page: 1, text: 'Enough letters for a page of text.' }],
      references: [],
    },
  })
  expect((await parser.parse({ format: 'pdf', bytes: tinyPdf([page]) })).problems).toEqual([{ problem: 'no title found in this PDF' }])
  const records = [
    { text: '<record><titles><title>T</title></titles></record>', line: 1 },
    { text: '<record><a></record>', line: 2 },
  ]
  expect(await parser.parse({ format: 'endnote-xml', records })).toEqual({
    entries: [expect.objectContaining({ title: 'T', line: 1 })],
    problems: [{ line: 2, problem: expect.stringMatching(/^broken XML: /), excerpt: '<record><a></record>' }],
  })
})

test('one worker reads all files', async () => {
  expect(await titles({}, ['count', 'count', 'count'])).toEqual(['request 1', 'request 2', 'request 3'])
})

const HUNG = 'took longer than 60 s to read'
test.each(['hang', 'spin'])('a worker that does not answer (%s) is given up after 60 s; the next file has a fresh one', async (word) => {
  await using parser = new WorkerParser({ script: HOSTILE })
  expect((await ask(parser, 'count')).entries).toEqual([{ title: 'request 1' }])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answer = ask(parser, word)
  vi.advanceTimersByTime(59_999)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await answer).toEqual(problemOnly(HUNG, 'too-slow'))
  expect((await ask(parser, 'count')).entries).toEqual([{ title: 'request 1' }])
  expect(vi.getTimerCount()).toBe(0)
})

test('a time limit of one’s own is named', async () => {
  expect(await titles({ timeLimitMs: 50 }, ['hang'])).toEqual(['took longer than 0.05 s to read'])
})

// Three ways to fill memory: many small objects; two long arrays, which V8 answers by ending the process when the
// limit is left to it; and buffers outside of the heap, which V8 does not count.
test.each(['fill-heap', 'long-arrays', 'fill-buffers'])(
  'a worker that needs too much memory (%s) is given up; the next file is read',
  async (word) => {
    expect(await titles({ memoryLimitMb: 64 }, [word, 'count'])).toEqual(['needed more than 64 MB of memory to read', 'request 1'])
  },
  60_000,
)

test('what V8 stops itself is named alike; the usual limit is 512 MB', async () => {
  expect(await titles({}, ['run-out', 'count', 'fill-buffers'])).toEqual([
    'needed more than 512 MB of memory to read',
    'request 1',
    'needed more than 512 MB of memory to read',
  ])
}, 60_000)

test.each<[word: string, detail: string]>([
  ['throw', 'thrown by the worker'],
  ['exit', 'exit code 3'],
])('a worker that dies (%s) costs its file alone', async (word, detail) => {
  const crashed = `the parser crashed on this file: ${detail}`
  expect(await titles({}, [word, 'count', 'count', word, word, 'count'])).toEqual([
    crashed,
    'request 1',
    'request 2',
    crashed,
    crashed,
    'request 1',
  ])
})

test('each death is told by its own cause', async () => {
  const crashed = 'the parser crashed on this file: '
  expect(await titles({}, ['throw', 'exit'])).toEqual([`${crashed}thrown by the worker`, `${crashed}exit code 3`])
})

test('what kills a used worker is tried once more in a fresh one', async () => {
  expect(await titles({}, ['count', 'die-when-used survivor', 'count'])).toEqual(['request 1', 'survivor', 'request 2'])
  expect(await titles({}, ['die-afterwards first', 'read second', 'read third'])).toEqual(['first', 'second', 'third'])
})

test('what kills a fresh worker is not tried again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-worker-'))
  const [fresh, used] = [join(folder, 'fresh'), join(folder, 'used')]
  await titles({}, [`note-and-throw ${fresh}`, 'count', `note-and-throw ${used}`])
  expect([readFileSync(fresh, 'utf8'), readFileSync(used, 'utf8')]).toEqual(['x', 'xx'])
  rmSync(folder, { recursive: true })
})

test('a second file before the first is answered is a mistake of the caller', async () => {
  await using parser = new WorkerParser({ script: HOSTILE })
  const first = ask(parser, 'count')
  await expect(ask(parser, 'count')).rejects.toThrow('WorkerParser reads one file at a time')
  expect((await first).entries).toEqual([{ title: 'request 1' }])
})

test('without a file no worker starts; a broken entry script is a problem of the file', async () => {
  await using parser = new WorkerParser({ script: new URL('./fixtures/missing.ts', HOSTILE) })
  expect(await ask(parser, 'count')).toEqual(
    problemOnly(expect.stringMatching(/^the parser crashed on this file: Cannot find module/), 'broken'),
  )
  await new WorkerParser()[Symbol.asyncDispose]()
})

const crowd = [{ text: 'Enough letters for a page of text.', size: 10, y: 700 }]
const whole = tinyPdf(Array.from({ length: 5 }, () => crowd))
test.each<[name: string, bytes: Uint8Array, problem: unknown, failure: DocumentFailure]>([
  ['a page tree that is its own child', pageTreeLoop(), 'a broken PDF: Pages tree contains circular reference.', 'broken'],
  ['a billion pages claimed', claimedPages(1e9), 'no text layer: a scan, or pictures only; run OCR on it first', 'no-text-layer'],
  ['arrays 200,000 deep', deepArrays(), 'a broken PDF: Maximum call stack size exceeded', 'broken'],
  ['a picture that draws itself', selfDrawing(), 'no text layer: a scan, or pictures only; run OCR on it first', 'no-text-layer'],
  ['cut off in the header', whole.subarray(0, 12), expect.stringMatching(/^a broken PDF: \S/), 'broken'],
  [
    'cut off before its table of contents',
    whole.subarray(0, Buffer.from(whole).indexOf('xref')),
    'a broken PDF: Invalid PDF structure.',
    'broken',
  ],
  [
    'encrypted',
    tinyPdf([crowd], { encrypt: `<< /Filter /Standard /V 1 /R 2 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> /P -4 >>` }),
    'an encrypted PDF: remove its password to have it read',
    'encrypted',
  ],
])('a hostile PDF: %s', async (_, bytes, problem, failure) => {
  await using parser = new WorkerParser()
  expect(await parser.parse({ format: 'pdf', bytes })).toEqual(problemOnly(problem, failure))
  expect((await parser.parse({ format: 'pdf', bytes: whole })).entries).toHaveLength(1)
})

test('a PDF of 400 kB that unpacks to 128 MB of text is given up at its limit; the next is read', async () => {
  await using parser = new WorkerParser({ memoryLimitMb: 128 })
  expect(await parser.parse({ format: 'pdf', bytes: unpackingTo(128) })).toEqual(
    problemOnly('needed more than 128 MB of memory to read', 'too-large'),
  )
  expect((await parser.parse({ format: 'pdf', bytes: whole })).entries).toHaveLength(1)
}, 60_000)
