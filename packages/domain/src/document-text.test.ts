import type { Record } from '@winnow/contracts/entities/record.ts'
import { buildState, document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { newCorpus } from './corpus.ts'
import { documentText } from './document-text.ts'
import { givenRecord } from './linkage/fixtures/given-record.ts'

describe('documentText', () => {
  const record = (recordId: string, parts: Partial<Record> = {}) =>
    givenRecord({ source: 'library', title: `title of ${recordId}`, ...parts, authors: [], recordId })

  /** The text of a document whose best record is a, with further records. */
  const textOf = (...records: readonly Record[]) => {
    const corpus = newCorpus()
    for (const own of records) corpus.records.set(`library:${own.recordId}`, own)
    const keys = records.map((own) => `library:${own.recordId}`)
    const state = buildState({
      documents: [document('D1', { records: keys, features: { survivor: { source: 'library', recordId: 'a' } } })],
    })
    return documentText(state, corpus, 'D1')
  }

  it.each([
    {
      name: 'title and abstract of the best record, though another abstract is longer',
      records: [record('a', { abstract: 'Own words.' }), record('b', { abstract: 'Many more words.' })],
      expected: { title: 'title of a', abstract: 'Own words.', record: 'a', abstractCut: false },
    },
    {
      name: 'the longest abstract of the others where the best record has none',
      records: [record('a'), record('b', { abstract: 'Short.' }), record('c', { abstract: 'Much longer.' })],
      expected: { title: 'title of a', abstract: 'Much longer.', record: 'c', abstractCut: false },
    },
    {
      name: 'the first by key of two that are equally long',
      records: [record('a'), record('b', { abstract: 'Equal.' }), record('c', { abstract: 'Length' })],
      expected: { title: 'title of a', abstract: 'Equal.', record: 'b', abstractCut: false },
    },
    {
      name: 'a placeholder is no abstract, of the best record or of another',
      records: [
        record('a', { abstract: 'n/a' }),
        record('b', { abstract: '[No abstract available]' }),
        record('c', { abstract: 'It works.' }),
      ],
      expected: { title: 'title of a', abstract: 'It works.', record: 'c', abstractCut: false },
    },
    {
      name: 'no abstract anywhere: the best record',
      records: [record('a'), record('b', { abstract: 'None' })],
      expected: { title: 'title of a', abstract: null, record: 'a', abstractCut: false },
    },
    {
      name: 'the title of another record where the best one has none',
      records: [record('a', { title: '', abstract: 'Own.' }), record('b', { title: '' }), record('c'), record('d')],
      expected: { title: 'title of c', abstract: 'Own.', record: 'a', abstractCut: false },
    },
    {
      name: 'no title anywhere',
      records: [record('a', { title: '' })],
      expected: { title: '', abstract: null, record: 'a', abstractCut: false },
    },
    {
      name: 'an abstract of which the event holds the beginning',
      records: [record('a', { abstract: 'The beginning', abstractHash: 'f'.repeat(64) })],
      expected: { title: 'title of a', abstract: 'The beginning', record: 'a', abstractCut: true },
    },
    {
      name: 'the cut abstract of a record that is not shown does not count',
      records: [record('a', { abstract: 'Whole.' }), record('b', { abstract: 'The beginning', abstractHash: 'f'.repeat(64) })],
      expected: { title: 'title of a', abstract: 'Whole.', record: 'a', abstractCut: false },
    },
  ])('$name', ({ records, expected }) => {
    const text = textOf(...records)
    expect({ ...text, record: text?.record.recordId }).toEqual({ documentId: 'D1', ...expected })
  })

  it('is undefined for a document that is not known', () => {
    expect(documentText(buildState(), newCorpus(), 'D1')).toBeUndefined()
  })
})
