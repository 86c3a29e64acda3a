import { buildState, document, operation } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { searchCandidates } from './search-candidates.ts'

const documents = ['D1', 'D2', 'D3', 'D4'].map((id) => document(id))
const keys = (...numbers: number[]) => numbers.map((n) => `library:r${n}`)

test('in the order of the source, and nothing that other searches found', () => {
  const state = buildState({ documents, operations: [operation('S1', { keys: keys(3, 1) }), operation('S2', { keys: keys(2) })] })
  expect(searchCandidates(state, ['S1'])).toEqual(['D3', 'D1'])
  expect(searchCandidates(state, ['S9'])).toEqual([])
})

test('what two sources found goes before what one found better; of equals the smaller id', () => {
  const state = buildState({ documents, operations: [operation('S1', { keys: keys(3, 2) }), operation('S2', { keys: keys(1, 2) })] })
  expect(searchCandidates(state, ['S1', 'S2'])).toEqual(['D2', 'D1', 'D3'])
})

test('ranks are damped by 60: two places near the end are worth less than 1/61', () => {
  const many = Array.from({ length: 70 }, (_, index) => `library:x${index}`)
  const far = (at: number) => [...many.slice(0, at), 'library:r2']
  const found = (at: number) =>
    searchCandidates(
      buildState({
        documents,
        operations: [operation('S1', { keys: ['library:r1'] }), operation('S2', { keys: far(at) }), operation('S3', { keys: far(at) })],
      }),
      ['S1', 'S2', 'S3'],
    )
  // 2 / (60 + rank) against 1 / 61: equal at rank 62.
  expect(found(60)).toEqual(['D2', 'D1'])
  expect(found(62)).toEqual(['D1', 'D2'])
})

test.each([
  ['retracted', []],
  ['notice', []],
  ['concern', ['D1']],
  ['conflict', ['D1']],
  ['ok', ['D1']],
] as const)('a work whose editorial state is %s', (editorial, found) => {
  const state = buildState({
    documents: [document('D1', { editorial, features: { editorial } })],
    operations: [operation('S1', { keys: keys(1) })],
  })
  expect(searchCandidates(state, ['S1'])).toEqual(found)
})

test('a merged document is its survivor, once', () => {
  const state = buildState({
    documents: [document('D1')],
    records: { 'library:r1': 'D1', 'arxiv:a': 'D2' },
    aliases: { D2: 'D1' },
    operations: [operation('S1', { keys: ['library:r1', 'arxiv:a', 'library:unknown'] })],
  })
  expect(searchCandidates(state, ['S1'])).toEqual(['D1'])
})
