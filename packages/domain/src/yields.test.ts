import { buildState, document, intent, operation, snowballRound, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { intentYields, snowballYields } from './yields.ts'

describe('intentYields', () => {
  const state = buildState({
    subquestions: [subquestion('RQ1'), subquestion('RQ2')],
    intents: [intent('RQ1.i10'), intent('RQ1.i2', { rewordOf: 'RQ1.i1' }), intent('RQ1.i1', { status: 'closed' }), intent('RQ2.i1')],
    documents: [
      document('D1', { records: ['library:a', 'arxiv:a', 'arxiv:b'], scores: { RQ1: 0.5, RQ2: 0.1 } }),
      document('D2', { scores: { RQ1: 0.49, RQ2: 0.9 } }),
      document('D3', { scores: { RQ1: 0.9 }, override: 'exclude' }),
      document('D4', {}),
    ],
    aliases: { D5: 'D1' },
    records: {
      'library:a': 'D1',
      'arxiv:a': 'D1',
      'arxiv:b': 'D5',
      'library:r2': 'D2',
      'library:r3': 'D3',
      'library:r4': 'D4',
    },
    operations: [
      operation('S1', { intentId: 'RQ1.i1', keys: ['library:a', 'library:r2'] }),
      operation('S2', { intentId: 'RQ1.i1', source: 'arxiv', keys: ['arxiv:a', 'arxiv:b', 'arxiv:never-taken'] }),
      operation('S3', { intentId: 'RQ1.i2', keys: ['library:r3', 'library:r4'] }),
      operation('S4', { intentId: 'RQ2.i1', keys: ['library:a', 'library:r2'] }),
      operation('S5', { seed: 'D1', keys: ['library:r4'] }),
    ],
  })

  it('counts canonical live documents once, and as relevant only for the intent’s own subquestion', () => {
    expect(intentYields(state)).toEqual([
      { intentId: 'RQ1.i1', subquestionId: 'RQ1', rewordOf: null, found: 2, relevant: 1 },
      { intentId: 'RQ1.i2', subquestionId: 'RQ1', rewordOf: 'RQ1.i1', found: 2, relevant: 0 },
      { intentId: 'RQ1.i10', subquestionId: 'RQ1', rewordOf: null, found: 0, relevant: 0 },
      { intentId: 'RQ2.i1', subquestionId: 'RQ2', rewordOf: null, found: 2, relevant: 1 },
    ])
  })
})

describe('snowballYields', () => {
  it('gives ρ of every round, by iteration and round', () => {
    const rounds = [snowballRound(1, 0, { iteration: 2, returned: 0 }), snowballRound(2, 30), snowballRound(1, 5, { seeds: ['D1'] })]
    expect(snowballYields(buildState({ snowballRounds: rounds }))).toEqual([
      { iteration: 1, round: 1, seeds: ['D1'], returned: 100, newDocuments: 5, rho: 0.05 },
      { iteration: 1, round: 2, seeds: [], returned: 100, newDocuments: 30, rho: 0.3 },
      { iteration: 2, round: 1, seeds: [], returned: 0, newDocuments: 0, rho: 0 },
    ])
  })
})
