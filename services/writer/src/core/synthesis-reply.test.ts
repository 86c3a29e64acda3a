import { describe, expect, test } from 'vitest'
import { item } from '../testing/built-run.ts'
import { answerFromReply, type SynthesisReply, synthesisReply } from './synthesis-reply.ts'

const passed = [item('D1.e1'), item('D2.e1'), item('D2.e2')]
const sentence = { text: 'It rose.', evidence: ['D1.e1'] }
const reply = (parts: Partial<SynthesisReply>): SynthesisReply => ({
  answer: [sentence],
  notEstablished: [],
  contradictions: [],
  coverage: 0.7,
  ...parts,
})
const plain = {
  answer: [{ text: 'It rose.', citations: ['D1'], evidence: ['D1.e1'] }],
  notEstablished: [],
  contradictions: [],
  coverage: 0.7,
  removedCitations: 0,
}

describe('answerFromReply', () => {
  const rows = [
    { name: 'an answer with its coverage', in: reply({}), out: plain },
    {
      name: 'notes lose marks and white space; empty ones go',
      in: reply({ notEstablished: [' For  how long [D1]. ', ' [D2] '] }),
      out: { ...plain, notEstablished: ['For how long.'] },
    },
    {
      name: 'a contradiction with evidence on both sides',
      in: reply({ contradictions: [{ note: 'They differ [D1].', evidence: ['D2.e1', 'D1.e1'] }] }),
      out: { ...plain, contradictions: [{ note: 'They differ.', evidence: ['D1.e1', 'D2.e1'] }] },
    },
    { name: 'one with a single side goes', in: reply({ contradictions: [{ note: 'They differ.', evidence: ['D1.e1'] }] }), out: plain },
    { name: 'one without a note goes', in: reply({ contradictions: [{ note: ' ', evidence: ['D1.e1', 'D2.e1'] }] }), out: plain },
    {
      name: 'removed ids of sentences and contradictions are counted together',
      in: reply({
        answer: [{ text: 'It rose.', evidence: ['D1.e1', 'D9.e1'] }],
        contradictions: [
          { note: 'They differ.', evidence: ['D8', 'D7'] },
          { note: 'And so on.', evidence: ['D6'] },
        ],
      }),
      out: { ...plain, removedCitations: 4 },
    },
    {
      name: 'no sentence that rests on passed evidence is no answer',
      in: reply({ answer: [{ text: 'It rose.', evidence: ['D9.e1'] }] }),
      out: null,
    },
    { name: 'no sentence at all is none', in: reply({ answer: [] }), out: null },
  ]
  test.each(rows)('$name', ({ in: given, out }) => {
    expect(answerFromReply(given, passed)).toEqual(out)
  })
})

describe('synthesisReply', () => {
  const rows = [
    { name: 'as asked', value: reply({}), ok: true },
    { name: 'coverage of 1', value: reply({ coverage: 1 }), ok: true },
    { name: 'coverage above 1', value: reply({ coverage: 1.01 }), ok: false },
    { name: 'coverage below 0', value: reply({ coverage: -0.01 }), ok: false },
    { name: '40 sentences', value: reply({ answer: Array.from({ length: 40 }, () => sentence) }), ok: true },
    { name: '41 sentences', value: reply({ answer: Array.from({ length: 41 }, () => sentence) }), ok: false },
    { name: '12 open points', value: reply({ notEstablished: Array.from({ length: 12 }, () => 'x') }), ok: true },
    { name: '13 open points', value: reply({ notEstablished: Array.from({ length: 13 }, () => 'x') }), ok: false },
    {
      name: '13 contradictions',
      value: reply({ contradictions: Array.from({ length: 13 }, () => ({ note: '', evidence: [] })) }),
      ok: false,
    },
    { name: 'a sentence of 1500 signs', value: reply({ answer: [{ text: 'x'.repeat(1500), evidence: [] }] }), ok: true },
    { name: 'a sentence of 1501 signs', value: reply({ answer: [{ text: 'x'.repeat(1501), evidence: [] }] }), ok: false },
  ]
  test.each(rows)('$name', ({ value, ok }) => {
    expect(synthesisReply.safeParse(value).success).toBe(ok)
  })
})
