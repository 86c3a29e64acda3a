import { expect, test } from 'vitest'
import { bibliographyItems } from './bibliography-items.ts'
import { answerMaterial, unanswered } from './testing/example-answer.ts'
import { material } from './testing/example-run.ts'

test('the cited works in the order of their numbers, with read depth and state', () => {
  expect(bibliographyItems(material).map(({ record, note }) => [record.recordId, note])).toEqual([
    ['recall', 'D2, read: abstract; expression of concern'],
    ['paging', 'D1, read: abstract'],
  ])
})

test('all that was read: the cited ones first, each once', () => {
  expect(bibliographyItems(material, 'read').map(({ record, note }) => [record.recordId, note])).toEqual([
    ['recall', 'D2, read: abstract; expression of concern'],
    ['paging', 'D1, read: abstract'],
    ['graph', 'D5, read: abstract'],
  ])
})

test('a cited work that was not read says so', () => {
  const documents = Object.fromEntries(Object.entries(material.state.documents).map(([id, entry]) => [id, { ...entry, readDepth: null }]))
  expect(bibliographyItems({ ...material, state: { ...material.state, documents } })[1]?.note).toBe('D1, read: not read')
})

test('without a report nothing is cited', () => {
  expect(bibliographyItems({ ...material, content: null })).toEqual([])
})

test('the works that an answer cites, in the order of its marks; none before it is written', () => {
  expect(bibliographyItems(answerMaterial).map(({ record, note }) => [record.recordId, note])).toEqual([
    ['recall', 'D2, read: passages'],
    ['paging', 'D1, read: passages'],
  ])
  expect(bibliographyItems(unanswered)).toEqual([])
})
