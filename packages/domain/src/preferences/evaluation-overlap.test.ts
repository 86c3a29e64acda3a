import { describe, expect, test } from 'vitest'
import { overlapping, plainQuestion } from './evaluation-overlap.ts'

const evaluation = [
  { id: 'e1', question: 'Is coffee healthy?', numbered: false },
  { id: 'e2', question: 'Does “Müller’s” ﬁlter work?', numbered: false },
  { id: 'q3', question: 'Is water wet?', numbered: true },
]

describe('questions of an evaluation', () => {
  test.each([
    { name: 'another question', question: { id: 'q', question: 'Is tea healthy?' }, by: null },
    { name: 'the same id', question: { id: 'e1', question: 'Is tea healthy?' }, by: 'id' },
    { name: 'the same text', question: { id: 'q', question: 'Is coffee healthy?' }, by: 'text' },
    { name: 'both: the id is told', question: { id: 'e1', question: 'Is coffee healthy?' }, by: 'id' },
    { name: 'case, punctuation and spaces', question: { id: 'q', question: ' is  COFFEE, healthy' }, by: 'text' },
    { name: 'accents and ligatures', question: { id: 'q', question: 'does Mu\u0308ller s filter work' }, by: 'text' },
    { name: 'an id that is the number of a line there', question: { id: 'q3', question: 'Is tea healthy?' }, by: null },
    { name: 'an id that is the number of a line here', question: { id: 'e1', question: 'Is tea healthy?', numbered: true }, by: null },
    { name: 'the text where both are numbered', question: { id: 'q3', question: 'Is water wet?', numbered: true }, by: 'text' },
    { name: 'a word more', question: { id: 'q', question: 'Is coffee really healthy?' }, by: null },
  ])('$name', ({ question, by }) => {
    expect(overlapping([{ numbered: false, ...question }], evaluation)).toEqual(by === null ? [] : [{ id: question.id, by }])
  })

  test('all that overlap, in their order', () => {
    const found = overlapping(
      [
        { id: 'x', question: 'Is coffee healthy', numbered: false },
        { id: 'y', question: 'Other?', numbered: false },
        { id: 'e2', question: 'New?', numbered: false },
      ],
      evaluation,
    )
    expect(found.map(({ id }) => id)).toEqual(['x', 'e2'])
  })
})

test('numbers and other scripts stay', () => {
  expect(plainQuestion('Is Llama-2 — 模型 — better?')).toBe('is llama 2 模型 better')
})
