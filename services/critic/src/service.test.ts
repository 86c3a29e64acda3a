import type { EventData } from '@winnow/contracts/registry.ts'
import { newCorpus } from '@winnow/domain/corpus.ts'
import { modelCall } from '@winnow/testkit/history.ts'
import { noModel, outcomeOf, scriptedModel, taskOn } from '@winnow/testkit/scripted-task.ts'
import { buildState, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { createCritic } from './service.ts'

const run = {
  state: buildState({ question: 'What helps?', subquestions: [subquestion('RQ1', { text: 'Does memory?' })] }),
  corpus: newCorpus(),
}
const aspects = [
  'coverage',
  'evidenceQuality',
  'citationCoverage',
  'sourceDiversity',
  'contradictions',
  'recency',
  'knowledgeGaps',
  'saturation',
]
const lists = [
  'addIntents',
  'rewordIntents',
  'closeIntents',
  'snowball',
  'contradictions',
  'addSubquestions',
  'splitSubquestions',
  'rephraseSubquestions',
  'deprioritizeSubquestions',
  'closeSubquestions',
]
const assessment = Object.fromEntries(aspects.map((aspect) => [aspect, 'fine']))
const reply = { assessment, sufficient: true, ...Object.fromEntries(lists.map((list) => [list, []])), gaps: [{ text: 'costs' }] }
const critique = { assessment, sufficient: true, actions: [{ kind: 'gap', text: 'costs' }] }
const call = (outcome: 'ok' | 'invalid') => modelCall({ role: 'critic', stage: 'critique', outcome })
const request = (parts: Partial<EventData<'CritiqueRequested'>> = {}): EventData<'CritiqueRequested'> => ({
  workId: 'critique:2',
  iteration: 2,
  reserve: {},
  ...parts,
})

describe('the critic', () => {
  it('is the critic', () => {
    expect(createCritic()).toMatchObject({ name: 'critic', concurrency: 4 })
  })
  it.each([
    { name: 'no model: no critique, nothing degraded', ask: noModel, parts: {}, out: null, degraded: [], usage: [] },
    { name: 'a reply', ask: scriptedModel(reply).ask, parts: {}, out: critique, degraded: [], usage: [call('ok')] },
    {
      name: 'a reply that cannot be used',
      ask: scriptedModel({ sufficient: true }).ask,
      parts: {},
      out: null,
      degraded: ['invalid'],
      usage: [call('invalid')],
    },
    {
      name: 'no budget',
      ask: scriptedModel(reply).ask,
      parts: { fallback: 'budget' as const },
      out: null,
      degraded: ['budget'],
      usage: [],
    },
  ])('$name', async ({ ask, parts, out, degraded, usage }) => {
    expect(await outcomeOf(createCritic(), taskOn(run, 'CritiqueRequested', request(parts), { ask }))).toEqual([
      {
        type: 'CritiqueProposed',
        data: {
          workId: 'critique:2',
          iteration: 2,
          critique: out,
          degraded: degraded.map((reason) => ({ role: 'critic', reason, count: 1 })),
        },
        usage,
      },
    ])
  })
  it('a prompt holds nothing of the run’s own', async () => {
    const model = scriptedModel(reply)
    const task = taskOn(run, 'CritiqueRequested', request(), { ask: model.ask })
    await outcomeOf(createCritic(), task)
    expect(model.asked).toHaveLength(1)
    expect(JSON.stringify(model.asked)).not.toMatch(
      new RegExp(`${task.run.runId}|${task.run.decision.at}|${task.item.eventId}|critique:2|2026-`),
    )
  })
  it('asks with the dossier of the run', async () => {
    const model = scriptedModel(reply)
    await outcomeOf(createCritic(), taskOn(run, 'CritiqueRequested', request(), { ask: model.ask }))
    expect(model.asked[0]).toMatchObject({ role: 'critic', stage: 'critique', promptVersion: 'critique-1', schemaName: 'critique' })
    expect(model.asked[0]?.prompt.user).toContain('RQ1 (priority 1, active, coverage 0.00): Does memory?')
  })
})
