import { expect, it } from 'vitest'
import { degradedBy } from './unusable.ts'

const fault = { role: 'planner' as const, reason: 'cut', count: 1 }

it.each([
  { name: 'no reply: what the call says', value: null, degraded: [fault], usable: [], out: [fault] },
  { name: 'no model: nothing', value: null, degraded: [], usable: [], out: [] },
  { name: 'a usable reply: nothing', value: {}, degraded: [], usable: [1], out: [] },
  {
    name: 'a reply with nothing usable',
    value: {},
    degraded: [],
    usable: [],
    out: [{ ...fault, reason: 'the reply held nothing usable' }],
  },
])('$name', ({ value, degraded, usable, out }) => {
  expect(degradedBy('planner', { value, degraded }, usable)).toEqual(out)
})
