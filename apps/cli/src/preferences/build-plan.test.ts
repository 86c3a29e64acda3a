import { UsageError } from '@winnow/runs/usage-error.ts'
import { describe, expect, test } from 'vitest'
import { type BuildPlan, type BuildSettings, planBuild, refuseOtherBuild } from './build-plan.ts'

const settings: BuildSettings = {
  asOf: '2026-07-01',
  models: { agent: 'openai:a', summarizer: 'openai:a' },
  sources: ['library'],
  library: 'a'.repeat(64),
  fromYear: null,
  toYear: null,
  answer: { topK: 100, reranker: 'bm25' },
}
const question = (id: string, text = `What is ${id}?`) => ({ id, question: text })
const numbered = () => {
  let next = 0
  return () => `r-${++next}`
}
const plan = (parts: Partial<BuildPlan> = {}): BuildPlan => ({
  format: 'winnow-preferences-plan',
  version: 1,
  settings,
  questions: [question('q1')],
  samples: [{ questionId: 'q1', sample: 1, runId: 'r-old' }],
  ...parts,
})

describe('a plan', () => {
  test('of a new build: so many runs of each question, each with an id of its own', () => {
    const wanted = [
      { question: question('q1'), samples: 2 },
      { question: question('q2'), samples: 0 },
      { question: question('q3'), samples: 1 },
    ]
    expect(planBuild(settings, wanted, null, numbered())).toEqual(
      plan({
        questions: [question('q1'), question('q3')],
        samples: [
          { questionId: 'q1', sample: 1, runId: 'r-1' },
          { questionId: 'q1', sample: 2, runId: 'r-2' },
          { questionId: 'q3', sample: 1, runId: 'r-3' },
        ],
      }),
    )
  })

  test('that goes on keeps its runs and adds what is wanted beyond them', () => {
    const wanted = [
      { question: question('q1'), samples: 2 },
      { question: question('q2'), samples: 1 },
    ]
    expect(planBuild(settings, wanted, plan(), numbered())).toEqual(
      plan({
        questions: [question('q1'), question('q2')],
        samples: [
          { questionId: 'q1', sample: 1, runId: 'r-old' },
          { questionId: 'q1', sample: 2, runId: 'r-1' },
          { questionId: 'q2', sample: 1, runId: 'r-2' },
        ],
      }),
    )
  })

  test('of which fewer are wanted stays', () => {
    expect(planBuild(settings, [{ question: question('q1'), samples: 0 }], plan(), numbered())).toEqual(plan())
  })
})

describe('going on', () => {
  test.each([
    { name: 'with the same', now: settings, questions: [question('q1')] },
    { name: 'on another day', now: { ...settings, asOf: '2026-08-01' }, questions: [question('q1')] },
    { name: 'with more questions', now: settings, questions: [question('q0'), question('q1')] },
  ])('$name', ({ now, questions }) => {
    expect(() => refuseOtherBuild(plan(), now, questions)).not.toThrow()
  })

  test.each([
    {
      name: 'model',
      now: { ...settings, models: { agent: 'openai:b', summarizer: 'openai:a' } },
      says: /models was .*openai:a.* and is .*openai:b/,
    },
    { name: 'library', now: { ...settings, library: null }, says: /library was "a+" and is null/ },
    { name: 'source', now: { ...settings, sources: ['web'] }, says: /sources was \["library"\] and is \["web"\]/ },
    { name: 'limit', now: { ...settings, answer: { ...settings.answer, topK: 5 } }, says: /answer was/ },
    { name: 'year', now: { ...settings, fromYear: 2000 }, says: /fromYear was null and is 2000/ },
  ])('another $name is refused', ({ now, says }) => {
    const go = () => refuseOtherBuild(plan(), now, [question('q1')])
    expect(go).toThrow(UsageError)
    expect(go).toThrow(says)
  })

  test.each([
    { name: 'that is gone', questions: [question('q2')], says: 'the question q1 is not in the file any more' },
    { name: 'that reads otherwise', questions: [question('q1', 'Why?')], says: 'the question q1 reads otherwise' },
  ])('a question $name is refused', ({ questions, says }) => {
    expect(() => refuseOtherBuild(plan(), settings, questions)).toThrow(says)
  })
})
