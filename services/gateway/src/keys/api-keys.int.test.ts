import { randomBytes } from 'node:crypto'
import { migrate } from '@winnow/runtime/postgres/migrate.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiKeyMigration } from './api-key-migration.ts'
import { anyKey, createKey, findKey, listKeys, revokeKey } from './api-keys.ts'

let server: TestPostgres
let pool: pg.Pool
beforeAll(async () => {
  server = await startTestPostgres()
  pool = new pg.Pool({ connectionString: await server.newDatabase() })
  await migrate(pool, [apiKeyMigration])
})
afterAll(async () => {
  await pool.end()
  await server.stop()
})
beforeEach(async () => void (await pool.query('truncate api_key')))

const now = new Date('2026-11-30T12:00:00.000Z')
const later = new Date('2026-11-30T13:00:00.000Z')
const wanted = { workspaceId: 'acme', role: 'researcher', name: 'laptop' } as const
const make = (more: Partial<Parameters<typeof createKey>[1]> = {}) => createKey(pool, { ...wanted, ...more }, randomBytes, now)
const usedAt = async () => (await pool.query<{ last_used_at: Date | null }>('select last_used_at from api_key')).rows[0]?.last_used_at

test.each(['viewer', 'researcher', 'admin'] as const)('the holder of a new key of a %s is found by it', async (role) => {
  const { key, keyId } = await make({ role })
  expect(await findKey(pool, key)).toEqual({ keyId, workspaceId: 'acme', role })
})

test('another role is refused by the database', async () => {
  await expect(make({ role: 'owner' as 'admin' })).rejects.toThrow('api_key_role_check')
})

test('of the key itself nothing is stored', async () => {
  const { key } = await make()
  const { rows } = await pool.query('select * from api_key')
  expect(JSON.stringify(rows)).not.toContain(key.slice(-64))
  expect(rows).toHaveLength(1)
})

test('a key with a wrong secret, an unknown and a malformed one are nobody', async () => {
  const { key } = await make()
  const other = key.endsWith('0') ? '1' : '0'
  expect(await findKey(pool, `${key.slice(0, -1)}${other}`)).toBeNull()
  expect(await findKey(pool, `wk_${'0'.repeat(16)}_${key.slice(-64)}`)).toBeNull()
  for (const text of ['', 'wrong', `${key}\0`, key.toUpperCase()]) expect(await findKey(pool, text)).toBeNull()
  expect(await usedAt()).toBeNull()
})

test('a revoked key is nobody, for good, and keeps the time of its first revocation', async () => {
  const { key, keyId } = await make()
  expect(await revokeKey(pool, 'acme', keyId, now)).toBe('revoked')
  expect(await revokeKey(pool, 'acme', keyId, later)).toBe('revoked')
  expect(await findKey(pool, key)).toBeNull()
  expect((await listKeys(pool, 'acme'))[0]?.revokedAt).toBe(now.toISOString())
})

test('a key is revoked only in its own workspace, or from all of them; the others stay', async () => {
  const { key, keyId } = await make()
  const other = await make()
  expect(await revokeKey(pool, 'other', keyId, now)).toBe('unknown')
  expect(await findKey(pool, key)).not.toBeNull()
  expect(await revokeKey(pool, null, keyId, now)).toBe('revoked')
  expect(await findKey(pool, key)).toBeNull()
  expect(await findKey(pool, other.key)).not.toBeNull()
})

test.each(['0'.repeat(16), 'nonsense', `${'0'.repeat(15)}\0`])('a key %j that is none is unknown', async (keyId) => {
  expect(await revokeKey(pool, null, keyId, now)).toBe('unknown')
})

test('keys are listed by workspace and age, without anything secret', async () => {
  const second = await createKey(pool, wanted, randomBytes, later)
  const first = await make({ name: '' })
  const other = await make({ workspaceId: 'aaa', role: 'admin' })
  await revokeKey(pool, 'acme', first.keyId, later)
  const own = [
    {
      keyId: first.keyId,
      workspaceId: 'acme',
      role: 'researcher',
      name: '',
      createdAt: now.toISOString(),
      revokedAt: later.toISOString(),
      lastUsedAt: null,
    },
    {
      keyId: second.keyId,
      workspaceId: 'acme',
      role: 'researcher',
      name: 'laptop',
      createdAt: later.toISOString(),
      revokedAt: null,
      lastUsedAt: null,
    },
  ]
  expect(await listKeys(pool, 'acme')).toEqual(own)
  expect((await listKeys(pool, null)).map(({ keyId }) => keyId)).toEqual([other.keyId, first.keyId, second.keyId])
  expect(await listKeys(pool, 'none')).toEqual([])
})

test('the use of a key is noted, once a minute', async () => {
  const { key } = await make()
  const unused = await make({ workspaceId: 'unused' })
  await findKey(pool, key)
  const [{ lastUsedAt } = { lastUsedAt: null }] = await listKeys(pool, 'acme')
  expect(lastUsedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  await pool.query(`update api_key set last_used_at = now() - interval '50 seconds' where workspace_id = 'acme'`)
  const recent = (await listKeys(pool, 'acme'))[0]?.lastUsedAt
  await findKey(pool, key)
  expect((await listKeys(pool, 'acme'))[0]?.lastUsedAt).toBe(recent)
  await pool.query(`update api_key set last_used_at = now() - interval '70 seconds' where workspace_id = 'acme'`)
  const old = (await listKeys(pool, 'acme'))[0]?.lastUsedAt
  await findKey(pool, key)
  expect(Date.parse((await listKeys(pool, 'acme'))[0]?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(old ?? ''))
  expect((await listKeys(pool, 'unused')).map(({ keyId, lastUsedAt: at }) => [keyId, at])).toEqual([[unused.keyId, null]])
})

test('there is a key as long as one is not revoked', async () => {
  expect(await anyKey(pool)).toBe(false)
  const { keyId } = await make()
  expect(await anyKey(pool)).toBe(true)
  await revokeKey(pool, 'acme', keyId, now)
  expect(await anyKey(pool)).toBe(false)
})
