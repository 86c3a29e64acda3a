import { buildState, document } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { type LinkageOutcome, newlyJoined } from './joined-pairs.ts'

const state = buildState({
  documents: [document('D1', { records: ['s:a', 's:b'] }), document('D2', { records: ['s:c'] }), document('D3', { records: ['s:d'] })],
})
const { features } = document('D1')
const entry = (documentId: string, ...recordIds: readonly string[]): LinkageOutcome['registered'][number] => ({
  documentId,
  isNew: false,
  records: recordIds.map((recordId) => ({ source: 's', recordId, operationId: 'S1' })),
  features,
  decisions: [],
  linked: [],
})
const joined = (registered: LinkageOutcome['registered'], merged: LinkageOutcome['merged'] = [], of = state) =>
  [...newlyJoined(of, { registered, merged }).values()].map((pair) => pair.join(' '))

test.each<[string, LinkageOutcome['registered'], LinkageOutcome['merged'], readonly string[]]>([
  ['nothing', [], [], []],
  ['a record of its own', [entry('D4', 'x')], [], []],
  ['a new record joins a known document: with each of its records', [entry('D1', 'x')], [], ['s:a s:x', 's:b s:x']],
  ['two new records of one new document', [entry('D4', 'y', 'x')], [], ['s:x s:y']],
  ['a known record told again is no news', [entry('D1', 'a')], [], []],
  ['documents that turn out to be one', [], [{ into: 'D1', from: 'D2' }], ['s:a s:c', 's:b s:c']],
  [
    'a chain of merges',
    [],
    [
      { into: 'D2', from: 'D3' },
      { into: 'D1', from: 'D2' },
    ],
    ['s:a s:c', 's:a s:d', 's:b s:c', 's:b s:d', 's:c s:d'],
  ],
  ['a new record of a document that is merged away', [entry('D2', 'x')], [{ into: 'D3', from: 'D2' }], ['s:c s:d', 's:c s:x', 's:d s:x']],
])('%s', (_, registered, merged, expected) => {
  expect(joined(registered, merged)).toEqual(expected)
})

test('a merge that is behind the state counts as done', () => {
  const merged = { ...state, aliases: { D2: 'D1' } }
  expect(joined([entry('D3', 'x')], [], merged)).toEqual(['s:d s:x'])
  expect(joined([], [{ into: 'D1', from: 'D2' }], merged)).toEqual([])
})
