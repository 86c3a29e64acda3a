import { buildState, document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { documentOverride } from './document-override.ts'
import { UsageError } from './usage-error.ts'

const state = buildState({
  documents: [document('D1', { records: ['openalex:W1', 'library:a:b'] }), document('D3', { records: ['library:c'] })],
  aliases: { D2: 'D1' },
})
const run = { runId: 'r-one', state }
const override = (documentId: string, action: 'include' | 'exclude' | 'split', recordIds: readonly string[] = []) =>
  documentOverride(run, { documentId, action, recordIds })

test.each([
  ['include', 'D1', []],
  ['exclude', 'D1', ['ignored']],
] as const)('%s names the document alone', (action, documentId, recordIds) => {
  expect(override(documentId, action, recordIds)).toEqual({ documentId: 'D1', action, records: [] })
})

test('a document that was merged away is the one that it became', () => {
  expect(override('D2', 'exclude').documentId).toBe('D1')
})

describe('a split', () => {
  test.each([
    ['by key', ['openalex:W1'], ['openalex:W1']],
    ['by id', ['W1'], ['openalex:W1']],
    ['by an id with a colon', ['a:b'], ['library:a:b']],
  ])('%s', (_, recordIds, records) => {
    expect(override('D1', 'split', recordIds)).toEqual({ documentId: 'D1', action: 'split', records })
  })

  test('names a merged document as the user did', () => {
    expect(override('D2', 'split', ['W1'])).toMatchObject({ documentId: 'D1', records: ['openalex:W1'] })
    expect(() => override('D2', 'split', ['W9'])).toThrow('D2 has no record W9; it has openalex:W1, library:a:b')
  })

  test.each([
    ['a record of another document', 'D1', ['c'], 'D1 has no record c; it has openalex:W1, library:a:b'],
    ['half of an id', 'D1', ['b'], 'D1 has no record b'],
    ['all records', 'D1', ['W1', 'a:b'], 'a split must leave at least one record in D1'],
    ['the only record', 'D3', ['c'], 'a split must leave at least one record in D3'],
  ])('is refused: %s', (_, documentId, recordIds, why) => {
    expect(() => override(documentId, 'split', recordIds)).toThrow(UsageError)
    expect(() => override(documentId, 'split', recordIds)).toThrow(why)
  })

  test('the same record twice is one', () => {
    expect(override('D1', 'split', ['W1', 'openalex:W1']).records).toEqual(['openalex:W1', 'openalex:W1'])
  })
})

test('a document that there is not is bad usage, and says where they are listed', () => {
  expect(() => override('D9', 'include')).toThrow(UsageError)
  expect(() => override('D9', 'include')).toThrow('run r-one has no document D9; documents.jsonl and `winnow show r-one --json` list them')
})
