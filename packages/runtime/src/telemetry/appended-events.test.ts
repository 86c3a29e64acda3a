import { expect, test } from 'vitest'
import { countAppended } from './appended-events.ts'
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
