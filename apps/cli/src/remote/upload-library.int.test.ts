import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, says } from '@winnow/http/testing/answering-server.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Asked, type FakeWinnow, type HeldRun, heldRun, problem, startFakeWinnow } from './testing/fake-winnow.ts'
import { type TestClient, testClient } from './testing/test-client.ts'
import { libraryFiles, uploadLibrary, uploadName } from './upload-library.ts'

let folder: string
let library: string
let held: HeldRun
const opened: { server: FakeWinnow; own: TestClient }[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-upload-'))
  held = await heldRun(folder)
  library = join(folder, 'library')
  await mkdir(join(library, 'more'), { recursive: true })
  await writeFile(join(library, 'a.bib'), 'a')
  await writeFile(join(library, 'b.txt'), 'b')
  await writeFile(join(library, 'more', 'c.bib'), 'c')
  await writeFile(join(library, '.hidden'), 'd')
})
afterEach(async () => {
  for (const { server, own } of opened.splice(0)) {
    await own.close()
    await server.stop()
  }
})
afterAll(() => rm(folder, { recursive: true }))

async function scene(...answers: readonly Answer[]) {
  const first: Partial<Record<Asked, readonly Answer[]>> = { library: answers }
  const server = await startFakeWinnow(held, first)
  const own = testClient(server.url)
  opened.push({ server, own })
  return { server, upload: async (...paths: string[]) => uploadLibrary(await libraryFiles(paths), own.client) }
}
const hashOf = (text: string) => hashOfBytes(Buffer.from(text))
const fault = (line: number) => ({ file: 'x', line, problem: `fault ${line}` })
const read = (hash: string, problems: readonly object[] = [], problemCount = problems.length): Answer =>
  says(201, JSON.stringify({ hash: hashOf(hash), name: 'x', records: 1, problems, problemCount }))

test('a folder is walked as here, and its files are sent one by one', async () => {
  const { upload, server } = await scene()
  expect(await upload(library)).toEqual({ hashes: [hashOf('a'), hashOf('b'), hashOf('c')], notes: [] })
  expect(server.seen.map(({ url, body }) => [url, body])).toEqual([
    ['/v1/libraries?name=a.bib', 'a'],
    ['/v1/libraries?name=b.txt', 'b'],
    ['/v1/libraries?name=more_c.bib', 'c'],
  ])
})

test('files of the same content are one library', async () => {
  const { upload } = await scene(read('same'), read('same'), read('other'))
  expect((await upload(library)).hashes).toEqual([hashOf('same'), hashOf('other')])
})

test('what cannot be read is told, with its file, and the rest is used', async () => {
  await symlink('/nowhere', join(library, 'link.bib'))
  const { upload } = await scene(read('a', [fault(7)], 3), problem(422, 'no format that is known'), read('c'))
  const { hashes, notes } = await upload(library)
  await rm(join(library, 'link.bib'))
  expect(hashes).toEqual([hashOf('a'), hashOf('c')])
  expect(notes).toEqual([
    '5 problems in the library; the rest was read:',
    '  link.bib: a link that leads nowhere: not read',
    '  a.bib, line 7: fault 7',
    '  b.txt: no format that is known',
    '  and 2 more; the LibraryImported event lists up to 100',
  ])
})

test('a file that is refused without a word', async () => {
  const { upload } = await scene(says(400), read('b'), read('c'))
  expect((await upload(library)).notes).toEqual(['1 problem in the library; the rest was read:', '  a.bib: the server cannot read it'])
})

test('a library without a record is bad input', async () => {
  const { upload } = await scene(problem(422, 'nothing in it'), problem(422, 'nothing at all'), says(400))
  await expect(upload(library)).rejects.toThrow(
    new UsageError(
      'the library holds no record that can be read\n  a.bib: nothing in it\n  b.txt: nothing at all\n  more/c.bib: the server cannot read it',
    ),
  )
})

test('a file that is too large ends it: nobody would want a run without it', async () => {
  const { upload, server } = await scene(problem(413, 'at most 5 bytes'))
  await expect(upload(library)).rejects.toThrow(new UsageError(`a.bib is larger than ${server.url} takes: at most 5 bytes`))
  expect(server.seen).toHaveLength(1)
})

test('a path that is not there', async () => {
  await expect(libraryFiles([join(folder, 'none')])).rejects.toThrow(UsageError)
})

test('no more files than a request can name', async () => {
  const many = join(folder, 'many')
  await mkdir(many)
  await Promise.all(Array.from({ length: 1000 }, (_, n) => writeFile(join(many, `${n}.bib`), '')))
  expect((await libraryFiles([many])).files).toHaveLength(1000)
  await writeFile(join(many, 'one-more.bib'), '')
  await expect(libraryFiles([many])).rejects.toThrow(new UsageError('the library has 1001 files; at most 1000 can be sent to a server'))
})

test.each([
  ['a.bib', 'a.bib'],
  ['2020/refs.ris', '2020_refs.ris'],
  ['/a//b\\refs.ris', '_a_b_refs.ris'],
  ['x'.repeat(200), 'x'.repeat(200)],
  [`y${'x'.repeat(200)}`, 'x'.repeat(200)],
  [`ä${'x'.repeat(198)}`, `ä${'x'.repeat(198)}`],
  [`ä${'x'.repeat(199)}`, 'x'.repeat(199)],
  [`😀${'x'.repeat(197)}`, 'x'.repeat(197)],
])('the name of %s', (name, sent) => {
  expect(uploadName(name)).toBe(sent)
})
