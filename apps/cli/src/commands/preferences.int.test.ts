import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { type ScriptedModelServer, startScriptedModelServer } from '@winnow/testkit/scripted-model-server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../cli.ts'
import type { Config } from '../config.ts'
import { pairOf, readAnswers, readLines } from '../preferences/testing/read-build.ts'
import { answerNumber, samplingModel } from '../preferences/testing/sampling-model.ts'
import { testConfig, testContext, winnow } from '../testing/command-line.ts'

const library = fileURLToPath(new URL('../../../../examples/agent-memory.jsonl', import.meta.url))
const questions = [
  { iid: 'q1', question: 'How do memory mechanisms help LLM agents?', gold: ['Memory helps.'], origin: 'ours' },
  { iid: 'q2', question: 'What limits retrieval from long-term memory?', gold: ['Noise does.'] },
  { iid: 'q3', question: 'What is known about forgetting?', gold: [], origin: 'ours' },
]

let server: ScriptedModelServer
let folder: string
let config: Config
beforeAll(async () => {
  server = await startScriptedModelServer([])
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-preferences-'))
  config = {
    // A library alone needs no database.
    ...testConfig('postgres://127.0.0.1:1/none', folder),
    environment: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${server.url}/v1` },
  }
  await writeQuestions('q.jsonl', questions)
  server.script(samplingModel())
})
afterEach(() => rm(folder, { recursive: true }))
afterAll(() => server.stop())

const writeQuestions = (file: string, list: readonly object[]) =>
  writeFile(join(folder, file), list.map((one) => JSON.stringify(one)).join('\n'))
const build = (...argv: readonly string[]) =>
  winnow(config, ['preferences', 'build', '--questions', 'q.jsonl', '--out', 'out', '--json', ...argv])
const sampled = ['--library', library, '--model', 'openai:m', '--max-searches', '2'] as const
const lines = (file: string) => readLines(join(folder, 'out'), file)
const json = async (file: string) => JSON.parse(await readFile(join(folder, 'out', file), 'utf8'))

test('a build: pairs and statistics are those that the logs give, and export writes them for each trainer', async () => {
  const { code, printed, said } = await build(...sampled, '--samples', '6', '--theta', '0.5')
  expect(code).toBe(0)
  expect(said).toContain('openai:m judges its own answers; name another with --judge-model')
  expect(said).toContain('1 questions have no gold points')
  expect(said).toMatch(/12\/12 q\d, sample \d: (score|dropped)/)
  const reply = JSON.parse(printed)
  const runs = await readAnswers(join(folder, 'out'))
  expect(runs).toHaveLength(12)
  const expected = questions.flatMap(({ iid, question }) => {
    const pair = pairOf(runs.filter((run) => run.question === question))
    return pair === null ? [] : [{ iid, ...pair }]
  })
  expect(expected.map(({ iid }) => iid)).toEqual(['q1', 'q2'])
  const wide = (theta: number) => expected.filter(({ gap }) => gap >= theta)
  expect(reply).toMatchObject({
    complete: true,
    theta: 0.5,
    leastSupport: 0.5,
    pairs: wide(0.5).length,
    alike: [],
    statistics: {
      questions: { total: 3, withoutGoldPoints: 1, byOrigin: { ours: 2, unnamed: 1 } },
      samples: {
        total: 12,
        kept: runs.filter(({ score }) => score !== null).length,
        unjudged: 0,
        dropped: 2,
        droppedBy: { cited: 0, supported: 2, finished: 0 },
      },
      gaps: { questions: 2 },
      pairs: [0.3, 0.5, 0.7].map((theta) => ({ theta, pairs: wide(theta).length })),
    },
  })
  const pairs = await lines('pairs.jsonl')
  expect(pairs).toMatchObject(
    wide(0.5).map(({ iid, gap, best, worst }) => ({
      questionId: iid,
      gap,
      chosen: { runId: best.runId, searches: best.searches },
      rejected: { runId: worst.runId, searches: worst.searches },
    })),
  )
  expect(wide(0.5).length).toBeGreaterThan(0)
  expect(server.requests.some(({ prompt }) => prompt.includes('"documentId"') && prompt.includes('Verdicts'))).toBe(false)

  for (const format of ['trl', 'swift', 'openai']) {
    const exported = await winnow(config, ['preferences', 'export', 'out', '--format', format, '--json'])
    expect(JSON.parse(exported.printed)).toMatchObject({ format, rows: pairs.length, file: join(folder, 'out', `${format}.jsonl`) })
  }
  const [[trl], [openai]] = [await lines('trl.jsonl'), await lines('openai.jsonl')]
  expect(openai.preferred_output[0].content).toContain(' (a*b).')
  expect(trl.prompt.at(-1)).toEqual({ role: 'user', content: questions.find(({ iid }) => iid === trl.question_id)?.question })
  const [first] = wide(0.5)
  expect(trl.chosen[0].content).toContain(`This is answer number ${answerNumber(first?.best.text ?? '')}`)
  expect(trl.chosen[0].content).toMatch(/^<search_results>\nSearched for: /)
  expect(trl.chosen[0].content.split('<search_results>')).toHaveLength((first?.best.searches ?? 0) + 2)
  const manifest = await json('manifest.json')
  expect(Object.keys(manifest).slice(0, 3)).toEqual(['format', 'version', 'winnow'])
  expect(manifest).toMatchObject({
    models: { agent: 'openai:m', summarizer: 'openai:m', judge: 'openai:m' },
    judge: { repeats: 2, judged: 10, agreement: { clarity: { units: 10, difference: 0 } } },
    licences: { sources: { library: expect.stringContaining('unknown') } },
    questions: { file: 'q.jsonl', evaluation: [] },
    exports: { openai: { loss: expect.stringContaining('the answer alone') }, trl: { rows: pairs.length, file: 'trl.jsonl' } },
  })
  const answers = manifest.sampling.distinctAnswers
  expect(answers).toBe(12)
})

describe('a build that was stopped', () => {
  test('goes on where it was, and buys nothing twice', async () => {
    let asked = 0
    const failing = samplingModel((_, schema) => {
      if (schema === 'answer') asked += 1
      return asked > 3 ? { fault: 'status', status: 401 } : undefined
    })
    server.script(failing)
    const stopped = await build(...sampled, '--samples', '4')
    expect(stopped.code).toBe(3)
    expect(stopped.said).toContain('the same command with --resume goes on')
    expect(stopped.printed).toBe('')
    const kept = await readdir(join(folder, 'out', 'runs'))
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.length).toBeLessThan(8)
    const bought = (await lines('model-calls.jsonl')).filter(({ usage }) => usage.outcome === 'ok')

    await expect(build(...sampled, '--samples', '4')).rejects.toThrow('holds a build: --resume goes on with it')
    await expect(build(...sampled, '--samples', '4', '--max-searches', '1', '--resume')).rejects.toThrow('answer was')

    server.script(samplingModel())
    const { code, printed } = await build(...sampled, '--samples', '4', '--resume')
    expect(code).toBe(0)
    expect(JSON.parse(printed)).toMatchObject({ complete: true, statistics: { samples: { total: 8 } } })
    const runs = await readdir(join(folder, 'out', 'runs'))
    expect(runs).toEqual(expect.arrayContaining(kept))
    expect(runs).toHaveLength(8)
    const calls = (await lines('model-calls.jsonl')).filter(({ usage }) => usage.outcome === 'ok')
    const keys = calls.map(({ runId, workId, promptHash }) => `${runId} ${workId} ${promptHash}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(server.requests).toHaveLength(calls.length - bought.length)

    server.script([])
    const again = await build(...sampled, '--samples', '4', '--resume')
    expect(again.code).toBe(0)
    expect(server.requests).toHaveLength(0)
    expect(JSON.parse(again.printed).statistics).toEqual(JSON.parse(printed).statistics)
  })

  test('there must be one to resume', async () => {
    await expect(build(...sampled, '--resume')).rejects.toThrow('there is no build in')
  })
})

test('logged runs take the place of samples: nothing is sampled unless it is asked for', async () => {
  await build(...sampled, '--samples', '3')
  const logs = (await readdir(join(folder, 'out', 'runs'))).map((runId) => join('out', 'runs', runId))
  const flags = logs.flatMap((log) => ['--log', log])
  const before = server.requests.filter(({ prompt }) => prompt.includes('Decide what to do next.')).length
  const { code, printed, said } = await winnow(config, [
    ...['preferences', 'build', '--questions', 'q.jsonl', '--judge-model', 'openai:j', '--out', 'logged', '--json'],
    ...flags,
    ...['--log', logs[0] ?? ''],
  ])
  expect(code).toBe(0)
  expect(said).toContain('again: it is left out')
  expect(JSON.parse(printed).statistics.samples.total).toBe(6)
  expect(server.requests.filter(({ prompt }) => prompt.includes('Decide what to do next.'))).toHaveLength(before)
  const { models, sampling } = JSON.parse(await readFile(join(folder, 'logged', 'manifest.json'), 'utf8'))
  expect([models, sampling.sources]).toEqual([{ agent: 'openai:m', summarizer: 'openai:m', judge: 'openai:j' }, []])

  const topped = await winnow(config, [
    ...['preferences', 'build', '--questions', 'q.jsonl', '--out', 'topped', '--json', '--samples', '4', ...sampled],
    ...flags,
  ])
  expect(JSON.parse(topped.printed).statistics.samples.total).toBe(8)
  expect(await readdir(join(folder, 'topped', 'runs'))).toHaveLength(2)

  await writeQuestions('q.jsonl', [{ iid: 'q9', question: 'Something else?', gold: ['x'] }, ...questions.map(({ gold: _, ...one }) => one)])
  const other = await winnow(config, [
    'preferences',
    'build',
    '--questions',
    'q.jsonl',
    '--judge-model',
    'openai:j',
    '--out',
    'other',
    ...flags.slice(0, 2),
  ])
  expect(other.said).toMatch(/answers q\d, which has no gold points: it is left out/)
  await writeQuestions(
    'q.jsonl',
    questions.slice(0, 1).map((one) => ({ ...one, question: 'Something else?' })),
  )
  const none = await winnow(config, [
    ...['preferences', 'build', '--questions', 'q.jsonl', '--judge-model', 'openai:j', '--out', 'none'],
    ...flags.slice(0, 2),
  ])
  expect(none.said).toContain('answers none of the questions: it is left out')
})

test('a judge that answers prose is counted, and scores nothing', async () => {
  server.script(samplingModel((_, schema) => (schema === 'quality' ? 'I find it rather good.' : undefined)))
  const { code, printed } = await build(...sampled, '--samples', '2')
  expect(code).toBe(0)
  expect(JSON.parse(printed)).toMatchObject({ pairs: 0, statistics: { samples: { total: 4, kept: 0, unjudged: 4 } } })
  expect((await json('manifest.json')).judge.failures).toMatchObject([{ reason: 'invalid', count: 8 }])
})

test('answers that are all the same give no pairs, and that is said', async () => {
  server.script(
    samplingModel((_, schema) => (schema === 'answer' ? { json: sameAnswer } : schema === 'turn' ? { json: toAnswer } : undefined)),
  )
  const { printed } = await winnow(config, [
    'preferences',
    'build',
    '--questions',
    'q.jsonl',
    '--out',
    'out',
    ...sampled,
    '--samples',
    '2',
    '--min-support',
    '0',
  ])
  expect(printed).toContain('0 pairs at θ = 0.3, from 4 answers to 2 questions')
  expect(printed).toContain('All answers are word for word the same for q1, q2')
})
const toAnswer = { reasoning: 'r', action: 'answer', query: null }
const sameAnswer = { paragraphs: [{ sentences: [{ text: 'This is answer number 2.', documentIds: ['D1'] }] }] }

test('Ctrl-C ends the build, and --resume goes on', async () => {
  const stop = new AbortController()
  server.script(
    samplingModel((_, schema) => {
      if (schema === 'answer') stop.abort(new Error('Ctrl-C'))
      return undefined
    }),
  )
  const { context, ran } = testContext(config)
  await runCli(['preferences', 'build', '--questions', 'q.jsonl', '--out', 'out', '--samples', '1', ...sampled], {
    ...context,
    signal: stop.signal,
  })
  expect(ran.code).toBe(130)
  expect(ran.said.at(-1)).toBe('Interrupted. The same command with --resume goes on.')
  expect(ran.printed).toEqual([])
  expect(await readdir(join(folder, 'out'))).not.toContain('lock')
  server.script(samplingModel())
  const { code, printed } = await build(...sampled, '--samples', '1', '--resume')
  expect([code, JSON.parse(printed).statistics.samples.total]).toEqual([0, 2])
})

describe('bad input is told before anything is bought', () => {
  afterEach(() => expect(server.requests).toHaveLength(0))

  test('questions of an evaluation file are refused by name', async () => {
    await writeQuestions('eval.jsonl', [
      { iid: 'q1', question: 'Another?' },
      { iid: 'e', question: 'what limits retrieval from long-term memory' },
    ])
    const refused = build(...sampled, '--evaluation-questions', 'eval.jsonl')
    await expect(refused).rejects.toThrow(UsageError)
    await expect(refused).rejects.toThrow(
      '2 of 3 questions stand in eval.jsonl, which is kept for evaluation: q1 (the same id), q2 (asks the same)',
    )
  })

  test.each([
    { name: 'no model', argv: ['--library', library], says: 'without a model all answers to a question are the same' },
    { name: 'no judge', argv: ['--library', library, '--log', 'x'], says: 'nobody judges the answers' },
    { name: 'nothing to build from', argv: [...sampled, '--samples', '0'], says: 'leave nothing to build from' },
    {
      name: 'no such file',
      argv: [...sampled, '--evaluation-questions', 'none.jsonl'],
      says: '--evaluation-questions none.jsonl cannot be read',
    },
    {
      name: 'a cost that cannot be kept',
      argv: [...sampled, '--max-cost', '1'],
      says: '--max-cost cannot be kept: the price of openai:m is unknown',
    },
    { name: 'θ of nothing', argv: [...sampled, '--theta', '0'], says: '--theta' },
    { name: 'more than all', argv: [...sampled, '--min-support', '1.1'], says: '--min-support takes a share from 0 to 1, not "1.1"' },
    { name: 'no log', argv: ['--judge-model', 'openai:j', '--log', 'no/where'], says: 'no/where is neither a file' },
    { name: 'no second log', argv: ['--judge-model', 'openai:j', 'no/where'], says: 'no/where is neither a file' },
  ])('$name', async ({ argv, says }) => {
    await expect(build(...argv)).rejects.toThrow(says)
  })

  test('no questions', async () => {
    const { code, said } = await winnow(config, ['preferences', 'build', ...sampled])
    expect(code).toBe(2)
    expect(said).toContain("required option '--questions <file>' not specified")
    expect(said).toContain('--help says what is known')
  })

  test('no gold points at all', async () => {
    await writeQuestions('q.jsonl', [{ iid: 'q', question: 'Why?' }])
    await expect(build(...sampled)).rejects.toThrow('no question has gold points')
  })

  test('a folder without a build is not exported', async () => {
    await expect(winnow(config, ['preferences', 'export', '.', '--format', 'trl'])).rejects.toThrow('holds no finished build')
  })
})

test('pairs that were changed by hand are not exported', async () => {
  await build(...sampled, '--samples', '2')
  await writeFile(join(folder, 'out', 'pairs.jsonl'), '{}\n')
  await expect(winnow(config, ['preferences', 'export', 'out', '--format', 'trl'])).rejects.toThrow('is not what the manifest says')
})
