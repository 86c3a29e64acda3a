import { describe, expect, it } from 'vitest'
import { plain, type QuestionLine, questionLines } from './question-lines.ts'

const read = (...entries: readonly unknown[]) => questionLines(entries.map((entry) => JSON.stringify(entry)).join('\n'))
const problems = (lines: readonly QuestionLine[]) => lines.flatMap((line) => (line.ok ? [] : [line.problem]))
const questions = (lines: readonly QuestionLine[]) => lines.flatMap((line) => (line.ok ? [line.question] : []))
const notes = (lines: readonly QuestionLine[]) => lines.flatMap((line) => (line.ok ? line.notes : []))

describe('a line', () => {
  it('has a question, and what else there is of it', () => {
    expect(
      questions(read({ iid: ' q1 ', question: ' Is it safe? ', gold: [' yes '], origin: 'set', reference: 'It is.', more: 1 })),
    ).toEqual([{ id: 'q1', question: 'Is it safe?', gold: [{ point: 'yes', weight: 1 }], origin: 'set', reference: 'It is.' }])
    expect(questions(read({ question: 'Is it safe?' }))).toEqual([
      { id: 'q1', question: 'Is it safe?', gold: [], origin: null, reference: null },
    ])
  })
  it.each([
    [{ iid: 'a', id: 'b' }, 'a'],
    [{ id: 'b' }, 'b'],
    [{ id: 7 }, '7'],
    [{ iid: '', query_id: 'c' }, 'c'],
    [{ question_id: 'd' }, 'd'],
    [{}, 'q1'],
  ])('is named by its id: %j', (names, id) => {
    expect(questions(read({ question: 'x', ...names }))[0]?.id).toBe(id)
  })
  it.each([
    [{ question: 'a', query: 'b' }, 'a'],
    [{ query: 'b' }, 'b'],
    [{ question: ' ', query: 'b' }, 'b'],
  ])('asks: %j', (entry, question) => {
    expect(questions(read(entry))[0]?.question).toBe(question)
  })
  it.each([
    [{ gold: ['a', { point: 'b', weight: 2 }] }, ['a', 1, 'b', 2]],
    [{ keyPoints: [{ text: 'a' }] }, ['a', 1]],
    [{ key_points: ['a'] }, ['a', 1]],
    [{ gold: null, key_points: ['a'] }, ['a', 1]],
    [{ gold: [] }, []],
  ])('has gold points: %j', (members, points) => {
    expect(questions(read({ question: 'x', ...members }))[0]?.gold.flatMap(({ point, weight }) => [point, weight])).toEqual(points)
  })
  it.each<[unknown, string]>([
    ['text', 'line 1 is no object'],
    [null, 'line 1 is no object'],
    [[['question', 'x']], 'entry 1 is no object'],
    [{}, 'line 1 has no question ("question" or "query")'],
    [{ question: '  ' }, 'line 1 has no question ("question" or "query")'],
    [{ question: 'x', gold: 'a' }, 'line 1 has "gold" that is no list: give ["point", …] or [{"point": "…", "weight": 1}, …]'],
    [{ question: 'x', gold: ['a', ' '] }, 'line 1 has gold point 2 without a text'],
    [{ question: 'x', gold: [null] }, 'line 1 has gold point 1 without a text'],
    [{ question: 'x', gold: [{ point: 'a', weight: 0 }] }, 'line 1 has gold point 1 whose weight is no number over 0'],
    [{ question: 'x', gold: [{ point: 'a', weight: '1' }] }, 'line 1 has gold point 1 whose weight is no number over 0'],
  ])('is refused: %j', (entry, problem) => {
    expect(problems(read(entry))).toEqual([problem])
  })
  it('that is no JSON is told with its number; empty ones count', () => {
    expect(problems(questionLines('{"question":"x"}\n\nnonsense\n'))).toEqual(['line 3 is no JSON'])
  })
})

describe('gold points', () => {
  const gold = (count: number) => Array.from({ length: count }, (_, n) => `point ${n}`)
  it('are ten at most, the first', () => {
    const lines = read({ question: 'x', gold: gold(12) }, { question: 'y', gold: gold(10) })
    expect(questions(lines)[0]?.gold.map(({ point }) => point)).toEqual(gold(10))
    expect(questions(lines)[1]?.gold).toHaveLength(10)
    expect(notes(lines)).toEqual(['line 1: 12 gold points, of which the first 10 are used'])
  })
  it('that say the same count once, before ten are taken', () => {
    const lines = read({ question: 'x', gold: ['Point 0.', ...gold(10)] })
    expect(questions(lines)[0]?.gold.map(({ point }) => point)).toEqual(['Point 0.', ...gold(10).slice(1)])
    expect(notes(lines)).toEqual(['line 1: 1 gold points stand there twice and count once'])
  })
})

describe('a JSON list', () => {
  it('is read too', () => {
    expect(questions(questionLines(' [{"question":"x"},\n{"question":"y"}]')).map(({ id }) => id)).toEqual(['q1', 'q2'])
  })
  it('that is broken is told as a whole', () => {
    expect(problems(questionLines('[{"question":"x"},'))).toEqual(['it begins as a JSON list and is none'])
  })
})

it.each([
  ['Is it  SAFE?', 'is it safe'],
  ['ﬁne – “yes”', 'fine yes'],
])('%j in plain words', (text, words) => {
  expect(plain(text)).toBe(words)
})
