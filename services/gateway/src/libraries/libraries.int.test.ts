import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseLibraryBlob } from '@winnow/bibliography/library-blob.ts'
import { libraryReply } from '@winnow/contracts/api/library-reply.ts'
import { PostgresBlobStore } from '@winnow/runtime/blobs/postgres-blob-store.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type GatewayServer, serveGateway } from '../server.ts'
import { openGatewayDatabase } from '../testing/gateway-database.ts'
import { bearer, testParts } from '../testing/gateway-parts.ts'

const uploadBytes = 2000
let server: TestPostgres
let db: Awaited<ReturnType<typeof openGatewayDatabase>>
let gateway: GatewayServer
let headers: { readonly authorization: string }
let temporary: string
beforeAll(async () => {
  server = await startTestPostgres()
  db = await openGatewayDatabase(await server.newDatabase())
  // A folder that no other test uploads to.
  temporary = await mkdtemp(join(tmpdir(), 'winnow-uploads-'))
  vi.stubEnv('TMPDIR', temporary)
  gateway = await serveGateway(testParts(db.pool, { limits: { uploadBytes } }), { host: '127.0.0.1', port: 0 })
  headers = await bearer(db.pool, 'acme', 'researcher')
})
afterAll(async () => {
  await gateway.close()
  await db.pool.end()
  await server.stop()
  vi.unstubAllEnvs()
  await rm(temporary, { recursive: true })
})

async function upload(body: string | Uint8Array, { name = 'refs.jsonl', type = 'application/octet-stream' } = {}) {
  const reply = await fetch(`${gateway.url}/v1/libraries?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': type },
    body,
  })
  return {
    status: reply.status,
    connection: reply.headers.get('connection'),
    body: (await reply.json()) as { hash: string; detail: string },
  }
}
/** A line that is a record, of so many bytes in all. */
const record = (bytes: number) => {
  const around = JSON.stringify({ id: 'a', title: '' }).length
  return JSON.stringify({ id: 'a', title: 'x'.repeat(bytes - around) })
}

describe('a library', () => {
  test.each([
    ['references', 'refs.bib', '@article{a, title={Memory}, year=2020}'],
    ['packed lines', 'refs.jsonl.gz', gzipSync('{"id":"a","title":"Memory"}\n')],
  ])('of %s is read and stored by its hash', async (_, name, body: string | Uint8Array<ArrayBuffer>) => {
    const { status, body: reply } = await upload(body, { name })
    expect([status, libraryReply.parse(reply)]).toMatchObject([201, { name, records: 1, problems: [], problemCount: 0 }])
    const stored = await new PostgresBlobStore(db.pool).get(reply.hash)
    expect(parseLibraryBlob(new TextDecoder().decode(stored ?? new Uint8Array()))).toMatchObject([{ recordId: 'a', title: 'Memory' }])
  })

  test.each(['application/octet-stream', 'application/json', 'text/plain', 'application/x-www-form-urlencoded', 'x/y'])(
    'sent as %s is the same',
    async (type) => {
      expect((await upload('{"id":"a","title":"Memory"}\n', { type })).body).toMatchObject({ records: 1 })
    },
  )

  test('uploaded twice is one, under its newest name', async () => {
    const first = await upload('{"id":"twice","title":"Memory"}\n', { name: 'old.jsonl' })
    const second = await upload('{"id":"twice","title":"Memory"}\n', { name: 'new.jsonl' })
    expect([second.status, second.body.hash === first.body.hash]).toEqual([201, false])
    const again = await upload('{"id":"twice","title":"Memory"}\n', { name: 'new.jsonl' })
    expect(again.body).toEqual(second.body)
    const { rows } = await db.pool.query('select name from uploaded_library where hash = $1', [second.body.hash])
    expect(rows).toEqual([{ name: 'new.jsonl' }])
  })

  test('without a name is called library', async () => {
    const reply = await fetch(`${gateway.url}/v1/libraries`, { method: 'POST', headers, body: '{"id":"a","title":"Memory"}\n' })
    expect(await reply.json()).toMatchObject({ name: 'library' })
  })

  test.each([
    ['nothing', '', 422],
    ['no references', '127.0.0.1 localhost\n', 422],
  ])('of %s is refused', async (_, body, status) => {
    const reply = await upload(body, { name: 'hosts' })
    expect([reply.status, reply.body.detail]).toEqual([status, expect.stringContaining('the library holds no record that can be read')])
  })

  test('without a body at all', async () => {
    const reply = await fetch(`${gateway.url}/v1/libraries`, { method: 'POST', headers })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8'])
  })

  test('with a name that is too long', async () => {
    expect((await upload('{"id":"a","title":"Memory"}\n', { name: 'x'.repeat(201) })).status).toBe(400)
    expect((await upload('{"id":"a","title":"Memory"}\n', { name: 'x'.repeat(200) })).status).toBe(201)
  })
})

describe('the limit', () => {
  test.each([
    ['just fits', uploadBytes, 201],
    ['is a byte larger', uploadBytes + 1, 413],
  ])('a file that %s', async (_, bytes, status) => {
    const reply = await upload(record(bytes))
    expect(reply.status).toBe(status)
    if (status === 413) {
      expect(reply.body.detail).toBe(`The file is larger than the ${uploadBytes} bytes that this server takes: split it.`)
      expect(reply.connection).toBe('close')
    }
  })

  test.each([
    ['just fits', uploadBytes, 201],
    ['is a byte larger', uploadBytes + 1, 413],
  ])('a file of unknown length that %s', async (_, bytes, status) => {
    const [first, second] = [record(bytes).slice(0, 1000), record(bytes).slice(1000)]
    const answered = Promise.withResolvers<number | undefined>()
    const sent = request(`${gateway.url}/v1/libraries?name=refs.jsonl`, { method: 'POST', headers }, (reply) => {
      reply.resume()
      answered.resolve(reply.statusCode)
    })
    sent.on('error', answered.reject)
    sent.write(first)
    sent.end(second)
    expect(await answered.promise).toBe(status)
  })

  test.each([
    ['just fits', 4 * uploadBytes, 201],
    ['is a byte larger', 4 * uploadBytes + 1, 422],
  ])('a packed file that unpacked %s', async (_, bytes, status) => {
    expect((await upload(gzipSync(record(bytes)), { name: 'refs.jsonl.gz' })).status).toBe(status)
  })

  test('nothing is left of uploads', async () => {
    expect(await readdir(temporary)).toEqual([])
  })
})
