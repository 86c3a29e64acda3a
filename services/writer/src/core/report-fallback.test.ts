import { describe, expect, test } from 'vitest'
import { item } from '../testing/built-run.ts'
import { summarySentences, templateReport } from './report-fallback.ts'
import type { ReportInput, StandingAnswer } from './report-input.ts'

const sentence = (text: string, ...ids: string[]) => ({ text, citations: ids.map((id) => id.split('.')[0] ?? ''), evidence: ids })
const standing = (subquestionId: string, parts: Partial<StandingAnswer> = {}): StandingAnswer => ({
  subquestionId,
  subquestion: `Does ${subquestionId} hold?`,
  sentences: [sentence(`First of ${subquestionId}.`, 'D1.e1'), sentence(`Second of ${subquestionId}.`, 'D2.e1')],
  notEstablished: [],
  contradictions: [],
  byModel: false,
  ...parts,
})
const input = (answers: readonly StandingAnswer[], parts: Partial<ReportInput> = {}): ReportInput => ({
  question: 'What  helps [1]?',
  answers,
  passed: [item('D1.e1'), item('D2.e1')],
  unanswered: [],
  documents: { found: 0, relevant: 0, read: 0 },
  operations: { total: 3, unanswered: 0 },
  ...parts,
})

describe('templateReport', () => {
  test('one section an answer, in the given order, with the answer as its paragraph', () => {
    const answers = [standing('RQ2'), standing('RQ1')]
    expect(templateReport(input(answers))).toEqual({
      title: 'What helps (1)?',
      summary: [answers[0]?.sentences[0], answers[1]?.sentences[0]],
      sections: [
        { heading: 'Does RQ2 hold?', subquestionIds: ['RQ2'], paragraphs: [answers[0]?.sentences] },
        { heading: 'Does RQ1 hold?', subquestionIds: ['RQ1'], paragraphs: [answers[1]?.sentences] },
      ],
      notEstablished: [],
      contradictions: [],
      removedCitations: 0,
      mode: 'extractive',
    })
  })
  test('without any answer: no sections, and a summary that says how far the search came', () => {
    const report = templateReport(input([], { unanswered: ['Why?'] }))
    expect(report).toMatchObject({
      summary: [{ text: 'No evidence was found: the searches brought no document.', citations: [] }],
      sections: [],
      notEstablished: ['“Why?”: no evidence was found.'],
      mode: 'extractive',
    })
  })
  test('the summary has five sentences at most', () => {
    const answers = Array.from({ length: 6 }, (_, n) => standing(`RQ${n + 1}`))
    expect(summarySentences).toBe(5)
    expect(templateReport(input(answers)).summary.map(({ text }) => text)).toEqual(
      answers.slice(0, 5).map((entry) => `First of ${entry.subquestionId}.`),
    )
  })
  const modes = [
    { name: 'no answer by a model', answers: [standing('RQ1')], mode: 'extractive' },
    { name: 'one of them by a model', answers: [standing('RQ1'), standing('RQ2', { byModel: true })], mode: 'mixed' },
  ]
  test.each(modes)('mode: $name', ({ answers, mode }) => {
    expect(templateReport(input(answers)).mode).toBe(mode)
  })
  test('what is not established: each point once, then the subquestions without evidence', () => {
    const answers = [standing('RQ1', { notEstablished: ['a', 'b'] }), standing('RQ2', { notEstablished: ['b', 'c'] })]
    expect(templateReport(input(answers, { unanswered: ['Why?', 'How?'] })).notEstablished).toEqual([
      'a',
      'b',
      'c',
      '“Why?”: no evidence was found.',
      '“How?”: no evidence was found.',
    ])
  })
  test('contradictions: each note once, citing documents by number', () => {
    const answers = [
      standing('RQ1', { contradictions: [{ note: 'They differ.', evidence: [item('D10.e1'), item('D2.e1'), item('D2.e2')] }] }),
      standing('RQ2', {
        contradictions: [
          { note: 'They differ.', evidence: [item('D3.e1')] },
          { note: 'Others too.', evidence: [item('D4.e1')] },
        ],
      }),
    ]
    expect(templateReport(input(answers)).contradictions).toEqual([
      { note: 'They differ.', citations: ['D2', 'D10'] },
      { note: 'Others too.', citations: ['D4'] },
    ])
  })
})
