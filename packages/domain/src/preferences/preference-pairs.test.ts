import { expect, test } from 'vitest'
import { preferencePairs, type SampleWithTrajectory } from './preference-pairs.ts'

const sample = (runId: string, score: number | null, parts: Partial<SampleWithTrajectory> = {}): SampleWithTrajectory => ({
  questionId: 'q1',
  runId,
  searches: 1,
  failed: [],
  score,
  trajectory: { segments: [{ kind: 'answer', text: `answer of ${runId}` }], answer: `prose of ${runId}` },
  ...parts,
})
const questions = [
  { id: 'q1', origin: 'set', goldPoints: 2 },
  { id: 'q2', origin: null, goldPoints: 2 },
]
const textOf = (id: string) => `What is ${id}?`

test('a pair has both ways to the answer, their scores and searches', () => {
  const samples = [sample('r1', 1), sample('r2', 1.3, { searches: 4 }), sample('r3', 1.1)]
  expect(preferencePairs(questions, samples, textOf, 0.3)).toEqual([
    {
      questionId: 'q1',
      origin: 'set',
      question: 'What is q1?',
      gap: 0.3,
      chosen: { runId: 'r2', score: 1.3, searches: 4, segments: [{ kind: 'answer', text: 'answer of r2' }], answer: 'prose of r2' },
      rejected: { runId: 'r1', score: 1, searches: 1, segments: [{ kind: 'answer', text: 'answer of r1' }], answer: 'prose of r1' },
    },
  ])
})

test('below θ there is none, and dropped samples do not count', () => {
  expect(preferencePairs(questions, [sample('r1', 1), sample('r2', 1.29)], textOf, 0.3)).toEqual([])
  const dropped = sample('r2', 3, { failed: ['cited'], trajectory: null })
  expect(preferencePairs(questions, [sample('r1', 1), dropped, sample('r3', null)], textOf, 0.3)).toEqual([])
})

test('a kept sample without its trajectory is a broken build', () => {
  const samples = [sample('r1', 1), sample('r2', 2, { trajectory: null })]
  expect(() => preferencePairs(questions, samples, textOf, 0.3)).toThrow('run r2 was kept and has no trajectory')
})
