import type { ProviderFailure } from '@winnow/model/provider-failure.ts'
import { buildState } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { withoutPlan } from './plan.ts'

const ended = (status: 'completed' | 'failed' | 'cancelled') =>
  buildState({ status, completed: { status, stopReason: 'planning gave no subquestion', rule: null } })
const failure: ProviderFailure = { kind: 'unauthorised', provider: 'openai', message: 'set a key', atFirstCall: true }

test.each([
  ['a plan', { state: ended('completed'), providerFailure: null }, null],
  ['a failed run', { state: ended('failed'), providerFailure: null }, { said: 'No plan: planning gave no subquestion', code: 3 }],
  ['a cancelled run', { state: ended('cancelled'), providerFailure: null }, { said: 'No plan: planning gave no subquestion', code: 3 }],
  ['Ctrl-C', { state: buildState({ status: 'running' }), providerFailure: null }, { said: 'Interrupted.', code: 130 }],
  ['a failing provider', { state: buildState({ status: 'paused' }), providerFailure: failure }, { said: 'No plan: set a key', code: 3 }],
])('%s', (_name, driven, expected) => {
  expect(withoutPlan(driven)).toEqual(expected)
})
