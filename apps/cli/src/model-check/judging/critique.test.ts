import type { Critique } from '@winnow/contracts/entities/critique.ts'
import type { ResearchAction } from '@winnow/contracts/entities/plan.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { buildState, document, evidence, intent, subquestion } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { critiqueOf, idsNamed, proseOf } from './critique.ts'

const aspects = 'coverage evidenceQuality citationCoverage sourceDiversity contradictions recency knowledgeGaps saturation'.split(' ')
const saying = (said: string, ...actions: readonly ResearchAction[]): Critique => ({
  sufficient: false,
  assessment: { ...Object.fromEntries(aspects.map((aspect) => [aspect, ''])), coverage: said } as Critique['assessment'],
  actions: [...actions],
})
const state = buildState({
  subquestions: [subquestion('RQ1', { text: 'What is it?' }), subquestion('RQ2')],
  intents: [intent('RQ1.i1')],
  documents: [document('D1'), document('D12')],
  evidence: [evidence('D1.e1')],
})
const child = { text: 'Child of D77?', rationale: 'As D78.', priority: 1 }

test.each<[string, Critique, readonly string[], readonly string[]]>([
  ['in prose', saying('RQ1, D12 and D1.e1 (RQ1.i1).'), ['RQ1', 'D12', 'D1.e1', 'RQ1.i1'], []],
  ['in prose, not there', saying('RQ3, D2, D1.e2; RQ1.i2'), [], ['RQ3', 'D2', 'D1.e2', 'RQ1.i2']],
  ['no ids', saying('COVID19, 3D2, xRQ9, D1a, R2.D4 and D'), [], []],
  ['of a split, and its children', saying('', { kind: 'split', subquestionId: 'RQ1', into: [child, child] }), ['RQ1'], ['D77', 'D77']],
  ['of a rephrasing', saying('', { kind: 'rephrase', subquestionId: 'RQ9', text: 'As D9' }), [], ['RQ9', 'D9']],
  ['of a subquestion given lower priority', saying('', { kind: 'deprioritize', subquestionId: 'rq-2' }), ['RQ2'], []],
  ['of a closed subquestion, told by its text', saying('', { kind: 'close', subquestionId: 'What is it?' }), ['RQ1'], []],
  ['of a new subquestion', saying('', { kind: 'add', ...child }), [], ['D77']],
  ['of a gap', saying('', { kind: 'gap', text: 'Beyond D12' }), ['D12'], []],
  ['of a new intent', saying('', { kind: 'add-intent', subquestionId: 'RQ8', text: 'like D1' }), ['D1'], ['RQ8']],
  ['of another wording', saying('', { kind: 'reword-intent', intentId: 'RQ1.i1', text: 'not D8' }), ['RQ1.i1'], ['D8']],
  ['of a closed intent', saying('', { kind: 'close-intent', intentId: 'RQ2.i1' }), [], ['RQ2.i1']],
  ['of a seed', saying('', { kind: 'snowball', documentId: 'D3', direction: 'forward' }), [], ['D3']],
  [
    'of a contradiction',
    saying('', { kind: 'contradiction', subquestionId: 'RQ2', claims: ['D1.e1', 'D1.e5'], note: 'see D13', status: 'open' }),
    ['RQ2', 'D1.e1'],
    ['D1.e5', 'D13'],
  ],
])('ids %s', (_, critique, known, unknown) => {
  const named = idsNamed(critique, state)
  expect([...named.known].sort()).toEqual([...known].sort())
  expect(named.unknown).toEqual(unknown)
})

test('prose is the assessment and the words of the actions', () => {
  const critique = saying('Fair.', { kind: 'gap', text: 'A gap.' }, { kind: 'close', subquestionId: 'RQ1' })
  expect(proseOf(critique).filter((text) => text !== '')).toEqual(['Fair.', 'A gap.'])
})

test('a critique that is not there is our fault', () => {
  const proposed = (critique: Critique | null): NewEvent => ({
    type: 'CritiqueProposed',
    data: { workId: 'w', iteration: 1, critique, degraded: [] },
  })
  expect(critiqueOf([proposed(saying('x'))])).toEqual(saying('x'))
  expect(() => critiqueOf([proposed(null)])).toThrow('gave no critique')
})
