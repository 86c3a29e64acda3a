import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { type StandInModel, startStandInModel } from '@winnow/testkit/stand-in-model.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../cli.ts'
import type { Config } from '../config.ts'
import { jsonl, madeUpQuestion, madeUpReview } from '../screening/testing/made-up-review.ts'
import { testConfig, testContext, winnow } from '../testing/command-line.ts'

const review = madeUpReview(10, 90)
const labelled = review.map(({ included, ...record }) => ({ ...record, label_included: included }))

let folder: string
let model: StandInModel
let postgres: TestPostgres
/** Nothing without a model needs a database: there is none. */
let config: Config
/** With one, for what a model has answered. */
let kept: Config
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-eval-run-'))
  model = await startStandInModel()
  config = {
    ...testConfig('postgres://127.0.0.1:1/none', folder),
    environment: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${model.url}/v1` },
  }
  postgres = await startTestPostgres()
  kept = { ...config, databaseUrl: await postgres.newDatabase() }
  await file('corpus.jsonl', jsonl(labelled))
  await file('task.json', JSON.stringify({ name: 'vitamins', question: madeUpQuestion, criteria: 'Humans.' }))
  await file(
    'tasks.json',
    JSON.stringify([
      { review: 'one', review_title: madeUpQuestion },
      { name: 'a#b', question: 'River ice?' },
    ]),
  )
})
beforeEach(() => {
  model.interfere(undefined)
  model.reset()
})
afterAll(async () => {
  await model.stop()
  await postgres.stop()
  await rm(folder, { recursive: true })
})

const file = (name: string, text: string | Uint8Array) => writeFile(join(folder, name), text)
const evalRun = (...argv: readonly string[]) => winnow(config, ['eval', 'run', ...argv])
const usual = ['--task', 'task.json', '--corpus', 'corpus.jsonl', '--model', 'none']
const json = async (...argv: readonly string[]) => {
  const { code, printed, said } = await evalRun(...argv, '--json')
  return { code, said, reply: JSON.parse(printed) }
}

describe('a review without a model', () => {
  test('all of the included are among the first 40 %', async () => {
    const { code, said, reply } = await json(...usual)
    expect(code).toBe(0)
    expect(reply).toMatchObject({
      task: 'vitamins',
      records: 100,
      documents: 100,
      included: 10,
      read: 40,
      share: 0.4,
      foundIncluded: 10,
      recall: 1,
      precision: 0.25,
      screened: { documents: 40, foundIncluded: 10, recall: 1, precision: 0.25 },
      relevant: { documents: 40, foundIncluded: 10 },
      costUsd: 0,
      calls: 0,
      degraded: [],
      mode: 'extractive',
    })
    expect(reply.citedWorks).toBe(reply.cited.documents)
    expect(reply.citedWorks).toBeGreaterThan(0)
    expect(reply.traceable.traced).toBe(reply.traceable.numbers)
    expect(reply.seconds).toBeGreaterThan(0)
    expect(said).toContain('vitamins: 100 records, 10 included; 40 are screened')
    expect(said).toContain('Reading: 40 documents')
  })
  test.each([
    ['0.07', 7],
    ['0.079', 7],
    ['1', 100],
    ['0.01', 1],
  ])('the share %s of 100 records is %d', async (share, read) => {
    expect((await json(...usual, '--share', share)).reply).toMatchObject({ read, share: read / 100, foundIncluded: Math.min(read, 10) })
  })
  test('one of several tasks, gzip, another column; quiet', async () => {
    await file(
      'corpus.csv.gz',
      gzipSync(['id,title,abstract,Kept', ...review.map((r) => `${r.id},${r.title},${r.abstract},${r.included === 1}`)].join('\n')),
    )
    const { reply, said } = await json('--task', 'tasks.json#one', '--corpus', 'corpus.csv.gz', '--labels', 'kept', '-q')
    expect([reply.task, reply.records, reply.recall, said]).toEqual(['one', 100, 1, ''])
  })
  test('in words', async () => {
    const { printed } = await evalRun(...usual)
    expect(printed).toMatch(/^vitamins: 100 records, 100 works, 10 records included by the review\n/)
    expect(printed).toMatch(/\n {2}read {9}40 {14}10 {3}1\.000 {6}0\.250\n/)
  })
  test("--keep writes the run's files", async () => {
    const { said } = await json(...usual, '--keep', 'kept')
    expect(said).toContain(`The run's files: ${join(folder, 'kept')}`)
    const files = await readdir(join(folder, 'kept'))
    expect(files).toEqual(expect.arrayContaining(['report.md', 'documents.jsonl', 'events.jsonl', 'run.json']))
    for (const name of files) expect(await readFile(join(folder, 'kept', name), 'utf8')).not.toContain('label_included')
  })
  test('records without a label count as not included, and that is said', async () => {
    await file(
      'half.jsonl',
      jsonl(labelled.map(({ label_included, ...record }, index) => (index === 3 ? record : { ...record, label_included }))),
    )
    const { said } = await json('--task', 'task.json', '--corpus', 'half.jsonl', '--model', 'none')
    expect(said).toContain('1 of 100 records have no label: they count as not included')
  })
})

describe('a review with a model', () => {
  const by = (spec = 'openai:m') => [
    'eval',
    'run',
    '--task',
    'task.json',
    '--corpus',
    'corpus.jsonl',
    '--model',
    spec,
    '--share',
    '0.1',
    '--json',
  ]
  test('the model is asked, once; an unknown price is no price', async () => {
    const { code, printed } = await winnow(kept, by())
    const reply = JSON.parse(printed)
    expect(code).toBe(0)
    const asked = model.requests.length
    expect(asked).toBeGreaterThan(2)
    expect([reply.calls, reply.costUsd, reply.screened.documents]).toEqual([asked, null, 10])
    expect(reply.read).toBeLessThanOrEqual(10)
    for (const { body } of model.requests) expect(JSON.stringify(body)).not.toContain('label_included')
    const { seconds: _, ...again } = JSON.parse((await winnow(kept, by())).printed)
    const { seconds: _first, ...first } = reply
    expect([again, model.requests.length]).toEqual([first, asked])
  })
  test('a provider that refuses ends it: exit 3, with its words, and nothing is printed', async () => {
    model.interfere(() => ({ fault: 'status', status: 401 }))
    const { code, printed, said } = await winnow(kept, by('openai:refused'))
    expect([code, printed]).toEqual([3, ''])
    expect(said).toMatch(/The run did not come to its end: .*401.*\. What was answered is kept: the same command goes on\./)
  })
  test('Ctrl-C: exit 130; the same command pays only for what was not answered', async () => {
    const controller = new AbortController()
    model.interfere(() => {
      if (model.requests.length === 5) controller.abort(new Error('stopped'))
      return undefined
    })
    const { context, ran } = testContext(kept)
    await runCli(by('openai:slow'), { ...context, signal: controller.signal })
    expect([ran.code, ran.printed]).toEqual([130, []])
    const before = model.requests.length
    model.interfere(undefined)
    const reply = JSON.parse((await winnow(kept, by('openai:slow'))).printed)
    expect(model.requests.length).toBeLessThan(before + reply.calls)
  })
  test('a cost that cannot be limited is refused', async () => {
    await expect(winnow(config, [...by(), '--max-cost', '1'])).rejects.toThrow(
      '--max-cost cannot be kept: the price of openai:m is unknown',
    )
  })
})

test('Ctrl-C: exit 130', async () => {
  const { context, ran } = testContext(config)
  const signal = AbortSignal.abort(new Error('stopped'))
  await runCli(['eval', 'run', ...usual, '--json'], { ...context, signal })
  expect([ran.code, ran.printed]).toEqual([130, []])
  expect(ran.said).toContain('Interrupted.')
})

describe('bad input names its cause and fix', () => {
  beforeAll(async () => {
    await file('no-question.json', '{"name":"a"}')
    await file('wordless.json', '{"name":"w","question":"?"}')
    await file('none.jsonl', jsonl(labelled.map((record) => ({ ...record, label_included: 0 }))))
    await file('odd.jsonl', jsonl(labelled.map((record) => ({ ...record, label_included: 'perhaps' }))))
    await file('titles.jsonl', jsonl(labelled.map(({ abstract: _, ...record }) => record)))
    await file(
      'twice.json',
      JSON.stringify([
        { name: 'a', question: 'q' },
        { name: 'a', question: 'r' },
      ]),
    )
    await file('many.json', JSON.stringify(Array.from({ length: 31 }, (_, index) => ({ name: `n${index}`, question: 'q' }))))
  })
  test.each<[string, readonly string[], RegExp]>([
    ['no such task file', ['--task', 'absent.json', '--corpus', 'corpus.jsonl'], /--task absent\.json cannot be read: ENOENT/],
    ['no JSON', ['--task', 'corpus.jsonl#x', '--corpus', 'corpus.jsonl'], /there is no task x in corpus\.jsonl\. There are /],
    [
      'no question',
      ['--task', 'no-question.json', '--corpus', 'corpus.jsonl'],
      /--task no-question\.json: a has no question\. A task looks like/,
    ],
    [
      'a name that is not there',
      ['--task', 'tasks.json#two', '--corpus', 'corpus.jsonl'],
      /there is no task two in tasks\.json\. There are one, a#b/,
    ],
    [
      'no name of several',
      ['--task', 'tasks.json', '--corpus', 'corpus.jsonl'],
      /has 2 tasks: name one, such as --task tasks\.json#one\. There are one, a#b/,
    ],
    ['an empty name of several', ['--task', 'tasks.json#', '--corpus', 'corpus.jsonl'], /has 2 tasks: name one/],
    ['a name twice', ['--task', 'twice.json#a', '--corpus', 'corpus.jsonl'], /2 tasks have that name/],
    ['many names', ['--task', 'many.json#x', '--corpus', 'corpus.jsonl'], /n28, n29, and 1 more$/],
    [
      'a question without a word',
      ['--task', 'wordless.json', '--corpus', 'corpus.jsonl'],
      /the question of w, "\?", has no word to rank by: write it out/,
    ],
    ['no such corpus', ['--task', 'task.json', '--corpus', 'absent.jsonl'], /absent\.jsonl/],
    [
      'no such column',
      ['--task', 'task.json', '--corpus', 'corpus.jsonl', '--labels', 'x'],
      /--labels x: there is no such column; there are id, title, abstract, year, label_included/,
    ],
    [
      'a column of the records',
      ['--task', 'task.json', '--corpus', 'corpus.jsonl', '--labels', 'title'],
      /part of the records that are ranked/,
    ],
    [
      'nothing included',
      ['--task', 'task.json', '--corpus', 'none.jsonl'],
      /no record of none\.jsonl is included, so there is no recall: name the column/,
    ],
    ['no labels', ['--task', 'task.json', '--corpus', 'odd.jsonl'], /has "perhaps", which is no label: write 1 or 0/],
    ['no abstracts', ['--task', 'task.json', '--corpus', 'titles.jsonl'], /no record has an abstract, so there is nothing to read: export/],
    ['a share of nothing', [...usual, '--share', '0.009'], /--share 0\.009 of 100 records is none: give a larger share/],
    ['too large a share', [...usual, '--share', '1.01'], /--share takes a share of the records, more than 0 and at most 1, not "1\.01"/],
    ['no share', [...usual, '--share', '0'], /--share takes a positive number/],
    ['a folder that cannot be made', [...usual, '--keep', 'task.json/x'], /--keep .*task\.json\/x cannot be made/],
    ['a model that is not set up', ['--task', 'task.json', '--corpus', 'corpus.jsonl', '--model', 'anthropic:m'], /anthropic:m/],
  ])('%s', async (_, argv, message) => {
    const refused = evalRun(...argv)
    await expect(refused).rejects.toThrow(UsageError)
    await expect(refused).rejects.toThrow(message)
  })
  test('a name may hold what parts it from the file', async () => {
    await file('odd#name.json', JSON.stringify({ name: 'n', question: madeUpQuestion }))
    expect((await json('--task', 'odd#name.json#n', '--corpus', 'corpus.jsonl')).reply.task).toBe('n')
  })
})
