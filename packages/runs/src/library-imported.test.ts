import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fullTextHash } from '@winnow/bibliography/full-text-blob.ts'
import { parseLibraryBlob } from '@winnow/bibliography/library-blob.ts'
import type { Library } from '@winnow/bibliography/read-library.ts'
import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import { maxEventBytes } from '@winnow/contracts/envelope.ts'
import { eventDefinitions } from '@winnow/contracts/registry.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLibraries, storeLibrary } from './import-library.ts'
import { libraryImported, libraryNotes, nothingRead } from './library-imported.ts'
import { memoryStores } from './testing/memory-stores.ts'
import { UsageError } from './usage-error.ts'

const hash = 'a'.repeat(64)
const library = (parts: Partial<Library>): Library => ({
  records: [],
  columns: [],
  problems: [],
  files: [],
  fullTexts: new Map(),
  renamed: [],
  ...parts,
})
const problem = (n: number) => ({ file: 'refs.bib', line: n, problem: `fault ${n}` })
const problems = (count: number) => Array.from({ length: count }, (_, index) => problem(index + 1))

describe('the event that names a library', () => {
  test('tells files, records and problems', () => {
    const files = [{ file: 'refs.bib', format: 'bibtex', records: 2 }] as const
    const whole = { file: 'x.pdf', problem: 'a broken PDF', excerpt: '%PDF' }
    expect(libraryImported(library({ files, problems: [problem(1), whole] }), hash)).toEqual({
      hash,
      files,
      records: 0,
      problems: [problem(1), whole],
      problemCount: 2,
    })
  })

  test.each([
    [100, 100],
    [101, 100],
  ])('of %i problems it names %i and counts all', (count, named) => {
    const event = libraryImported(library({ problems: problems(count) }), hash)
    expect([event.problems.length, event.problemCount]).toEqual([named, count])
  })

  test('shortens long texts: the end of a path, the beginning of the rest', () => {
    const [named] = libraryImported(
      library({ problems: [{ file: `${'d/'.repeat(400)}refs.bib`, problem: 'p'.repeat(301), excerpt: 'e'.repeat(201) }] }),
      hash,
    ).problems
    expect(named?.file).toMatch(/^….*refs\.bib$/)
    expect([named?.file.length, named?.problem.length, named?.excerpt?.length]).toEqual([300, 300, 200])
    const exact = { file: 'f'.repeat(300), problem: 'p'.repeat(300), excerpt: 'e'.repeat(200) }
    expect(libraryImported(library({ problems: [exact] }), hash).problems).toEqual([exact])
  })

  test('stays below the limit of an event, whatever was wrong with however many files', () => {
    const long = '𝔘'.repeat(5000)
    const event = libraryImported(
      library({
        problems: Array.from({ length: 500 }, () => ({ file: long, line: 1, problem: long, excerpt: long })),
        files: Array.from({ length: 30_000 }, (_, index) => ({ file: `${long}${index}.pdf`, format: 'pdf' as const, records: 1 })),
      }),
      hash,
    )
    expect(eventDefinitions.LibraryImported.schema.parse(event)).toEqual(event)
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(maxEventBytes - 4096)
    expect(event.files.length).toBeGreaterThan(50)
    expect(JSON.stringify(event).isWellFormed()).toBe(true)
  })

  test('names every file of an ordinary folder', () => {
    const files = Array.from({ length: 1000 }, (_, index) => ({ file: `papers/${index}.pdf`, format: 'pdf' as const, records: 1 }))
    expect(libraryImported(library({ files }), hash).files).toEqual(files)
  })
})

describe('what a person is told at the start', () => {
  test.each([
    ['nothing, when all is well', 0, []],
    ['the one problem', 1, ['1 problem in the library; the rest was read:', '  refs.bib, line 1: fault 1']],
    ['three', 3, ['3 problems in the library; the rest was read:', ...[1, 2, 3].map((n) => `  refs.bib, line ${n}: fault ${n}`)]],
    [
      'the first three of more',
      5,
      [
        '5 problems in the library; the rest was read:',
        ...[1, 2, 3].map((n) => `  refs.bib, line ${n}: fault ${n}`),
        '  and 2 more; the LibraryImported event lists up to 100',
      ],
    ],
  ])('%s', (_, count, notes) => {
    expect(libraryNotes({ problems: problems(count) })).toEqual(notes)
  })

  test('a whole file has no line', () => {
    expect(libraryNotes({ problems: [{ file: 'x.pdf', problem: 'a broken PDF' }] })[1]).toBe('  x.pdf: a broken PDF')
  })
})

test.each([
  ['without a problem', 0, []],
  ['with more problems than are told', 4, [1, 2, 3].map((n) => `  refs.bib, line ${n}: fault ${n}`)],
])('a library without a record, %s', (_, count, lines) => {
  expect(nothingRead({ problems: problems(count) })).toBe(['the library holds no record that can be read', ...lines].join('\n'))
})

describe('reading and storing', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'winnow-library-'))
    await writeFile(join(folder, 'refs.jsonl'), '{"id":"a","title":"Memory","doi":"10.48550/arXiv.2310.08560"}\n@broken\n')
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('records come back from the blob store, with their identifiers complete', async () => {
    const { blobs } = memoryStores()
    const event = await storeLibrary(await readLibraries([join(folder, 'refs.jsonl')]), blobs)
    expect(event).toMatchObject({ records: 1, problemCount: 1, problems: [{ file: 'refs.jsonl', line: 2 }] })
    const [record] = parseLibraryBlob(new TextDecoder().decode((await blobs.get(event.hash)) ?? new Uint8Array()))
    expect(record).toMatchObject({ recordId: 'a', title: 'Memory', ids: { arxiv: '2310.08560' } })
  })

  test('full texts are stored under the hash that their records name, whatever the order of their members', async () => {
    const { blobs } = memoryStores()
    const text: FullText = { references: [], sections: [{ text: 'All of it.', level: 1, heading: 'Abstract' }], title: 'Memory' }
    const named = fullTextHash(text)
    await storeLibrary(library({ fullTexts: new Map([[named, text]]) }), blobs)
    expect(JSON.parse(new TextDecoder().decode((await blobs.get(named)) ?? new Uint8Array()))).toEqual(text)
  })

  test('a full text under another hash is a broken invariant', async () => {
    const text: FullText = { sections: [], references: [] }
    await expect(storeLibrary(library({ fullTexts: new Map([[hash, text]]) }), memoryStores().blobs)).rejects.toThrow(
      `the full text ${hash} is stored as ${fullTextHash(text)}`,
    )
  })

  test('a library of which nothing can be read is bad usage', async () => {
    await writeFile(join(folder, 'hosts'), '127.0.0.1 localhost\n')
    await expect(readLibraries([join(folder, 'hosts')])).rejects.toThrow(UsageError)
    await expect(readLibraries([join(folder, 'hosts')])).rejects.toThrow('  hosts: not recognised')
  })

  test('a path that is not there is bad usage, and named', async () => {
    await expect(readLibraries([join(folder, 'none.bib')])).rejects.toThrow(UsageError)
    await expect(readLibraries([join(folder, 'none.bib')])).rejects.toThrow('none.bib')
  })
})
