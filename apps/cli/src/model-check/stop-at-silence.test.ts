import { expect, test } from 'vitest'
import { isSilence, StopAtSilence } from './stop-at-silence.ts'

test.each([
  ['unauthorised', true, true],
  ['unauthorised', false, true],
  ['out-of-credit', false, true],
  ['unknown-model', false, true],
  ['unreachable', false, true],
  ['throttled', false, true],
  ['server-error', false, true],
  ['timeout', true, true],
  ['timeout', false, false],
  ['bad-request', true, false],
  ['bad-request', false, false],
] as const)('%s, at the first call: %s', (kind, atFirstCall, stops) => {
  expect(isSilence({ kind, atFirstCall })).toBe(stops)
  expect(new StopAtSilence().failed('r', 'reader', { kind, atFirstCall, provider: 'openai', message: '' })).toBe(stops)
})
