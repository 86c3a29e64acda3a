import { buildState, operation } from '@winnow/testkit/state-builder.ts'
import { expect, it } from 'vitest'
import { unansweredOperations } from './unanswered-operations.ts'

it.each([
  ['throttled', operation('S1', { outcome: 'throttled' }), true],
  ['failed', operation('S1', { outcome: 'failed' }), true],
  ['skipped', operation('S1', { outcome: 'skipped' }), true],
  ['a skipped lookup', operation('S1', { kind: 'seed', outcome: 'skipped' }), true],
  ['a seed that the source does not have', operation('S1', { seed: 'D1', outcome: 'skipped' }), false],
  ['references that failed', operation('S1', { seed: 'D1', outcome: 'failed' }), true],
  ['hits', operation('S1', { outcome: 'hits' }), false],
  ['none', operation('S1', { outcome: 'none' }), false],
  ['truncated', operation('S1', { outcome: 'truncated' }), false],
  ['open', operation('S1', { outcome: 'open' }), false],
])('%s: unanswered %s', (_, one, unanswered) => {
  expect(unansweredOperations(buildState({ operations: [one] }))).toHaveLength(unanswered ? 1 : 0)
})
