import { expect, test } from 'vitest'
import { initialState } from './state.ts'
import { stopReason } from './stop-reason.ts'

const completed = { status: 'failed' as const, stopReason: 'wrong key', rule: null }
const stop = { rule: 2, reason: 'enough' }

test.each([
  ['nothing has stopped it', {}, null, null],
  ['the end goes before the rule and the pause', { completed, stop, pauseReason: 'lunch' }, 'wrong key', 2],
  ['the rule of the end', { completed: { ...completed, rule: 5 }, stop }, 'wrong key', 5],
  ['the rule goes before an earlier pause', { status: 'running' as const, stop, pauseReason: 'lunch' }, 'enough', 2],
  ['a pause holds a run that had decided to stop', { status: 'paused' as const, stop, pauseReason: 'lunch' }, 'lunch', null],
  ['a pause', { status: 'paused' as const, pauseReason: 'lunch' }, 'lunch', null],
  ['a pause that is told of as the last thing', { pauseReason: 'lunch' }, 'lunch', null],
])('%s', (_, parts, reason, rule) => {
  expect(stopReason({ ...initialState, ...parts })).toEqual({ reason, rule })
})
