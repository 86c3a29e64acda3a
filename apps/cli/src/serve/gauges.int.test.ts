import { localRun, requestRun } from '@winnow/runs/new-run.ts'
import type { Reading, Telemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import { noTelemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caughtUp, openWorkshop, projectionParts, type Workshop } from '../engine/workshop.ts'
import { testConfig, testContext } from '../testing/command-line.ts'
import { smallRequest } from '../testing/small-request.ts'
import { gaugeProjectionLag, gaugeQuarantined } from './gauges.ts'

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

test('what is quarantined is counted by reason, events and messages together', async () => {
  let read: (() => Promise<readonly Reading[]>) | undefined
  const telemetry: Telemetry = {
    ...noTelemetry,
    gauge: (name, how) => {
      if (name === 'quarantined') read = how
    },
  }
  gaugeQuarantined(telemetry, workshop.pool)
  expect(await read?.()).toEqual([])
  await workshop.pool.query("insert into event_quarantine values ('r-one', 1, 'invalid', ''), ('r-two', 1, 'invalid', '')")
  await workshop.pool.query(
    "insert into broker_quarantine values ('c', 1, 's', 'not-json', '', now()), ('c', 2, 's', 'invalid', '', now())",
  )
  expect(await read?.()).toEqual([
    { value: 3, attributes: { 'winnow.reason': 'invalid' } },
    { value: 1, attributes: { 'winnow.reason': 'not-json' } },
  ])
})
