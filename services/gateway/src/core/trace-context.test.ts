import { expect, test } from 'vitest'
import { traceIdFrom } from './trace-context.ts'

const id = '0af7651916cd43dd8448eb211c80319c'
const span = 'b7ad6b7169203331'

test.each([
  ['none', undefined, null],
  ['a traceparent', `00-${id}-${span}-01`, id],
  ['not sampled', `00-${id}-${span}-00`, id],
  ['blanks around it', ` 00-${id}-${span}-01 `, id],
  ['a later version', `cc-${id}-${span}-01`, id],
  ['a later version with more', `cc-${id}-${span}-01-what-else`, id],
  ['more in version 00', `00-${id}-${span}-01-what`, null],
  ['the version that is none', `ff-${id}-${span}-01`, null],
  ['no trace', `00-${'0'.repeat(32)}-${span}-01`, null],
  ['no parent', `00-${id}-${'0'.repeat(16)}-01`, null],
  ['capitals', `00-${id.toUpperCase()}-${span}-01`, null],
  ['too short', `00-${id.slice(1)}-${span}-01`, null],
  ['glued on', `00-${id}-${span}-011`, null],
  ['something else', 'hello', null],
])('%s', (_, header, traceId) => {
  expect(traceIdFrom(header)).toBe(traceId)
})
