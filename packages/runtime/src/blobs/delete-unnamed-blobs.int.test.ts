import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashOfBytes } from './blob-store.ts'
import { deleteUnnamedBlobs, hashesNamedIn } from './delete-unnamed-blobs.ts'
import { blobMigration, PostgresBlobStore } from './postgres-blob-store.ts'

let server: TestPostgres
let pool: Pool
let blobs: PostgresBlobStore

beforeAll(async () => {
  server = await startTestPostgres()
  pool = new Pool({ connectionString: await server.newDatabase(), max: 2 })
  pool.on('error', () => undefined)
  await pool.query(blobMigration.sql)
  // Of the log only the texts of events are looked at.
  await pool.query('create table event_log (envelope text not null)')
  blobs = new PostgresBlobStore(pool)
})
beforeEach(() => pool.query('truncate blob, event_log'))
afterAll(async () => {
  await pool.end()
  await server.stop()
})

const put = (text: string) => blobs.put(Buffer.from(text))
const name = (hash: string) => pool.query('insert into event_log values ($1)', [`{"data":{"hash":"${hash}"}}`])

async function remove(candidates: readonly string[]): Promise<number> {
  const client = await pool.connect()
  try {
    return await deleteUnnamedBlobs(client, candidates)
  } finally {
    client.release()
  }
}

async function left(): Promise<readonly string[]> {
  const { rows } = await pool.query<{ sha256: string }>('select sha256 from blob')
  return rows.map(({ sha256 }) => sha256).sort()
}

test('what no event and no other blob names goes; what is no candidate stays', async () => {
  const [gone, other] = [await put('gone'), await put('no candidate')]
  expect(await remove([gone, hashOfBytes(Buffer.from('never stored'))])).toBe(1)
  expect(await left()).toEqual([other])
})

test('what an event names stays', async () => {
  const [named, unnamed] = [await put('named'), await put('unnamed')]
  await name(named)
  expect(await remove([named, unnamed])).toBe(1)
  expect(await left()).toEqual([named])
})

test('a part of a longer quoted text is no name', async () => {
  const hash = await put('x')
  await pool.query('insert into event_log values ($1)', [`{"text":"${hash} is mentioned"}`])
  expect(await remove([hash])).toBe(1)
})

test('what a library names goes with it, and stays when the library stays, over any number of steps', async () => {
  const deepest = await put('deepest \u00e9')
  const text = await put(`{"next":"${deepest}"}`)
  const library = await put(`{"fullTextHash":"${text}","title":"\u00e9t\u00e9"}`)
  const all = [deepest, text, library]
  await name(library)
  expect(await remove(all)).toBe(0)
  expect(await left()).toEqual([...all].sort())
  await pool.query('truncate event_log')
  expect(await remove(all)).toBe(3)
  expect(await left()).toEqual([])
})

test('what a library of another run names stays', async () => {
  const shared = await put('shared')
  const theirs = await put(`{"fullTextHash":"${shared}"}`)
  const ours = await put(`{"fullTextHash":"${shared}","more":1}`)
  expect(await remove([ours, shared])).toBe(1)
  expect(await left()).toEqual([shared, theirs].sort())
})

describe('hashes named in a text', () => {
  const [a, b] = ['a'.repeat(64), 'b'.repeat(64)]
  test.each([
    { name: 'quoted, each once, sorted', text: `["${b}","${a}","${b}"]`, hashes: [a, b] },
    { name: 'not without quotes', text: `${a} '${b}'`, hashes: [] },
    { name: 'not one digit more or less', text: `"${a}a" "${b.slice(1)}"`, hashes: [] },
    { name: 'not in upper case', text: `"${a.toUpperCase()}"`, hashes: [] },
  ])('$name', ({ text, hashes }) => {
    expect(hashesNamedIn(text)).toEqual(hashes)
  })
})
