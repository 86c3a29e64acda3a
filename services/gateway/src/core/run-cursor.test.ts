import { expect, test } from 'vitest'
import { placeOfCursor, runCursor } from './run-cursor.ts'

test.each([[{ startedAt: '2026-07-01T10:00:00.123Z', runId: 'r-20260701-abc' }], [{ startedAt: null, runId: 'r-one' }]])(
  'a cursor leads back: %o',
  (place) => {
    expect(placeOfCursor(runCursor(place))).toEqual(place)
  },
)

const encoded = (text: string) => Buffer.from(text).toString('base64url')
test.each([
  ['nothing', ''],
  ['something else', 'hello'],
  ['no run', encoded('2026-07-01T10:00:00.123Z ')],
  ['no time', encoded('yesterday r-one')],
  ['a day that is none', encoded('2026-13-45T10:00:00.123Z r-one')],
  ['more than a run', encoded("2026-07-01T10:00:00.123Z r-one' or 1=1")],
  ['something before', encoded('x2026-07-01T10:00:00.123Z r-one')],
])('no cursor: %s', (_, cursor) => {
  expect(placeOfCursor(cursor)).toBeNull()
})
