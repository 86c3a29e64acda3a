import { describe, expect, test } from 'vitest'
import type { TrajectoryStep } from '../answering/trajectory.ts'
import { trajectorySegments } from './trajectory-segments.ts'

const [a, b] = ['a'.repeat(64), 'b'.repeat(64)]
const passage = (documentId: string, textHash: string, url: string | null = null) => ({
  documentId,
  title: `Title of ${documentId}`,
  url,
  textHash,
})
const texts = new Map([[a, 'Passage of D1.']])
const said = (text: string, documentIds: string[] = []) => ({ text, documentIds })
const answer = {
  paragraphs: [
    [
      { ...said('It helps.', ['D1', 'D2']), support: 'supported' as const },
      { ...said('Little is known'), support: 'cannot-check' as const },
    ],
    [{ ...said('In children  ', ['D2']), support: 'partial' as const }],
  ],
}
const answered = { kind: 'answer', text: 'It helps [D1, D2]. Little is known\n\nIn children [D2]' }

describe('the way to an answer', () => {
  const steps: readonly TrajectoryStep[] = [
    { kind: 'search', search: 1, query: 'the question', passages: [passage('D1', a, 'https://a.example'), passage('D2', b)] },
    { kind: 'summary', search: 1, sentences: [said('Summed up!', ['D2']), said('And more.')] },
    { kind: 'reasoning', turn: 1, text: 'I search on.' },
    { kind: 'search', search: 2, query: 'deeper', passages: [] },
    { kind: 'refused', turn: 2, query: 'deeper', message: 'was searched before' },
    { kind: 'search', search: 3, query: 'wider', passages: [passage('D1', a), passage('D2', b)] },
  ]
  test('searches, what they brought, reasoning, refusals, the answer', () => {
    expect(trajectorySegments(steps, texts, answer)).toEqual([
      { kind: 'search', query: 'the question', byModel: false },
      {
        kind: 'results',
        text: 'Searched for: the question\n\nSummed up [D2]! And more.\n\n[D1] Title of D1 (https://a.example)\n[D2] Title of D2',
      },
      { kind: 'reasoning', text: 'I search on.' },
      { kind: 'search', query: 'deeper', byModel: true },
      { kind: 'results', text: 'Searched for: deeper\n\nNothing was found.' },
      { kind: 'search', query: 'deeper', byModel: true },
      { kind: 'results', text: 'was searched before' },
      { kind: 'search', query: 'wider', byModel: true },
      // Without a summary the passages themselves; one that is not there leaves its line.
      { kind: 'results', text: 'Searched for: wider\n\n[D1] Title of D1\nPassage of D1.\n\n[D2] Title of D2' },
      answered,
    ])
  })

  test('an answer without a step', () => {
    expect(trajectorySegments([], texts, answer)).toEqual([answered])
  })
})
