import { findKey } from '@winnow/gateway/keys/api-keys.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { testConfig, winnow } from '../testing/command-line.ts'

let server: TestPostgres
let url: string
let config: Config

beforeAll(async () => {
  server = await startTestPostgres()
})
beforeEach(async () => {
  url = await server.newDatabase()
  config = testConfig(url, '/')
})
afterAll(() => server.stop())

const create = (...argv: string[]) => winnow(config, ['keys', 'create', '--workspace', 'acme', '--role', 'researcher', ...argv])

async function holder(key: string) {
  const pool = new pg.Pool({ connectionString: url })
  try {
    return await findKey(pool, key)
  } finally {
    await pool.end()
  }
}

test('create gives a key that is good for its workspace and role; the key alone is printed', async () => {
  const { code, printed, said } = await create()
  expect(code).toBe(0)
  expect(printed).toMatch(/^wk_[0-9a-f]{16}_[0-9a-f]{64}$/)
  expect(await holder(printed)).toEqual({ keyId: printed.slice(3, 19), workspaceId: 'acme', role: 'researcher' })
  expect(said).toBe(
    `This is key ${printed.slice(3, 19)}, of a researcher of workspace acme. It is shown only now: keep it. Use it with --key, or as WINNOW_KEY.`,
  )
})

test('as JSON, with a name; every key is another one', async () => {
  const { printed, said } = await create('--json', '--name', ' Ada\u0007 ')
  const { key, keyId, ...rest } = JSON.parse(printed)
  expect(rest).toEqual({ workspaceId: 'acme', role: 'researcher', name: 'Ada' })
  expect(await holder(key)).toMatchObject({ keyId })
  expect(said).toBe('')
  expect(JSON.parse((await create('--json')).printed).key.slice(-64)).not.toBe(key.slice(-64))
})

test.each(['Acme', 'acme corp', '', 'a'.repeat(41), 'ä', 'acme\n', 'a_b'])('a workspace named %j is bad usage', async (name) => {
  await expect(winnow(config, ['keys', 'create', '--workspace', name, '--role', 'viewer'])).rejects.toThrow(UsageError)
  await expect(winnow(config, ['keys', 'list', '--workspace', name])).rejects.toThrow(UsageError)
})

test.each(['a', '0-9', 'a'.repeat(40)])('a workspace may be named %j', async (name) => {
  const { printed } = await winnow(config, ['keys', 'create', '--workspace', name, '--role', 'viewer'])
  expect(await holder(printed)).toMatchObject({ workspaceId: name, role: 'viewer' })
})

test.each([
  ['no workspace', ['--role', 'viewer']],
  ['no role', ['--workspace', 'acme']],
  ['an unknown role', ['--workspace', 'acme', '--role', 'owner']],
])('%s is bad usage', async (_, argv) => {
  const { code, printed } = await winnow(config, ['keys', 'create', ...argv])
  expect([code, printed]).toEqual([2, ''])
})

test('keys are listed without their secrets, all or those of a workspace', async () => {
  expect((await winnow(config, ['keys', 'list'])).printed).toContain('No keys')
  const { key } = JSON.parse((await create('--json', '--name', 'laptop')).printed)
  await winnow(config, ['keys', 'create', '--workspace', 'other', '--role', 'admin'])
  const listed = (await winnow(config, ['keys', 'list', '--json'])).printed
  expect(JSON.parse(listed).keys.map((one: { workspaceId: string }) => one.workspaceId)).toEqual(['acme', 'other'])
  expect(listed).not.toContain(key.slice(-64))
  const own = JSON.parse((await winnow(config, ['keys', 'list', '--json', '--workspace', 'other'])).printed).keys
  expect(own).toMatchObject([{ workspaceId: 'other', role: 'admin', name: '', revokedAt: null, lastUsedAt: null }])
  const table = (await winnow(config, ['keys', 'list'])).printed.split('\n')
  expect(table[0]).toMatch(/^KEY +WORKSPACE +ROLE +CREATED \(UTC\) +LAST USED +REVOKED +NAME$/)
  expect(table[1]).toMatch(
    new RegExp(`^${key.slice(3, 19)}  acme       researcher  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  -          -        laptop$`),
  )
})

test.each([
  ['its id', (key: string) => key.slice(3, 19)],
  ['the key itself', (key: string) => key],
])('a key is revoked by %s, and another one stays', async (_, named) => {
  const { key, keyId } = JSON.parse((await create('--json')).printed)
  const { key: other } = JSON.parse((await create('--json')).printed)
  expect((await winnow(config, ['keys', 'revoke', named(key)])).printed).toBe(`Revoked ${keyId}.`)
  expect(await holder(key)).toBeNull()
  expect(await holder(other)).not.toBeNull()
  expect(JSON.parse((await winnow(config, ['keys', 'revoke', keyId, '--json'])).printed)).toEqual({ keyId, revoked: true })
})

test('revoking a key that there is not is bad input, and repeats no secret', async () => {
  await expect(winnow(config, ['keys', 'revoke', 'wk_secret'])).rejects.toThrow(
    new UsageError('there is no such key; `winnow keys list` lists them by their ids'),
  )
})
