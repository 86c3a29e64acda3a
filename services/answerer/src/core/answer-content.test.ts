import { describe, expect, test } from 'vitest'
import { answerContentOf, supportCounts } from './answer-content.ts'

const passages = [
  { documentId: 'D1', text: 'Title\n\nSwitching to biosimilars was safe in 53 patients.' },
  { documentId: 'D2', text: 'Title\n\nBread is baked from flour and water.' },
  { documentId: 'D2', text: 'Title\n\nPersistence was lower after switching.' },
]
const content = (...sentences: readonly (readonly [text: string, ...documentIds: string[]])[]) =>
  answerContentOf({
    question: 'Q?',
    mode: 'model',
    paragraphs: sentences.map(([text, ...documentIds]) => [{ text, documentIds }]),
    passages,
    work: (documentId) => ({ title: `Title of ${documentId}`, url: documentId === 'D1' ? null : `https://example.org/${documentId}` }),
  })

describe('answerContentOf', () => {
  test('numbers works in the order of their first mark', () => {
    expect(content(['a', 'D2'], ['b', 'D1', 'D2'], ['c', 'D1']).citations).toEqual([
      { n: 1, documentId: 'D2', url: 'https://example.org/D2', title: 'Title of D2' },
      { n: 2, documentId: 'D1', url: null, title: 'Title of D1' },
    ])
  })
  test('keeps question, mode, paragraphs and marks', () => {
    expect(content(['Bread is baked from flour and water.', 'D2'])).toMatchObject({
      question: 'Q?',
      mode: 'model',
      paragraphs: [[{ text: 'Bread is baked from flour and water.', documentIds: ['D2'], support: 'supported' }]],
    })
  })
  test.each([
    { name: 'what the cited passage says', text: 'Switching to biosimilars was safe in 53 patients.', ids: ['D1'], support: 'supported' },
    { name: 'what another passage says', text: 'Switching to biosimilars was safe in 53 patients.', ids: ['D2'], support: 'unsupported' },
    {
      name: 'what one of two cited says',
      text: 'Switching to biosimilars was safe in 53 patients.',
      ids: ['D2', 'D1'],
      support: 'supported',
    },
    {
      name: 'what a later passage of the document says',
      text: 'Persistence was lower after switching.',
      ids: ['D2'],
      support: 'supported',
    },
    { name: 'another number', text: 'Switching to biosimilars was safe in 54 patients.', ids: ['D1'], support: 'unsupported' },
    { name: 'without a mark', text: 'Switching to biosimilars was safe.', ids: [], support: 'cannot-check' },
  ])('support: $name', ({ text, ids, support }) => {
    expect(content([text, ...ids]).paragraphs[0]?.[0]?.support).toBe(support)
  })
})

test('supportCounts counts cited sentences by verdict', () => {
  const one = (support: 'supported' | 'partial' | 'unsupported' | 'cannot-check', ...documentIds: string[]) => ({
    text: 't',
    documentIds,
    support,
  })
  expect(
    supportCounts({
      paragraphs: [
        [one('supported', 'D1'), one('supported', 'D1'), one('cannot-check')],
        [one('partial', 'D1'), one('unsupported', 'D1'), one('cannot-check', 'D1')],
      ],
    }),
  ).toEqual({ supported: 2, partial: 1, unsupported: 1, 'cannot-check': 1 })
  expect(supportCounts({ paragraphs: [] })).toEqual({ supported: 0, partial: 0, unsupported: 0, 'cannot-check': 0 })
})
