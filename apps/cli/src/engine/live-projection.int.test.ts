import { findRun } from '@winnow/readmodel/queries/runs.ts'
import { localRun, localWorkspace, requestRun } from '@winnow/runs/new-run.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testConfig, testContext } from '../testing/command-line.ts'
import { smallRequest } from '../testing/small-request.ts'
import { projectDuring } from './live-projection.ts'
import { openWorkshop, type Workshop } from './workshop.ts'

let server: TestPostgres
let workshop: Workshop
let tested: ReturnType<typeof testContext>

beforeAll(async () => {
  server = await startTestPostgres()
})
beforeEach(async () => {
  const config = testConfig(await server.newDatabase(), '/')
  tested = testContext(config)
  workshop = await openWorkshop(config, tested.context.logger)
})
afterEach(() => workshop.close())
afterAll(() => server.stop())

const request = () =>
  requestRun(
    workshop.log,
    localRun({ runId: 'r-one', request: smallRequest('How?'), imports: [] }),
    { service: 'client', version: '0', instance: 't' },
    new Date(),
  )

test('while the work goes on, the read model follows the log, and afterwards it no longer does', async () => {
  const done = await projectDuring(workshop, tested.context, async () => {
    await request()
    await vi.waitUntil(async () => (await findRun(workshop.readModel, localWorkspace, 'r-one')) !== null, { timeout: 20_000 })
    expect(await workshop.locks.isDriven('#projection')).toBe(true)
    return 'done'
  })
  expect(done).toBe('done')
  expect(tested.ran.said).toEqual([])
  expect(await workshop.locks.isDriven('#projection')).toBe(false)
})

test('a projection that fails is told and fails nothing', async () => {
  await workshop.pool.query('alter table read_model.run add constraint refused check (false) not valid')
  const done = await projectDuring(workshop, tested.context, async () => {
    await request()
    await vi.waitUntil(() => tested.ran.said.length > 0, { timeout: 20_000 })
    return 'done'
  })
  expect(done).toBe('done')
  expect(tested.ran.said).toEqual([expect.stringContaining('the live projection failed. The run goes on.')])
})

test('work that fails ends the projection, and fails as it did', async () => {
  await expect(projectDuring(workshop, tested.context, () => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck')
  expect(await workshop.locks.isDriven('#projection')).toBe(false)
})
