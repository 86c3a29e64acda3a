import { localRun, requestRun } from '@winnow/runs/new-run.ts'
import type { Reading, Telemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import { noTelemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caughtUp, openWorkshop, projectionParts, type Workshop } from '../engine/workshop.ts'
import { testConfig, testContext } from '../testing/command-line.ts'
import { smallRequest } from '../testing/small-request.ts'
import { gaugeProjectionLag } from './gauges.ts'

let server: TestPostgres
let workshop: Workshop
const { logger } = testContext(testConfig('', '/')).context
beforeAll(async () => {
  server = await startTestPostgres()
  workshop = await openWorkshop(testConfig(await server.newDatabase(), '/'), logger)
})
afterAll(async () => {
  await workshop.close()
  await server.stop()
})

test('the views are behind by what is in the log and not projected', async () => {
  let read: (() => Promise<readonly Reading[]>) | undefined
  const telemetry: Telemetry = {
    ...noTelemetry,
    gauge: (name, how) => {
      if (name === 'projectionLag') read = how
    },
  }
  gaugeProjectionLag(telemetry, projectionParts(workshop, logger), workshop.pool, null)
  expect(await read?.()).toEqual([{ value: 0 }])
  for (const runId of ['r-one', 'r-two'])
    await requestRun(
      workshop.log,
      localRun({ runId, request: smallRequest('How?'), imports: [] }),
      { service: 'client', version: '0', instance: 't' },
      new Date(),
    )
  expect(await read?.()).toEqual([{ value: 2 }])
  await caughtUp(workshop, logger)
  expect(await read?.()).toEqual([{ value: 0 }])
})
