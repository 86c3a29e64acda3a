import { document, operation, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { answer, buildRun, item } from '../testing/built-run.ts'
import { reportInput } from './report-input.ts'

const two = [item('D1.e1'), item('D2.e1', { subquestionId: 'RQ2' }), item('D3.e1')]
const plan = [subquestion('RQ1', { priority: 2 }), subquestion('RQ2', { priority: 1 })]

function inputOf(...run: Parameters<typeof buildRun>) {
  const { state, corpus } = buildRun(...run)
  return reportInput(state, corpus)
}

describe('reportInput', () => {
  test('has the answers by priority, and the evidence behind them alone', () => {
    const input = inputOf(two, { question: 'What helps?', subquestions: plan }, [answer('RQ1', [['D1.e1']]), answer('RQ2', [['D2.e1']])])
    expect(input.question).toBe('What helps?')
    expect(input.answers.map((entry) => entry.subquestionId)).toEqual(['RQ2', 'RQ1'])
    expect(input.passed.map((entry) => entry.evidenceId)).toEqual(['D1.e1', 'D2.e1'])
    expect(input.answers[1]).toMatchObject({
      subquestion: 'text of RQ1',
      byModel: true,
      sentences: [{ text: 'Sentence 1 of RQ1.', citations: ['D1'], evidence: ['D1.e1'] }],
    })
  })
  test('equal priorities come by number', () => {
    const plan = ['RQ10', 'RQ9'].map((id) => subquestion(id))
    const items = [item('D1.e1', { subquestionId: 'RQ10' }), item('D1.e2', { subquestionId: 'RQ9' })]
    expect(inputOf(items, { subquestions: plan }).answers.map((entry) => entry.subquestionId)).toEqual(['RQ9', 'RQ10'])
  })
  test('evidence that no longer counts is gone from a sentence, and a sentence without any is gone', () => {
    const documents = [document('D1'), document('D2'), document('D3', { override: 'exclude' })]
    const input = inputOf(two, { subquestions: plan, documents }, [answer('RQ1', [['D1.e1', 'D3.e1'], ['D3.e1']])])
    expect(input.answers.find((entry) => entry.subquestionId === 'RQ1')?.sentences).toEqual([
      { text: 'Sentence 1 of RQ1.', citations: ['D1'], evidence: ['D1.e1'] },
    ])
  })
  test('an answer that lost all its sentences is answered from what evidence is left, by the fallback', () => {
    const documents = [document('D1'), document('D2'), document('D3', { editorial: 'retracted' })]
    const input = inputOf(two, { subquestions: plan, documents }, [answer('RQ1', [['D3.e1']])])
    expect(input.answers.find((entry) => entry.subquestionId === 'RQ1')).toMatchObject({
      byModel: false,
      sentences: [{ text: 'Finding D1 e1 holds.' }],
    })
  })
  test('evidence without an answer is answered by the fallback', () => {
    const input = inputOf([item('D1.e1')], { subquestions: [subquestion('RQ1')] })
    expect(input.answers).toMatchObject([
      { byModel: false, sentences: [{ text: 'Finding D1 e1 holds.', citations: ['D1'] }], notEstablished: [{}, {}] },
    ])
  })
  test('an extractive answer is no model’s', () => {
    const input = inputOf(two, { subquestions: plan }, [answer('RQ1', [['D1.e1']], { synthesizer: 'extractive' })])
    expect(input.answers.find((entry) => entry.subquestionId === 'RQ1')?.byModel).toBe(false)
  })
  test('a sentence rests on evidence for its own subquestion', () => {
    const input = inputOf(two, { subquestions: plan }, [answer('RQ1', [['D1.e1', 'D2.e1']])])
    expect(input.answers.find((entry) => entry.subquestionId === 'RQ1')?.sentences[0]?.citations).toEqual(['D1'])
  })
  test('after a merge sentences cite the survivor', () => {
    const input = inputOf(
      [item('D2.e1')],
      {
        subquestions: [subquestion('RQ1')],
        documents: [document('D1'), document('D2')],
        aliases: { D2: 'D1' },
        records: { 'library:r2': 'D1' },
      },
      [answer('RQ1', [['D2.e1']])],
    )
    expect(input.answers[0]?.sentences[0]).toMatchObject({ citations: ['D1'], evidence: ['D2.e1'] })
  })
  test('operations are counted, and those without an answer', () => {
    const operations = [operation('S1'), operation('S2', { outcome: 'failed' }), operation('S3', { seed: 'D1', outcome: 'skipped' })]
    expect(inputOf([], { operations }).operations).toEqual({ total: 3, unanswered: 1 })
  })
  test('subquestions without evidence are unanswered, unless closed; closed ones with evidence are answered', () => {
    const subquestions = [
      subquestion('RQ1', { status: 'closed' }),
      subquestion('RQ2', { status: 'closed' }),
      subquestion('RQ3', { status: 'deprioritized' }),
      subquestion('RQ4'),
    ]
    const input = inputOf([item('D1.e1')], { subquestions })
    expect(input.answers.map((entry) => entry.subquestionId)).toEqual(['RQ1'])
    expect(input.unanswered).toEqual(['text of RQ3', 'text of RQ4'])
  })
  test('contradictions of answer and critic, those that are open and have evidence; their evidence is passed', () => {
    const noted = (note: string, claims: string[], status = 'open', subquestionId = 'RQ1') => ({ note, claims, status, subquestionId })
    const input = inputOf(
      [item('D1.e1'), item('D3.e1'), item('D4.e1')],
      {
        subquestions: [subquestion('RQ1')],
        contradictions: [
          noted('Critic [D3].', ['D3.e1']),
          noted('Explained.', ['D4.e1'], 'explained'),
          noted('Done.', ['D4.e1'], 'resolved'),
          noted('Gone.', ['D9.e1']),
          noted('Other.', ['D1.e1'], 'open', 'RQ2'),
        ],
      },
      [answer('RQ1', [['D1.e1']], { contradictions: [{ note: 'Own.', evidence: ['D1.e1'] }] })],
    )
    const told = input.answers[0]?.contradictions.map(({ note, evidence }) => [note, evidence.map((entry) => entry.evidenceId)])
    expect(told).toEqual([
      ['Own.', ['D1.e1']],
      ['Critic.', ['D3.e1']],
      ['Explained.', ['D4.e1']],
    ])
    expect(input.passed.map((entry) => entry.evidenceId)).toEqual(['D1.e1', 'D3.e1', 'D4.e1'])
  })
  test('counts live documents found, relevant and read', () => {
    const documents = [
      document('D1', { scores: { RQ1: 0.5, RQ2: 0.9 }, readFor: { RQ1: 'read' } }),
      document('D2', { scores: { RQ1: 0.7 }, readFor: { RQ1: 'failed' } }),
      document('D3', { scores: { RQ1: 0.49 }, readFor: { RQ1: 'allocated' } }),
      document('D4', { scores: { RQ1: 1 }, readFor: { RQ1: 'read' } }),
    ]
    const input = inputOf([], { subquestions: plan, documents, aliases: { D4: 'D1' } })
    expect(input.documents).toEqual({ found: 3, relevant: 2, read: 1 })
  })
})
