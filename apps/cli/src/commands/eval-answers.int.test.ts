import type { ModelRequest } from '@winnow/testkit/scripted-model-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AnswersBench, library, startAnswersBench } from '../evaluation/answers/testing/answers-bench.ts'

let bench: AnswersBench
beforeAll(async () => {
  bench = await startAnswersBench()
})
beforeEach(() => {
  bench.model.interfere(undefined)
  bench.model.reset()
})
afterAll(() => bench.stop())
const run = (...argv: readonly string[]) => bench.run(...argv)
const json = (...argv: readonly string[]) => bench.json(...argv)

const isJudging = ({ prompt }: ModelRequest) => prompt.includes('You do not know who wrote it')

describe('without a model', () => {
  test('each question is answered and judged by words', async () => {
    const { code, said, reply } = await json(...library, '--model', 'none')
    expect(code).toBe(0)
    expect(reply).toMatchObject({ questions: 3, withoutGold: 1, paired: null, stopped: null })
    expect(reply.models).toEqual([
      expect.objectContaining({
        letter: 'A',
        model: 'none',
        n: 3,
        failures: 0,
        extractive: 3,
        clarity: null,
        insightfulness: null,
        score: null,
      }),
    ])
    // One of two points in the first question, the only one in the second; the third has none.
    expect(reply.models[0]?.keyPointRecall).toEqual({ n: 2, mean: 0.75, low: 0.5, high: 1 })
    expect(reply.models[0]?.unresolved).toEqual({ n: 3, mean: 0, low: 0, high: 0 })
    expect(reply.models[0]?.costUsd).toMatchObject({ mean: 0 })
    expect(reply.judge).toMatchObject({ model: 'words', repeats: 1, failures: [], cost: { calls: 0 } })
    expect(reply.notes[0]).toBe('1 of 3 questions have no gold points: they have no key-point recall and no score')
    expect(said).toContain('[3/3] A ')
    expect(reply.questionsDetail.map(({ id, answers }) => [id, answers[0]?.judgement?.repeated.keyPoints])).toEqual([
      ['recall', [['supported', 'omitted']]],
      ['paging', [['supported']]],
      ['open', []],
    ])
  })
  test('a person gets a table; nothing else is on standard output, and -q says nothing', async () => {
    const { printed, said } = await run(...library, '--model', 'none', '-q')
    expect(printed.split('\n')[0]).toBe('3 questions, 1 without gold points; mean [95 % interval] over questions')
    expect(printed).toMatch(/ key points {2,}0\.75 \[0\.50, 1\.00\]\n/)
    expect(printed).toContain('Judged by words')
    expect(said).toBe('')
  })
})

describe('two models and a judge', () => {
  const two = [...library, '--model', 'openai:writer-x', '--against', 'none', '--judge-model', 'openai:judge-y']
  test('are compared question by question, blind, in both orders', async () => {
    const { code, reply, said } = await json(...two, '--repeats', '3')
    expect(code).toBe(0)
    expect(reply.models.map(({ letter, model: name, n }) => [letter, name, n])).toEqual([
      ['A', 'openai:writer-x', 3],
      ['B', 'none', 3],
    ])
    const [a] = reply.models
    expect(a?.clarity?.low).toBeLessThanOrEqual(a?.clarity?.mean ?? Number.NaN)
    expect(a?.score?.n).toBe(2)
    expect(a?.costUsd).toBeNull()
    expect(reply.paired).toMatchObject({
      a: 'openai:writer-x',
      b: 'none',
      clarity: { difference: { n: 3 } },
      score: { difference: { n: 2 } },
    })
    const preference = reply.paired?.preference
    expect((preference?.a ?? 0) + (preference?.b ?? 0) + (preference?.ties ?? 0)).toBe(3)
    expect(reply.judge).toMatchObject({ model: 'openai:judge-y', repeats: 3, failures: [], positionBias: { pairs: 3 } })
    expect(reply.judge.agreement.clarity.units).toBe(6)
    // Three points of two answers.
    expect(reply.judge.agreement.keyPoints.units).toBe(6)
    expect(said).not.toContain('judges its own answers')
    const judging = bench.model.requests.filter(isJudging)
    expect(judging.length).toBe(reply.judge.cost.calls)
    for (const { prompt, model: asked } of judging) {
      expect(asked).toBe('judge-y')
      expect(prompt).not.toMatch(/writer-x|extractive|papers\.jsonl/)
    }
    // Each answer three times for quality, and for key points where there are some; each pair twice.
    const count = (words: string) => judging.filter(({ prompt }) => prompt.includes(words)).length
    expect([count('Score the answer'), count('key points that a good answer makes'), count('two answers to it')]).toEqual([18, 12, 6])
  })
  test('a judge among the models is told of', async () => {
    const { reply } = await json(...library, '--model', 'openai:judge-y', '--judge-model', 'openai:judge-y')
    expect(reply.notes).toContain('openai:judge-y judges its own answers: models favour what they would write')
  })
  test('a judge that writes prose is counted: nothing it did not say is 0', async () => {
    bench.model.interfere((request) => (isJudging(request) ? 'A very fine answer, I think.' : undefined))
    const { code, reply } = await json(...two)
    expect(code).toBe(0)
    expect(reply.models[0]).toMatchObject({ n: 3, clarity: null, insightfulness: null, keyPointRecall: null, score: null })
    expect(reply.models[0]?.words?.mean).toBeGreaterThan(0)
    expect(reply.judge.failures).toEqual([{ reason: 'invalid', count: expect.any(Number), example: expect.any(String) }])
    expect(reply.judge.failures[0]?.count).toBeGreaterThanOrEqual(6 * 2 + 4 * 2 + 3 * 2)
    expect(reply.judge.positionBias.pairs).toBe(0)
    expect(reply.questionsDetail[0]?.preferences).toEqual([null])
  })
  test('a judge that cannot be reached ends the evaluation with 3', async () => {
    bench.model.interfere((request) => (isJudging(request) ? { fault: 'status', status: 401, message: 'wrong key' } : undefined))
    const { code, printed, said } = await run(...library, '--model', 'none', '--judge-model', 'openai:judge-y', '--json')
    expect({ code, printed }).toEqual({ code: 3, printed: '' })
    expect(said).toMatch(/The evaluation stopped: .*Nothing is kept without --out\./)
  })
  test('a model that cannot be reached too', async () => {
    bench.model.interfere(() => ({ fault: 'status', status: 401, message: 'wrong key' }))
    const { code, said } = await run(...library, '--model', 'openai:writer-x')
    expect(code).toBe(3)
    expect(said).toContain('The evaluation stopped: ')
  })
  test('several runs of one model on a question are one value', async () => {
    const { reply } = await json(...library, '--model', 'none', '--runs', '2')
    expect(reply.models[0]).toMatchObject({ n: 6, words: { n: 3 } })
    expect(reply.questionsDetail[0]?.answers.map(({ run: number }) => number)).toEqual([1, 2])
  })
})

describe('bad usage', () => {
  test.each<[string, readonly string[], string]>([
    ['questions that are not there', ['--questions', 'no.jsonl', '--model', 'none'], '--questions no.jsonl cannot be read'],
    ['--resume without a folder', [...library, '--model', 'none', '--resume'], '--resume needs the folder of the evaluation'],
    ['--against alone', [...library, '--against', 'none'], '--against needs the first model'],
    ['--log with a model', ['--questions', 'q.jsonl', '--log', 'run', '--model', 'none'], '--model is not for them'],
    [
      '--log with an option of several words',
      ['--questions', 'q.jsonl', '--log', 'run', '--max-searches', '2'],
      '--max-searches is not for them',
    ],
    ['--log with a number of runs', ['--questions', 'q.jsonl', '--log', 'run', '--runs', '2'], '--runs is not for them'],
    ['a model that cannot be read', [...library, '--model', 'gpt'], 'gpt'],
    ['a judge that is not configured', [...library, '--model', 'none', '--judge-model', 'anthropic:x'], 'anthropic:x: '],
    ['a price that is unknown', [...library, '--model', 'openai:writer-x', '--max-cost', '1'], 'the price of openai:writer-x is unknown'],
    [
      'a price of the judge that is unknown',
      [...library, '--model', 'none', '--judge-model', 'openai:j', '--max-cost', '1'],
      'openai:j is unknown',
    ],
    ['a library without --library', ['--questions', 'q.jsonl', '--model', 'none', '--sources', 'library'], 'library'],
    ['a source that is none', [...library, '--model', 'none', '--sources', 'gogle'], '--sources: '],
    ['no judgement', [...library, '--model', 'none', '--repeats', '0'], '--repeats takes a positive whole number'],
  ])('%s', async (_, argv, words) => {
    await expect(run(...argv)).rejects.toThrow(words)
    expect(bench.model.requests).toEqual([])
  })
})
