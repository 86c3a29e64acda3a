import { buildState, type DocumentParts, document, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { isRelevant, relevantPairs } from './relevance.ts'

const subquestions = [
  subquestion('RQ1'),
  subquestion('RQ2', { status: 'deprioritized' }),
  subquestion('RQ10', { status: 'closed' }),
  subquestion('RQ9'),
]

describe('isRelevant', () => {
  it.each<{ name: string; of: DocumentParts; to: string; relevant: boolean }>([
    { name: 'exactly the threshold', of: { scores: { RQ1: 0.5 } }, to: 'RQ1', relevant: true },
    { name: 'just below', of: { scores: { RQ1: 0.4999 } }, to: 'RQ1', relevant: false },
    { name: 'only for the subquestion asked', of: { scores: { RQ1: 0.9 } }, to: 'RQ9', relevant: false },
    { name: 'no score', of: {}, to: 'RQ1', relevant: false },
    { name: 'a closed subquestion keeps its score', of: { scores: { RQ10: 0.5 } }, to: 'RQ10', relevant: true },
    { name: 'excluded', of: { scores: { RQ1: 0.9 }, override: 'exclude' }, to: 'RQ1', relevant: false },
    { name: 'included, active', of: { scores: { RQ1: 0.1 }, override: 'include' }, to: 'RQ1', relevant: true },
    { name: 'included, deprioritized: by the score', of: { scores: { RQ2: 0.1 }, override: 'include' }, to: 'RQ2', relevant: false },
    { name: 'included, deprioritized, high score', of: { scores: { RQ2: 0.6 }, override: 'include' }, to: 'RQ2', relevant: true },
    { name: 'included, unknown subquestion', of: { override: 'include' }, to: 'RQ77', relevant: false },
  ])('$name', ({ of, to, relevant }) => {
    expect(isRelevant(buildState({ subquestions }), document('D1', of), to)).toBe(relevant)
  })
})

describe('relevantPairs', () => {
  it('counts pairs of live documents with subquestions of every status, in canonical order', () => {
    const state = buildState({
      subquestions,
      documents: [
        document('D10', { scores: { RQ1: 0.5 } }),
        document('D2', { scores: { RQ10: 0.9, RQ9: 0.8, RQ1: 0.49, RQ77: 1 } }),
        document('D3', { scores: { RQ1: 1 } }),
      ],
      aliases: { D3: 'D2' },
    })
    expect(relevantPairs(state)).toEqual([
      { documentId: 'D2', subquestionId: 'RQ9' },
      { documentId: 'D2', subquestionId: 'RQ10' },
      { documentId: 'D10', subquestionId: 'RQ1' },
    ])
  })
})
