import type { WorkItem } from '@winnow/eventlog/work-queue.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import { RunReader } from '@winnow/runtime/run-reader.ts'
import { noTelemetry } from '@winnow/runtime/telemetry/telemetry.ts'
import { memoryLog, requested, tell } from '@winnow/testkit/recorded-run.ts'
import { expect, test } from 'vitest'
import { recordDeadWork } from './record-dead-work.ts'

async function plannedRun() {
  const log = memoryLog()
  await tell(log, 'r-one', requested({}), { type: 'PlanningRequested', data: { workId: 'plan', maxSubquestions: 5, reserve: {} } })
  const decision = (await Array.fromAsync(log.read('r-one')))[1]
  const item: WorkItem = {
    runId: 'r-one',
    workspaceId: 'lab',
    service: 'planner',
    lane: 'default',
    workId: 'plan',
    eventId: decision?.id ?? '',
    eventType: 'PlanningRequested',
    pos: 2,
    entry: 0,
  }
  const deps = {
    log,
    reader: new RunReader(log),
    actor: { version: '1', instance: 'here' },
    logger: createLogger('silent'),
    now: () => new Date('2026-07-01T10:00:00.000Z'),
    telemetry: noTelemetry,
  }
  return { log, item, deps, events: () => Array.fromAsync(log.read('r-one')) }
}

test('work that killed its workers ends as a decision of the conductor', async () => {
  const { item, deps, events } = await plannedRun()
  await recordDeadWork(item, 'none of 10 deliveries was finished', 10, deps)
  expect((await events()).slice(2)).toMatchObject([
    {
      type: 'WorkFailed',
      aggregate: 'run',
      causationId: item.eventId,
      actor: { service: 'conductor', version: '1', instance: 'here' },
      data: {
        workId: 'plan',
        service: 'planner',
        stage: 'planning',
        reason: 'none of 10 deliveries was finished',
        attempts: 10,
        retryable: false,
      },
    },
  ])
})

test('told again, by another conductor, it is recorded once', async () => {
  const { item, deps, events } = await plannedRun()
  await recordDeadWork(item, 'dead', 10, deps)
  await recordDeadWork(item, 'dead', 10, deps)
  expect(await events()).toHaveLength(3)
})

test('when somebody decides meanwhile it is to be tried again', async () => {
  const { log, item, deps, events } = await plannedRun()
  const version = log.version.bind(log)
  let stale = true
  log.version = async (runId, aggregate) => (stale ? '0' : version(runId, aggregate))
  await expect(recordDeadWork(item, 'dead', 10, deps)).rejects.toThrow('was decided on meanwhile')
  expect(await events()).toHaveLength(2)
  stale = false
  await recordDeadWork(item, 'dead', 10, deps)
  expect(await events()).toHaveLength(3)
})

test('work that the run never asked for is a fault', async () => {
  const { item, deps } = await plannedRun()
  await expect(recordDeadWork({ ...item, workId: 'other' }, 'dead', 10, deps)).rejects.toThrow('other is not in the state of r-one')
})
