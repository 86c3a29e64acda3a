import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLibraries } from '@winnow/runs/import-library.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeDefaultLibrary } from './default-library.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-library-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function served() {
  const paths = [join(folder, 'a.bib'), join(folder, 'b.bib')]
  await writeFile(paths[0] ?? '', '@article{a, title={Shade}, year=2020}')
  await writeFile(paths[1] ?? '', '@article{b, title={Water}, year=2021}')
  return { paths, library: await readLibraries(paths) }
}

test('it is stored at once, and has the names of its files', async () => {
  const blobs = new MemoryBlobStore()
  const give = await storeDefaultLibrary(await served(), blobs)
  const { hash, name, imported } = await give()
  expect([name, imported.records, imported.hash]).toEqual(['a.bib, b.bib', 2, hash])
  const text = new TextDecoder().decode((await blobs.get(hash)) ?? new Uint8Array())
  expect([text.includes('Shade'), text.includes('Water')]).toEqual([true, true])
})

test('it is stored again when it was deleted, and not otherwise', async () => {
  const store = new MemoryBlobStore()
  let stored = 0
  let gone = false
  const blobs = {
    get: async (hash: string) => (gone ? null : store.get(hash)),
    put: async (bytes: Uint8Array) => {
      stored += 1
      gone = false
      return store.put(bytes)
    },
  }
  const give = await storeDefaultLibrary(await served(), blobs)
  expect((await give()).hash).toBe((await give()).hash)
  expect(stored).toBe(1)
  gone = true
  await give()
  expect([stored, gone]).toEqual([2, false])
})
