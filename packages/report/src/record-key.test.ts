import { expect, test } from 'vitest'
import { splitRecordKey } from './record-key.ts'

test.each([
  ['library:a', { source: 'library', recordId: 'a' }],
  ['library:10.5/x:y', { source: 'library', recordId: '10.5/x:y' }],
])('%s', (key, expected) => {
  expect(splitRecordKey(key)).toEqual(expected)
})
