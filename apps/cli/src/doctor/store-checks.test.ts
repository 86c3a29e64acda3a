import { DatabaseUnavailable } from '@winnow/runtime/postgres/database-unavailable.ts'
import { expect, test } from 'vitest'
import { testConfig, testContext } from '../testing/command-line.ts'
import { databaseFault, sourceCheck, storeChecks } from './store-checks.ts'

const config = testConfig('postgres://u:secret@127.0.0.1:1/db', '/')
const error = new DatabaseUnavailable('unreachable', 'refused')

test('a database that cannot be opened: where, why, and what to do', () => {
  expect(databaseFault(error, config)).toEqual({
    name: 'database',
    ok: false,
    detail: 'postgres://u:***@127.0.0.1:1/db (DATABASE_URL): refused',
    fix: expect.stringContaining('check DATABASE_URL'),
  })
  expect(databaseFault(error, { ...config, databaseUrl: undefined })).toEqual({
    name: 'database',
    ok: false,
    detail: 'embedded PostgreSQL in /nonexistent: refused',
    fix: expect.stringContaining('WINNOW_HOME'),
  })
})

test.each([
  ['ok', null, true, 'why'],
  ['not configured', null, true, 'not configured: why'],
  ['failed', 'do it', false, 'failed: why'],
  ['throttled', 'do it', false, 'throttled: why'],
  ['skipped', 'do it', false, 'skipped: why'],
] as const)('a source that is %s', (state, fix, ok, detail) => {
  expect(sourceCheck({ source: 'arxiv', title: 'arXiv', state, detail: 'why', fix })).toEqual({ name: 'source arxiv', ok, detail, fix })
})

test('an engine of "web" is named', () => {
  const check = { source: 'web', engine: 'tavily', title: 'Tavily', state: 'ok', detail: 'why', fix: null } as const
  expect(sourceCheck(check).name).toBe('source web (tavily)')
})

test.each([true, false])('without a database no source is asked (live: %s), and each is named', async (live) => {
  const checks = await storeChecks(testContext(config).context, live)
  expect(checks[0]).toMatchObject({ name: 'database', ok: false, detail: expect.stringContaining('ECONNREFUSED') })
  const source = (name: string) => checks.find((check) => check.name === `source ${name}`)
  expect(source('openalex')).toMatchObject({ ok: true, detail: expect.stringMatching(/^not asked: the rate limits/), fix: null })
  expect(source('web')).toMatchObject({ ok: true, detail: expect.stringMatching(/^not configured: .*TAVILY_API_KEY/) })
  expect(checks).toHaveLength(8)
})
