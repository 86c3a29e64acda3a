import { expect, test } from 'vitest'
import { endnoteRecords, recordBatches } from './endnote-records.ts'

test('each record with its line; one that is never closed runs to the next', () => {
  expect(endnoteRecords('<records>\n<record>a</record>\n\n<record x="1">b\n<record>c</record></records>')).toEqual([
    { text: '<record>a</record>', line: 2 },
    { text: '<record x="1">b\n', line: 4 },
    { text: '<record>c</record>', line: 5 },
  ])
  expect(endnoteRecords('<records/>')).toEqual([])
})

const MIB = 1024 * 1024
test.each<[name: string, lengths: number[], batches: number[][]]>([
  ['nothing', [], []],
  ['together as long as a batch may be', [3 * MIB, 5 * MIB, 1], [[3 * MIB, 5 * MIB], [1]]],
  ['one character more', [3 * MIB, 5 * MIB + 1, 1], [[3 * MIB], [5 * MIB + 1, 1]]],
  ['a long one stays alone', [1, 9 * MIB, 1, 2], [[1], [9 * MIB], [1, 2]]],
])('batches: %s', (_, lengths, batches) => {
  const records = lengths.map((length, index) => ({ text: 'x'.repeat(length), line: index + 1 }))
  const found = recordBatches(records)
  expect(found.map((batch) => batch.map((record) => record.text.length))).toEqual(batches)
  expect(found.flat()).toEqual(records)
})
