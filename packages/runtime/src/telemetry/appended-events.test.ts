import { fold } from '@winnow/domain/evolve.ts'
import { memoryLog, requested } from '@winnow/testkit/recorded-run.ts'
import { expect, test } from 'vitest'
import { sealNewEvent } from '../seal-new-event.ts'
import { countAppended, countingLog } from './appended-events.ts'
import { recordedTelemetry } from './testing/recorded-telemetry.ts'

const events = ['PlanProposed', 'IntentCreated', 'WorkFailed'].map((type) => ({ type }))
test.each([
  ['all', { kind: 'appended', version: '3', recorded: 3 }, ['PlanProposed', 'IntentCreated', 'WorkFailed']],
  ['those that were not there already', { kind: 'appended', version: '3', recorded: 1 }, ['WorkFailed']],
  ['none that were', { kind: 'appended', version: '3', recorded: 0 }, []],
  ['none of a conflict', { kind: 'conflict', version: '3' }, []],
] as const)('%s are counted', (_, result, types) => {
  const { telemetry, told } = recordedTelemetry()
  countAppended(telemetry, events, result)
  expect(told).toEqual(types.map((type) => ({ metric: 'eventsAppended', value: 1, attributes: { 'winnow.event': type } })))
})

test('a counting log is the log, and counts what is appended through it', async () => {
  const log = memoryLog()
  const { telemetry, told } = recordedTelemetry()
  const counting = countingLog(log, telemetry)
  const actor = { service: 'gateway', version: '0', instance: 't' }
  const event = sealNewEvent(requested({}), {
    runId: 'r-one',
    workspaceId: 'lab',
    aggregate: 'command',
    actor,
    causationId: null,
    traceId: 'a'.repeat(32),
    now: new Date(0),
  })
  expect(await counting.append([event])).toMatchObject({ kind: 'appended', recorded: 1 })
  expect(await counting.append([event])).toMatchObject({ kind: 'appended', recorded: 0 })
  expect(told).toEqual([{ metric: 'eventsAppended', value: 1, attributes: { 'winnow.event': 'RunRequested' } }])
  expect(fold(await Array.fromAsync(counting.read('r-one'))).request?.asOf).toBe(
    fold(await Array.fromAsync(log.read('r-one'))).request?.asOf,
  )
  expect(await Array.fromAsync(counting.read('r-one', { after: 1 }))).toEqual([])
})
