import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeJsonl } from '@winnow/bibliography/write/jsonl.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../cli.ts'
import type { AnswersEvaluation } from '../evaluation/answers/answers-evaluation.ts'
import { type AnswersBench, library, questions, startAnswersBench } from '../evaluation/answers/testing/answers-bench.ts'
import { testContext } from '../testing/command-line.ts'

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

/** What does not change from one evaluation to the next. */
const figures = ({ models, paired, judge, questionsDetail }: AnswersEvaluation) => ({
  models,
  paired,
  judge: { ...judge, cost: { calls: judge.cost.calls, inputTokens: judge.cost.inputTokens } },
  answers: questionsDetail.map(({ answers, preferences }) => ({ preferences, answers: answers.map(({ runId: _, ...answer }) => answer) })),
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
    expect(JSON.parse(await readFile(join(bench.folder, 'whole', 'results.json'), 'utf8'))).toEqual(whole.reply)

    const interruption = new AbortController()
    bench.model.reset()
    bench.model.interfere(() => {
      if (bench.model.requests.length === 25) interruption.abort(new Error('Ctrl-C'))
      return undefined
    })
    const { context, ran } = testContext(bench.config)
    await runCli(['eval', 'answers', ...two('parts')], { ...context, signal: interruption.signal })
    expect(ran.code).toBe(130)
    expect(ran.printed).toEqual([])
    expect(ran.said.at(-1)).toBe(`Interrupted. What was done is kept in ${join(bench.folder, 'parts')}: go on with --resume.`)

    bench.model.interfere(undefined)
    const calls = async () =>
      (await readFile(join(bench.folder, 'parts', 'model-calls.jsonl'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    const before = await calls()
    expect(before.length).toBeGreaterThan(0)
    bench.model.reset()
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

    bench.model.reset()
    expect(figures((await json(...two('parts'), '--resume')).reply)).toEqual(figures(resumed.reply))
    expect(bench.model.requests).toEqual([])
  })
  test('what is there already is refused', async () => {
    const none = [...library, '--model', 'none', '--out', 'kept']
    await run(...none)
    await expect(run(...none)).rejects.toThrow(
      `--out ${join(bench.folder, 'kept')} holds an evaluation: go on with it by --resume, or name another folder`,
    )
    await expect(run(...none, '--resume', '--max-searches', '1')).rejects.toThrow(
      'were made with other settings (answer): give the same ones',
    )
    await expect(run(...library, '--model', 'openai:writer-x', '--out', 'kept', '--resume')).rejects.toThrow('other settings (models)')
    await mkdir(join(bench.folder, 'else'))
    await bench.file('else/notes.txt', 'mine')
    await expect(run(...library, '--model', 'none', '--out', 'else')).rejects.toThrow('is not empty and holds no evaluation')
    expect(await readdir(join(bench.folder, 'else'))).toEqual(['notes.txt'])
  })
  test('settings that are damaged are named', async () => {
    await mkdir(join(bench.folder, 'damaged'))
    await bench.file('damaged/settings.json', '{')
    const damaged = [...library, '--model', 'none', '--out', 'damaged', '--resume']
    await expect(run(...damaged)).rejects.toThrow(`${join(bench.folder, 'damaged', 'settings.json')} is no JSON`)
    await bench.file('damaged/settings.json', '{}')
    await expect(run(...damaged)).rejects.toThrow('holds no settings of an evaluation')
  })
})

describe('recorded runs', () => {
  const bundles = async (out: string, letter: string) => {
    const results = JSON.parse(await readFile(join(bench.folder, out, 'results.json'), 'utf8')) as AnswersEvaluation
    const answers = results.questionsDetail.flatMap((detail) => detail.answers)
    return answers.filter((answer) => answer.letter === letter).map(({ runId }) => join(out, 'runs', runId))
  }
  beforeAll(async () => {
    await run(...library, '--model', 'openai:writer-x', '--against', 'none', '--out', 'recorded')
  })
  test('are judged as they are, by the model that answered', async () => {
    const [a, b] = [await bundles('recorded', 'A'), await bundles('recorded', 'B')]
    bench.model.reset()
    const { reply } = await json('--questions', 'q.jsonl', '--log', ...b, ...a.slice(0, 2))
    expect(bench.model.requests).toEqual([])
    expect(reply.models.map(({ letter, model: name, n }) => [letter, name, n])).toEqual([
      ['A', 'none', 3],
      ['B', 'openai:writer-x', 2],
    ])
    expect(reply.notes).toContain('1 of 3 questions have no run of openai:writer-x')
    expect(reply.paired).toMatchObject({ a: 'none', b: 'openai:writer-x', words: { difference: { n: 2 } }, preference: null })
  })
  test('with a folder what judged them is kept, and --resume buys none of it again', async () => {
    const names = await bundles('recorded', 'B')
    const judged = ['--questions', 'q.jsonl', '--judge-model', 'openai:judge-y', '--out', 'judged', '--log', ...names]
    const first = await json(...judged)
    expect(bench.model.requests.length).toBeGreaterThan(0)
    bench.model.reset()
    await expect(run(...judged)).rejects.toThrow('holds an evaluation: go on with it by --resume')
    const { reply } = await json(...judged, '--resume')
    expect(bench.model.requests).toEqual([])
    expect(figures(reply).answers).toEqual(figures(first.reply).answers)
    const other = [...library, '--model', 'none', '--out', 'judged', '--resume']
    await expect(run(...other)).rejects.toThrow('were made with other settings')
    await expect(run('--questions', 'q.jsonl', '--out', 'recorded', '--resume', '--log', ...names)).rejects.toThrow('(judged)')
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
    await bench.file('one.jsonl', writeJsonl(questions.slice(0, 1)))
    const { reply } = await json('--questions', 'one.jsonl', '--log', ...names)
    expect(reply.models[0]?.n).toBe(1)
    expect(reply.notes.filter((note) => note.endsWith('answers a question that is not in the file: it is left out'))).toHaveLength(2)
    await bench.file('other.jsonl', '{"question":"Is it something else?"}')
    await expect(run('--questions', 'other.jsonl', '--log', ...names)).rejects.toThrow(
      '--log: none of the 3 runs answers a question of the file',
    )
  })
})
