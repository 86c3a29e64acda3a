import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { testConfig, winnow } from '../testing/command-line.ts'

let server: TestPostgres
let folder: string
let config: Config
const question = ['What helps memory?', '--library', 'papers.jsonl', '--out', 'out']
beforeAll(async () => {
  server = await startTestPostgres()
  folder = await mkdtemp(join(tmpdir(), 'winnow-archive-'))
  await writeFile(join(folder, 'papers.jsonl'), '{"id":"a","title":"Memory in agents","abstract":"Memory helps agents."}\n')
  config = testConfig(await server.newDatabase(), folder)
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await server.stop()
})

const refused = (changed: Partial<Config>) =>
  expect(winnow({ ...config, ...changed }, question)).rejects.toThrow(/belongs to a cluster.*--server/)

test('a run of one’s own is not put into the database of a cluster, which is told by its archive or by NATS_URL', async () => {
  expect((await winnow(config, question)).code).toBe(0)
  await refused({ natsUrl: 'nats://127.0.0.1:1' })
  const pool = new pg.Pool({ connectionString: config.databaseUrl })
  const runs = async () => (await pool.query('select run_id from run_head')).rows.length
  const before = await runs()
  await pool.query("insert into broker_checkpoint (stream, created, stream_seq) values ('EVENTS', 'today', 1)")
  await refused({})
  await expect(winnow(config, question)).rejects.toBeInstanceOf(UsageError)
  expect(await runs()).toBe(before)
  // What reads goes on.
  expect(JSON.parse((await winnow(config, ['runs', '--json'])).printed).runs).toHaveLength(before)
  await pool.end()
})
