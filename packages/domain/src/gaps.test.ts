import { buildState, document, evidence, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { assignGap, gapsOf, weakSubquestions } from './gaps.ts'

describe('assignGap', () => {
  const memory = subquestion('RQ1', { text: 'How does agent memory work?' })
  const cost = subquestion('RQ2', { text: 'What does agent memory cost over time?' })
  const risk = subquestion('RQ10', { text: 'Which risks are known?' })
  const none = new Set<string>()

  it.each([
    ['most shared words', 'cost of memory', [memory, cost, risk], none, 'RQ2'],
    ['a word twice counts once', 'risks risk risks memory cost', [cost, risk], none, 'RQ2'],
    ['stop words share nothing', 'Which are the known?', [cost, risk], none, 'RQ10'],
    ['a tie goes to the weak one', 'agent memory', [memory, cost], new Set(['RQ2']), 'RQ2'],
    ['overlap goes before weakness', 'cost of memory', [memory, cost], new Set(['RQ1']), 'RQ2'],
    [
      'then to the lowest coverage',
      'agent memory',
      [
        { ...memory, coverage: 0.5 },
        { ...cost, coverage: 0.4 },
      ],
      none,
      'RQ2',
    ],
    [
      'weakness goes before coverage',
      'agent memory',
      [
        { ...memory, coverage: 0.5 },
        { ...cost, coverage: 0.4 },
      ],
      new Set(['RQ1']),
      'RQ1',
    ],
    ['then to the lower number', 'planning', [risk, cost], none, 'RQ2'],
    ['two weak ones with equal coverage', 'planning', [risk, cost], new Set(['RQ2', 'RQ10']), 'RQ2'],
    ['a closed one gets nothing', 'cost of memory', [memory, { ...cost, status: 'closed' as const }], none, 'RQ1'],
    ['a deprioritized one gets nothing', 'cost of memory', [memory, { ...cost, status: 'deprioritized' as const }], none, 'RQ1'],
    ['none is active', 'cost', [{ ...cost, status: 'closed' as const }], none, null],
  ])('%s', (_name, gap, subquestions, weak, expected) => {
    expect(assignGap(gap, subquestions, weak)).toBe(expected)
  })
})

describe('weakSubquestions', () => {
  it('names those without a firm cluster', () => {
    const state = buildState({
      subquestions: [subquestion('RQ1'), subquestion('RQ2'), subquestion('RQ3')],
      documents: [document('D1'), document('D2')],
      evidence: [
        evidence('D1.e1', { claimKey: 'same' }),
        evidence('D2.e1', { claimKey: 'same' }),
        evidence('D1.e2', { subquestionId: 'RQ1', claimKey: 'other' }),
        evidence('D1.e3', { subquestionId: 'RQ2' }),
      ],
    })
    expect([...weakSubquestions(state)]).toEqual(['RQ2', 'RQ3'])
  })
})

describe('gapsOf', () => {
  it('takes applied and rejected gaps, each once and sorted, and no other intents', () => {
    expect(
      gapsOf(
        [
          { kind: 'intent-planned', subquestionId: 'RQ1', text: 'costs', gap: true },
          { kind: 'intent-planned', subquestionId: 'RQ1', text: 'an intent' },
          { kind: 'intent-planned', subquestionId: 'RQ1', text: 'not one', gap: false },
        ],
        [
          { edit: { kind: 'gap', text: ' benefits ' }, reason: 'duplicate text' },
          { edit: { kind: 'gap', text: 'costs' }, reason: 'duplicate text' },
          { edit: { kind: 'add-intent', subquestionId: 'RQ1', text: 'other' }, reason: 'unknown id' },
        ],
      ),
    ).toEqual(['benefits', 'costs'])
  })
})
