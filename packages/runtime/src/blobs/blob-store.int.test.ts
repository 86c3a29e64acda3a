import { createHash, randomBytes } from 'node:crypto'
import { startTestPostgres } from '@winnow/testkit/postgres-server.ts'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlobStore, hashOfBytes, verified } from './blob-store.ts'
import { MemoryBlobStore } from './memory-blob-store.ts'
import { blobMigration, PostgresBlobStore } from './postgres-blob-store.ts'

const postgres = { server: await startTestPostgres() }
const pool = new Pool({ connectionString: await postgres.server.newDatabase(), max: 4 })
beforeAll(async () => void (await pool.query(blobMigration.sql)))
afterAll(async () => {
  await pool.end()
  await postgres.server.stop()
})

const stores: { name: string; store: BlobStore }[] = [
  { name: 'memory', store: new MemoryBlobStore() },
  { name: 'postgres', store: new PostgresBlobStore(pool) },
]

describe.each(stores)('$name', ({ store }) => {
  test.each([
    { name: 'nothing', bytes: new Uint8Array() },
    { name: 'text with NUL', bytes: new TextEncoder().encode('a\0é🔥') },
    { name: '2 MB of anything', bytes: new Uint8Array(randomBytes(2_000_000)) },
  ])('$name comes back as it was', async ({ bytes }) => {
    const name = await store.put(bytes)
    expect(name).toBe(createHash('sha256').update(bytes).digest('hex'))
    const back = await store.get(name)
    expect(back !== null && Buffer.from(back).equals(bytes)).toBe(true)
  })

  test('what is put twice, also at once, is one blob', async () => {
    const bytes = new Uint8Array(randomBytes(10))
    const names = await Promise.all([store.put(bytes), store.put(bytes), store.put(bytes)])
    expect(new Set([...names, await store.put(bytes)]).size).toBe(1)
  })

  test('what is not there is null', async () => {
    expect(await store.get(hashOfBytes(new Uint8Array([1, 2, 3, 4, 5])))).toBeNull()
  })

  test('a change to the bytes after the put does not reach the store', async () => {
    const bytes = new Uint8Array([7, 7, 7])
    const name = await store.put(bytes)
    bytes[0] = 8
    expect(await store.get(name)).toEqual(new Uint8Array([7, 7, 7]))
  })
})

test('damaged bytes are noticed', async () => {
  const store = new PostgresBlobStore(pool)
  const name = await store.put(new Uint8Array([1]))
  await pool.query("update blob set bytes = '\\x02' where sha256 = $1", [name])
  await expect(store.get(name)).rejects.toThrow(`blob ${name} is damaged`)
  expect(() => verified('0'.repeat(64), new Uint8Array([1]))).toThrow('is damaged')
})
