import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeJsonl } from '@winnow/bibliography/write/jsonl.ts'
import type { ModelRequest } from '@winnow/testkit/scripted-model-server.ts'
import { type StandInModel, startStandInModel } from '@winnow/testkit/stand-in-model.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../cli.ts'
import type { Config } from '../config.ts'
import type { AnswersEvaluation } from '../evaluation/answers/answers-evaluation.ts'
import { testConfig, testContext, winnow } from '../testing/command-line.ts'
import { recordRun } from '../testing/recorded-run.ts'

const questions = [
  {
    iid: 'recall',
    question: 'How do memory mechanisms help agents recall sessions?',
    gold: ['Memory with recall helps agents recall earlier sessions', 'Batteries age'],
  },
  {
    iid: 'paging',
    query: 'What does memory with paging cost?',
    key_points: [{ point: 'Memory with paging helps agents recall earlier sessions', weight: 2 }],
  },
  { iid: 'open', question: 'How does planning use memory in agents?' },
]

let folder: string
let model: StandInModel
let config: Config
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-eval-answers-'))
  await recordRun(folder)
  model = await startStandInModel()
  await file('q.jsonl', writeJsonl(questions))
  // There is no database: a library needs none.
  config = {
    ...testConfig('postgres://127.0.0.1:1/none', folder),
    environment: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${model.url}/v1` },
  }
})
beforeEach(() => {
  model.interfere(undefined)
  model.reset()
})
afterAll(async () => {
  await model.stop()
  await rm(folder, { recursive: true })
})

const file = (name: string, text: string) => writeFile(join(folder, name), text)
const run = (...argv: readonly string[]) => winnow(config, ['eval', 'answers', ...argv])
const library = ['--questions', 'q.jsonl', '--library', 'papers.jsonl']
const json = async (...argv: readonly string[]) => {
  const { code, printed, said } = await run(...argv, '--json')
  return { code, said, reply: JSON.parse(printed) as AnswersEvaluation }
}
const isJudging = ({ prompt }: ModelRequest) => prompt.includes('You do not know who wrote it')
/** What does not change from one evaluation to the next. */
const figures = ({ models, paired, judge, questionsDetail }: AnswersEvaluation) => ({
  models,
  paired,
  judge: { ...judge, cost: { calls: judge.cost.calls, inputTokens: judge.cost.inputTokens } },
  answers: questionsDetail.map(({ answers, preferences }) => ({ preferences, answers: answers.map(({ runId: _, ...answer }) => answer) })),
})

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
    const judging = model.requests.filter(isJudging)
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
    model.interfere((request) => (isJudging(request) ? 'A very fine answer, I think.' : undefined))
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
    model.interfere((request) => (isJudging(request) ? { fault: 'status', status: 401, message: 'wrong key' } : undefined))
    const { code, printed, said } = await run(...library, '--model', 'none', '--judge-model', 'openai:judge-y', '--json')
    expect({ code, printed }).toEqual({ code: 3, printed: '' })
    expect(said).toMatch(/The evaluation stopped: .*Nothing is kept without --out\./)
  })
  test('a model that cannot be reached too', async () => {
    model.interfere(() => ({ fault: 'status', status: 401, message: 'wrong key' }))
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

describe('kept in a folder', () => {
  const two = (out: string) => [
    ...library,
    '--model',
    'openai:writer-x',
    '--against',
    'none',
    '--judge-model',
    'openai:judge-y',
    '--out',
    out,
  ]
  test('an interrupted evaluation goes on, and comes to what one in a go comes to', async () => {
    const whole = await json(...two('whole'))
    expect(JSON.parse(await readFile(join(folder, 'whole', 'results.json'), 'utf8'))).toEqual(whole.reply)

    const interruption = new AbortController()
    model.reset()
    model.interfere(() => {
      if (model.requests.length === 25) interruption.abort(new Error('Ctrl-C'))
      return undefined
    })
    const { context, ran } = testContext(config)
    await runCli(['eval', 'answers', ...two('parts')], { ...context, signal: interruption.signal })
    expect(ran.code).toBe(130)
    expect(ran.printed).toEqual([])
    expect(ran.said.at(-1)).toBe(`Interrupted. What was done is kept in ${join(folder, 'parts')}: go on with --resume.`)

    model.interfere(undefined)
    const calls = async () =>
      (await readFile(join(folder, 'parts', 'model-calls.jsonl'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    const before = await calls()
    expect(before.length).toBeGreaterThan(0)
    model.reset()
    const resumed = await json(...two('parts'), '--resume')
    expect(figures(resumed.reply).models).toEqual(figures(whole.reply).models)
    expect(figures(resumed.reply).paired).toEqual(figures(whole.reply).paired)
    expect(figures(resumed.reply).answers).toEqual(figures(whole.reply).answers)
    // What was answered before is not asked again.
    const answered = new Set(
      before.filter(({ usage }) => usage.outcome === 'ok').map(({ runId, workId, promptHash }) => `${runId} ${workId} ${promptHash}`),
    )
    const again = (await calls())
      .slice(before.length)
      .filter(({ runId, workId, promptHash }) => answered.has(`${runId} ${workId} ${promptHash}`))
    expect(again).toEqual([])

    model.reset()
    expect(figures((await json(...two('parts'), '--resume')).reply)).toEqual(figures(resumed.reply))
    expect(model.requests).toEqual([])
  })
  test('what is there already is refused', async () => {
    const none = [...library, '--model', 'none', '--out', 'kept']
    await run(...none)
    await expect(run(...none)).rejects.toThrow(
      `--out ${join(folder, 'kept')} holds an evaluation: go on with it by --resume, or name another folder`,
    )
    await expect(run(...none, '--resume', '--max-searches', '1')).rejects.toThrow(
      'were made with other settings (answer): give the same ones',
    )
    await expect(run(...library, '--model', 'openai:writer-x', '--out', 'kept', '--resume')).rejects.toThrow('other settings (models)')
    await mkdir(join(folder, 'else'))
    await file('else/notes.txt', 'mine')
    await expect(run(...library, '--model', 'none', '--out', 'else')).rejects.toThrow('is not empty and holds no evaluation')
    expect(await readdir(join(folder, 'else'))).toEqual(['notes.txt'])
  })
  test('settings that are damaged are named', async () => {
    await mkdir(join(folder, 'damaged'))
    await file('damaged/settings.json', '{')
    const damaged = [...library, '--model', 'none', '--out', 'damaged', '--resume']
    await expect(run(...damaged)).rejects.toThrow(`${join(folder, 'damaged', 'settings.json')} is no JSON`)
    await file('damaged/settings.json', '{}')
    await expect(run(...damaged)).rejects.toThrow('holds no settings of an evaluation')
  })
})

describe('recorded runs', () => {
  const bundles = async (out: string, letter: string) => {
    const results = JSON.parse(await readFile(join(folder, out, 'results.json'), 'utf8')) as AnswersEvaluation
    const answers = results.questionsDetail.flatMap((detail) => detail.answers)
    return answers.filter((answer) => answer.letter === letter).map(({ runId }) => join(out, 'runs', runId))
  }
  beforeAll(async () => {
    await run(...library, '--model', 'openai:writer-x', '--against', 'none', '--out', 'recorded')
  })
  test('are judged as they are, by the model that answered', async () => {
    const [a, b] = [await bundles('recorded', 'A'), await bundles('recorded', 'B')]
    model.reset()
    const { reply } = await json('--questions', 'q.jsonl', '--log', ...b, ...a.slice(0, 2))
    expect(model.requests).toEqual([])
    expect(reply.models.map(({ letter, model: name, n }) => [letter, name, n])).toEqual([
      ['A', 'none', 3],
      ['B', 'openai:writer-x', 2],
    ])
    expect(reply.notes).toContain('1 of 3 questions have no run of openai:writer-x')
    expect(reply.paired).toMatchObject({ a: 'none', b: 'openai:writer-x', words: { difference: { n: 2 } }, preference: null })
  })
  test.each<[string, (names: readonly string[]) => readonly string[], string]>([
    ['a run twice', ([one = '']) => [one, one], 'give it once'],
    ['a run of another kind', () => ['run'], '--log run is no run of kind answer'],
    ['a run that is nowhere', () => ['No/Such'], 'No/Such is neither a file'],
  ])('%s is refused', async (_, names, words) => {
    await expect(run('--questions', 'q.jsonl', '--log', ...names(await bundles('recorded', 'B')))).rejects.toThrow(words)
  })
  test('runs on other questions are left out; where none is left that is an error', async () => {
    const names = await bundles('recorded', 'B')
    await file('one.jsonl', writeJsonl(questions.slice(0, 1)))
    const { reply } = await json('--questions', 'one.jsonl', '--log', ...names)
    expect(reply.models[0]?.n).toBe(1)
    expect(reply.notes.filter((note) => note.endsWith('answers a question that is not in the file: it is left out'))).toHaveLength(2)
    await file('other.jsonl', '{"question":"Is it something else?"}')
    await expect(run('--questions', 'other.jsonl', '--log', ...names)).rejects.toThrow(
      '--log: none of the 3 runs answers a question of the file',
    )
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
    ['--log with a folder', ['--questions', 'q.jsonl', '--log', 'run', '--out', 'x'], '--out is not for them'],
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
    expect(model.requests).toEqual([])
  })
})
