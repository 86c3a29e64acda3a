import type { AppliedAction } from '@winnow/contracts/entities/plan.ts'
import { buildState, intent, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { carryOut, draftPlan, type PlanDraft } from './plan-draft.ts'

const state = buildState({
  subquestions: [subquestion('RQ1'), subquestion('RQ2', { coverage: 0.4 })],
  intents: [intent('RQ1.i1'), intent('RQ1.i2', { status: 'closed', closedReason: 'no new query' })],
  aliases: { D2: 'D1' },
})
const child = (subquestionId: string) => ({ subquestionId, text: `text of ${subquestionId}`, rationale: 'why', priority: 2 })
const fresh = (subquestionId: string, origin: 'critic' | 'user') => ({
  ...child(subquestionId),
  status: 'active',
  origin,
  splitInto: [],
  coverage: 0,
})

function after(action: AppliedAction, origin: 'critic' | 'user' = 'critic'): PlanDraft {
  const plan = draftPlan(state)
  carryOut(plan, action, origin)
  return plan
}

describe('carryOut', () => {
  const before = draftPlan(state)

  it.each<[string, AppliedAction, 'critic' | 'user', Partial<PlanDraft>]>([
    [
      'add',
      { kind: 'subquestion-added', subquestion: child('RQ3') },
      'user',
      { subquestions: { ...before.subquestions, RQ3: fresh('RQ3', 'user') as PlanDraft['subquestions'][string] } },
    ],
    [
      'split',
      { kind: 'subquestion-split', subquestionId: 'RQ1', into: [child('RQ3'), child('RQ4')] },
      'critic',
      {
        subquestions: {
          ...before.subquestions,
          RQ1: { ...subquestion('RQ1'), status: 'closed', splitInto: ['RQ3', 'RQ4'] },
          RQ3: fresh('RQ3', 'critic') as PlanDraft['subquestions'][string],
          RQ4: fresh('RQ4', 'critic') as PlanDraft['subquestions'][string],
        },
      },
    ],
    [
      'rephrase',
      { kind: 'subquestion-rephrased', subquestionId: 'RQ2', text: 'New words?' },
      'critic',
      { subquestions: { ...before.subquestions, RQ2: { ...subquestion('RQ2'), splitInto: [], coverage: 0.4, text: 'New words?' } } },
    ],
    [
      'deprioritize',
      { kind: 'subquestion-deprioritized', subquestionId: 'RQ1' },
      'critic',
      { subquestions: { ...before.subquestions, RQ1: { ...subquestion('RQ1'), splitInto: [], status: 'deprioritized' } } },
    ],
    [
      'close',
      { kind: 'subquestion-closed', subquestionId: 'RQ1' },
      'critic',
      { subquestions: { ...before.subquestions, RQ1: { ...subquestion('RQ1'), splitInto: [], status: 'closed' } } },
    ],
    [
      'plan an intent',
      { kind: 'intent-planned', subquestionId: 'RQ1', text: 'studies' },
      'critic',
      { plannedIntents: [{ subquestionId: 'RQ1', text: 'studies', rewordOf: null }] },
    ],
    [
      'plan a reworded intent',
      { kind: 'intent-planned', subquestionId: 'RQ1', text: 'studies', rewordOf: 'RQ1.i1' },
      'critic',
      { plannedIntents: [{ subquestionId: 'RQ1', text: 'studies', rewordOf: 'RQ1.i1' }] },
    ],
    [
      'close an intent',
      { kind: 'intent-closed', intentId: 'RQ1.i1' },
      'critic',
      { intents: { ...before.intents, 'RQ1.i1': { ...intent('RQ1.i1'), status: 'closed', closedReason: 'closed by the critic' } } },
    ],
    ['close a closed intent', { kind: 'intent-closed', intentId: 'RQ1.i2' }, 'user', {}],
    [
      'snowball from a merged document',
      { kind: 'snowball-requested', documentId: 'D2', direction: 'forward' },
      'critic',
      { snowballRequests: [{ documentId: 'D1', direction: 'forward' }] },
    ],
    [
      'note a contradiction',
      { kind: 'contradiction-noted', subquestionId: 'RQ1', claims: ['D1.e1'], note: 'n', status: 'open' },
      'critic',
      { contradictions: [{ subquestionId: 'RQ1', claims: ['D1.e1'], note: 'n', status: 'open' }] },
    ],
    ['split something unknown', { kind: 'subquestion-rephrased', subquestionId: 'RQ9', text: 't' }, 'critic', {}],
    ['deprioritize something unknown', { kind: 'subquestion-deprioritized', subquestionId: 'RQ9' }, 'critic', {}],
    ['close something unknown', { kind: 'subquestion-closed', subquestionId: 'RQ9' }, 'critic', {}],
    ['close an unknown intent', { kind: 'intent-closed', intentId: 'RQ9.i1' }, 'critic', {}],
  ])('%s', (_name, action, origin, changed) => {
    expect(after(action, origin)).toEqual({ ...before, ...changed })
  })

  it('leaves the state alone', () => {
    after({ kind: 'subquestion-closed', subquestionId: 'RQ1' })
    expect(state.subquestions.RQ1?.status).toBe('active')
  })
})
