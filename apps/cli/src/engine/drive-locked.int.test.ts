import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testConfig, testContext } from '../testing/command-line.ts'
import { driveLocked } from './drive-locked.ts'
import { withWorkshop } from './workshop.ts'

let server: TestPostgres
beforeAll(async () => {
  server = await startTestPostgres()
})
afterAll(() => server.stop())

test('a new run begins when nobody else can drive it, and is let go when it cannot begin', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-drive-'))
  const { context } = testContext(testConfig(await server.newDatabase(), folder))
  const watch = { onEvent: () => {}, onModelCall: () => {} }
  try {
    await withWorkshop(context, (workshop) =>
      withWorkshop(context, async (other) => {
        const begin = async () => {
          expect((await other.locks.acquire('r-one')).kind).toBe('driven')
          throw new Error('the log is full')
        }
        await expect(driveLocked('r-one', workshop, context, watch, begin)).rejects.toThrow('the log is full')
        expect((await other.locks.acquire('r-one')).kind).toBe('held')
      }),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})
