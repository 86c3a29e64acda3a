import type { EventData } from '@winnow/contracts/registry.ts'
import type { AskModel } from '@winnow/runtime/service.ts'
import { subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { nothingCited } from './core/degraded-steps.ts'
import { buildRun, item } from './testing/built-run.ts'
import { none, outcome, scripted, taskOf } from './testing/scripted-task.ts'

const plan = [subquestion('RQ1', { text: 'Does it help?' }), subquestion('RQ2', { text: 'For whom?', priority: 2 })]
const items = [item('D1.e1'), item('D2.e1', { strength: 0.5 }), item('D3.e1', { subquestionId: 'RQ2' })]

describe('synthesis', () => {
  const run = buildRun(items, { subquestions: plan })
  const request = (fallback?: 'budget'): EventData<'SynthesisRequested'> => ({
    iteration: 1,
    items: [
      { workId: 's:RQ2', subquestionId: 'RQ2', evidenceIds: ['D3.e1'], ...(fallback === undefined ? {} : { fallback }) },
      { workId: 's:RQ1', subquestionId: 'RQ1', evidenceIds: ['D1.e1', 'D2.e1'], ...(fallback === undefined ? {} : { fallback }) },
    ],
    reserve: {},
  })
  const synthesise = (ask: AskModel, fallback?: 'budget') =>
    outcome(taskOf(run, 'SynthesisRequested', request(fallback), ask, 1), 'SubquestionAnswered')
  const extractiveAnswer = {
    workId: 's:RQ1',
    subquestionId: 'RQ1',
    answer: [
      { text: 'Finding D1 e1 holds.', citations: ['D1'], evidence: ['D1.e1'] },
      { text: 'Finding D2 e1 holds.', citations: ['D2'], evidence: ['D2.e1'] },
    ],
    notEstablished: [
      '“Does it help?”: 2 documents read in support, too few for a settled answer.',
      '“Does it help?”: 2 of 2 listed claims weakly supported, by a single document or by weak evidence.',
    ],
    contradictions: [],
    coverage: 0.2,
    evidenceIds: ['D1.e1', 'D2.e1'],
    removedCitations: 0,
    synthesizer: 'extractive',
    degraded: [],
  }
  const valid = {
    answer: [{ text: 'It helps [D9].', evidence: ['D1.e1', 'D3.e1'] }],
    notEstablished: ['For how long.'],
    contradictions: [{ note: 'They differ.', evidence: ['D1.e1', 'D2.e1'] }],
    coverage: 0.6,
  }

  test('without a model: the strongest claims, nothing degraded', async () => {
    expect(await synthesise(none)).toEqual({ type: 'SubquestionAnswered', data: extractiveAnswer, usage: [] })
  })
  test('by the model, from the evidence of its entry alone', async () => {
    const { ask, asked } = scripted({ synthesis: valid })
    const event = await synthesise(ask)
    expect(event.data).toEqual({
      workId: 's:RQ1',
      subquestionId: 'RQ1',
      answer: [{ text: 'It helps.', citations: ['D1'], evidence: ['D1.e1'] }],
      notEstablished: ['For how long.'],
      contradictions: [{ note: 'They differ.', evidence: ['D1.e1', 'D2.e1'] }],
      coverage: 0.6,
      evidenceIds: ['D1.e1', 'D2.e1'],
      removedCitations: 2,
      synthesizer: 'openai:m',
      degraded: [],
    })
    expect(event.usage).toMatchObject([{ callId: 'synthesis-1', role: 'synthesizer', stage: 'synthesis' }])
    expect(asked[0]?.prompt.user).toContain('Does it help?')
    expect(asked[0]?.prompt.user).not.toContain('D3.e1')
  })
  const faults = [
    { name: 'a reply that does not fit', replies: { synthesis: 'nonsense' }, fallback: undefined, reason: 'invalid', calls: 1 },
    {
      name: 'a reply that cites nothing passed',
      replies: { synthesis: { ...valid, answer: [{ text: 'It helps.', evidence: ['D9'] }] } },
      fallback: undefined,
      reason: nothingCited,
      calls: 1,
    },
    { name: 'a budget that pays no call', replies: { synthesis: valid }, fallback: 'budget' as const, reason: 'budget', calls: 0 },
  ]
  test.each(faults)('$name: the extractive answer, and the step degraded', async ({ replies, fallback, reason, calls }) => {
    const event = await synthesise(scripted(replies).ask, fallback)
    expect(event.data).toEqual({ ...extractiveAnswer, degraded: [{ role: 'synthesizer', reason, count: 1 }] })
    expect(event.usage).toHaveLength(calls)
  })
  test('a subquestion that the state lacks is a broken invariant', async () => {
    const bare = buildRun(items, { subquestions: [] })
    await expect(outcome(taskOf(bare, 'SynthesisRequested', request(), none), 'SubquestionAnswered')).rejects.toThrow(
      'the state has no RQ2',
    )
  })
})
