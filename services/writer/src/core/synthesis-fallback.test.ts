import { numbersIn } from '@winnow/domain/quote-stream.ts'
import { describe, expect, test } from 'vitest'
import { item } from '../testing/built-run.ts'
import type { PassedEvidence } from './passed-evidence.ts'
import { claimsListed, extractiveAnswer, listedClaims } from './synthesis-fallback.ts'

const same = { claim: 'Recall rose.' }
const told = (evidence: readonly PassedEvidence[]) =>
  listedClaims(evidence).map((sentence) => `${sentence.text} ${sentence.evidence.join(',')}`)

describe('listedClaims', () => {
  const rows = [
    { name: 'no evidence, no claims', in: [], out: [] },
    {
      name: 'the strongest first',
      in: [item('D1.e1', { claim: 'A.', strength: 0.5 }), item('D2.e1', { claim: 'B.', strength: 0.51 })],
      out: ['B. D2.e1', 'A. D1.e1'],
    },
    {
      name: 'of equal strength the better supported',
      in: [item('D1.e1', { claim: 'A.' }), item('D2.e1', { claim: 'B.' }), item('D3.e1', { claim: 'B.' })],
      out: ['B. D2.e1,D3.e1', 'A. D1.e1'],
    },
    {
      name: 'then the first evidence',
      in: [item('D2.e1', { claim: 'A.' }), item('D10.e1', { claim: 'B.' })],
      out: ['A. D2.e1', 'B. D10.e1'],
    },
    {
      name: 'strength goes before support',
      in: [item('D1.e1', same), item('D2.e1', same), item('D3.e1', { claim: 'B.', strength: 0.7 })],
      out: ['B. D3.e1', 'Recall rose. D1.e1,D2.e1'],
    },
    {
      name: 'background comes last, however strong',
      in: [item('D1.e1', { claim: 'A.', strength: 0.9, support: 'background' }), item('D2.e1', { claim: 'B.', strength: 0.1 })],
      out: ['B. D2.e1', 'A. D1.e1'],
    },
    {
      name: 'a claim with one finding beside background is none of background',
      in: [
        item('D1.e1', { ...same, strength: 0.9, support: 'background' }),
        item('D2.e1', { ...same, strength: 0.1 }),
        item('D3.e1', { claim: 'B.' }),
      ],
      out: ['Recall rose. D1.e1,D2.e1', 'B. D3.e1'],
    },
    {
      name: 'equal claims are one sentence in the words of the strongest',
      in: [item('D1.e1', { claim: 'Recall rose' }), item('D2.e1', { claim: 'RECALL rose!', strength: 0.8 })],
      out: ['RECALL rose! D1.e1,D2.e1'],
    },
    {
      name: 'a verbatim quote is cited to its own item alone',
      in: [
        item('D1.e1', { claim: 'Recall rose by 5 %.', quote: 'Up 6 %.', strength: 0.8 }),
        item('D2.e1', { claim: 'Recall rose by 5 %.' }),
      ],
      out: ['Up 6 %. D1.e1'],
    },
  ]
  test.each(rows)('$name', ({ in: given, out }) => {
    expect(told(given as readonly PassedEvidence[])).toEqual(out)
  })
  test('at most eight are listed', () => {
    const evidence = Array.from({ length: 9 }, (_, n) =>
      item(`D${n + 1}.e1`, { claim: `Claim ${'abcdefghi'[n]}.`, strength: 0.9 - n / 100 }),
    )
    expect(claimsListed).toBe(8)
    expect(told(evidence)).toHaveLength(8)
    expect(told(evidence).join()).not.toContain('D9')
  })
})

describe('extractiveAnswer', () => {
  test('without evidence: no answer, coverage 0', () => {
    expect(extractiveAnswer('Why?', [])).toMatchObject({ answer: [], coverage: 0, contradictions: [], removedCitations: 0 })
  })
  const supporters = (count: number, parts = {}) =>
    Array.from({ length: count }, (_, n) => item(`D${n + 1}.e1`, { claim: 'Recall rose.', ...parts }))
  const rows = [
    {
      name: 'one document: weak, so half of a fifth',
      in: supporters(1),
      coverage: 0.1,
      open: [
        '“Why?”: 1 document read in support, too few for a settled answer.',
        '“Why?”: 1 of 1 listed claim weakly supported, by a single document or by weak evidence.',
      ],
    },
    {
      name: 'four documents that agree',
      in: supporters(4),
      coverage: 0.8,
      open: ['“Why?”: 4 documents read in support, too few for a settled answer.'],
    },
    { name: 'five documents that agree are enough', in: supporters(5), coverage: 1, open: [] },
    {
      name: 'five with claims of their own are all weak',
      in: Array.from({ length: 5 }, (_, n) => item(`D${n + 1}.e1`, { claim: `Claim ${'abcde'[n]}.` })),
      coverage: 0.5,
      open: ['“Why?”: 5 of 5 listed claims weakly supported, by a single document or by weak evidence.'],
    },
    {
      name: 'what only refutes supports nothing',
      in: supporters(2, { support: 'refutes' }),
      coverage: 0,
      open: [
        '“Why?”: 0 documents read in support, too few for a settled answer.',
        '“Why?”: 1 of 1 listed claim weakly supported, by a single document or by weak evidence.',
      ],
    },
  ]
  test.each(rows)('$name', ({ in: given, coverage, open }) => {
    const answer = extractiveAnswer(' Why? ', given)
    expect(answer.coverage).toBeCloseTo(coverage, 10)
    expect(answer.notEstablished).toEqual(open)
  })
  const sides = [
    { name: 'support alone is no contradiction', in: [item('D1.e1'), item('D2.e1')], out: [] },
    { name: 'refutation alone is none', in: [item('D1.e1', { support: 'refutes' })], out: [] },
    {
      name: 'both are, with the evidence of both sides and of no other',
      in: [item('D1.e1', { support: 'refutes' }), item('D2.e1'), item('D3.e1', { support: 'mixed' }), item('D4.e1')],
      out: [{ note: '“Why?”: 1 finding against 2 findings in support.', evidence: ['D1.e1', 'D2.e1', 'D4.e1'] }],
    },
  ]
  test.each(sides)('$name', ({ in: given, out }) => {
    expect(extractiveAnswer('Why?', given as readonly PassedEvidence[]).contradictions).toEqual(out)
  })
  test('every number of a sentence stands in the evidence behind it', () => {
    const evidence = [
      item('D1.e1', { claim: 'Recall rose by 5 %.', quote: 'Up 6 % in 2021.', strength: 0.9 }),
      item('D2.e1', { claim: 'Recall rose by 5 %.', quote: 'none', quoteCheck: 'refused' }),
      item('D3.e1', { claim: 'It took 12.5 h [3].' }),
    ]
    for (const sentence of extractiveAnswer('Why 77?', evidence).answer) {
      const behind = evidence
        .filter((entry) => sentence.evidence.includes(entry.evidenceId))
        .map((entry) => `${entry.claim} ${entry.quote}`)
      expect(numbersIn(sentence.text).filter((number) => !numbersIn(behind.join(' ')).includes(number))).toEqual([])
    }
  })
})
