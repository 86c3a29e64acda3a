import type { AppliedAction, ResearchAction } from '@winnow/contracts/entities/plan.ts'
import { newCorpus } from '@winnow/domain/corpus.ts'
import { buildState } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { appliedWords, plan, proposedWords } from './plan.ts'

const child = (subquestionId: string) => ({ subquestionId, text: `*${subquestionId}*`, rationale: '', priority: 1 })
const raw = { text: 'a|b', rationale: '', priority: 1 }

test.each<[AppliedAction, string]>([
  [{ kind: 'subquestion-added', subquestion: child('RQ2') }, 'added RQ2, “\\*RQ2\\*”'],
  [{ kind: 'subquestion-split', subquestionId: 'RQ1', into: [child('RQ2'), child('RQ3')] }, 'split RQ1 into RQ2, RQ3'],
  [{ kind: 'subquestion-rephrased', subquestionId: 'RQ1', text: 'a|b' }, 'rephrased RQ1 as “a\\|b”'],
  [{ kind: 'subquestion-deprioritized', subquestionId: 'RQ1' }, 'deprioritized RQ1'],
  [{ kind: 'subquestion-closed', subquestionId: 'RQ1' }, 'closed RQ1'],
  [{ kind: 'intent-planned', subquestionId: 'RQ1', text: 'a|b' }, 'planned a search for RQ1, “a\\|b”'],
  [{ kind: 'intent-planned', subquestionId: 'RQ1', text: 'a', rewordOf: 'RQ1.i1' }, 'planned a search for RQ1, “a”, in place of RQ1.i1'],
  [{ kind: 'intent-closed', intentId: 'RQ1.i1' }, 'closed the search intent RQ1.i1'],
  [{ kind: 'snowball-requested', documentId: 'D1', direction: 'forward' }, 'asked for the forward references of D1'],
  [
    { kind: 'contradiction-noted', subquestionId: 'RQ1', claims: ['D1.e1', 'D2.e1'], note: 'a|b', status: 'open' },
    'noted a contradiction (open) on RQ1 between D1.e1, D2.e1: a\\|b',
  ],
])('applied: %j', (action, expected) => {
  expect(appliedWords(action)).toBe(expected)
})

test.each<[ResearchAction, string]>([
  [{ kind: 'add', ...raw }, 'add “a\\|b”'],
  [{ kind: 'split', subquestionId: '*1', into: [raw, raw] }, 'split \\*1 into “a\\|b”, “a\\|b”'],
  [{ kind: 'rephrase', subquestionId: '*1', text: 'a|b' }, 'rephrase \\*1 as “a\\|b”'],
  [{ kind: 'deprioritize', subquestionId: '*1' }, 'deprioritize \\*1'],
  [{ kind: 'close', subquestionId: '*1' }, 'close \\*1'],
  [{ kind: 'add-intent', subquestionId: '*1', text: 'a|b' }, 'search for \\*1, “a\\|b”'],
  [{ kind: 'reword-intent', intentId: '*1', text: 'a|b' }, 'reword \\*1 as “a\\|b”'],
  [{ kind: 'close-intent', intentId: '*1' }, 'close \\*1'],
  [{ kind: 'snowball', documentId: '*1', direction: 'backward' }, 'follow the backward references of \\*1'],
  [{ kind: 'contradiction', subquestionId: '*1', claims: [], note: 'a|b', status: 'open' }, 'contradiction on \\*1: a\\|b'],
  [{ kind: 'gap', text: 'a|b' }, 'gap “a\\|b”'],
])('proposed: %j', (action, expected) => {
  expect(proposedWords(action)).toBe(expected)
})

test('nothing to tell', () => {
  expect(plan(buildState(), newCorpus())).toEqual(['', '', ''])
})

test('edits of users: with their reasons, applied and rejected; decisions on documents', () => {
  const corpus = newCorpus()
  corpus.planEdits.push(
    { commandId: 'a', edits: [{ kind: 'close', subquestionId: 'RQ1' }], reason: 'not *mine*' },
    { commandId: 'b', edits: [], reason: '' },
  )
  corpus.planEditsApplied.push(
    {
      commandId: 'a',
      applied: [{ kind: 'subquestion-closed', subquestionId: 'RQ1' }],
      rejected: [{ edit: { kind: 'close', subquestionId: 'RQ9' }, reason: 'unknown id' }],
    },
    { commandId: 'b', applied: [{ kind: 'subquestion-closed', subquestionId: 'RQ2' }], rejected: [] },
    { commandId: 'c', applied: [{ kind: 'subquestion-closed', subquestionId: 'RQ3' }], rejected: [] },
  )
  corpus.overrides.push(
    { commandId: 'd', documentId: 'D1', action: 'include', records: [], reason: '' },
    { commandId: 'e', documentId: 'D2', action: 'split', records: ['library:a|b', 'library:c'], reason: 'two works' },
  )
  expect(plan(buildState(), corpus)[1]?.split('\n').slice(2)).toEqual([
    '- Applied: closed RQ1 (not \\*mine\\*)',
    '- Rejected: close RQ9 (unknown id)',
    '- Applied: closed RQ2',
    '- Applied: closed RQ3',
    '- Decided: include D1',
    '- Decided: split off D2: library:a\\|b, library:c (two works)',
  ])
})

test('the critique log, by iteration', () => {
  const corpus = newCorpus()
  corpus.critiques.push(
    { iteration: 2, sufficient: true, applied: [], rejected: [], stop: { rule: 2, reason: 'it *is*' } },
    { iteration: 1, sufficient: false, applied: [{ kind: 'subquestion-closed', subquestionId: 'RQ1' }], rejected: [], stop: null },
  )
  expect(plan(buildState(), corpus)[2]).toBe(
    [
      '## Critique log',
      'Iteration 1: the critic finds the evidence not sufficient; the run goes on.',
      '- Applied: closed RQ1',
      'Iteration 2: the critic finds the evidence sufficient; the run stops: it \\*is\\* (rule 2).',
    ].join('\n\n'),
  )
})
