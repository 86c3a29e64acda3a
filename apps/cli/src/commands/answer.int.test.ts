import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeJsonl } from '@winnow/bibliography/write/jsonl.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import type { ModelRequest } from '@winnow/testkit/scripted-model-server.ts'
import { type StandInModel, startStandInModel } from '@winnow/testkit/stand-in-model.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../cli.ts'
import type { Config } from '../config.ts'
import { testConfig, testContext, winnow } from '../testing/command-line.ts'

const question = 'How does memory help language agents on long tasks?'
const papers = ['paging', 'recall', 'planning', 'forgetting'].map((topic, n) => ({
  id: topic,
  title: `Memory and ${topic} in language agents`,
  authors: ['Okafor, Ada'],
  year: 2020 + n,
  ...(topic === 'recall' ? { doi: '10.5555/recall' } : {}),
  abstract: `Memory with ${topic} helps language agents on long tasks. It costs \u001b[31m${n + 3} calls <b>per</b> session.`,
}))

let server: TestPostgres
let model: StandInModel
let folder: string
let config: Config

beforeAll(async () => {
  server = await startTestPostgres()
  model = await startStandInModel()
  folder = await mkdtemp(join(tmpdir(), 'winnow-answer-'))
  await writeFile(join(folder, 'papers.jsonl'), writeJsonl(papers))
  config = { ...testConfig(await server.newDatabase(), folder), environment: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${model.url}/v1` } }
})
beforeEach(() => {
  model.reset()
  model.interfere(undefined)
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await model.stop()
  await server.stop()
})

const answer = (...argv: string[]) => winnow(config, ['answer', question, '--library', 'papers.jsonl', ...argv])
const json = async (...argv: string[]) => JSON.parse((await winnow(config, argv)).printed)

describe('without a model', () => {
  test('one JSON document: prose whose marks are the citations, each a work of the library, said to be extractive', async () => {
    const { code, printed, said } = await answer('--json')
    expect(code).toBe(0)
    const reply = JSON.parse(printed)
    expect(reply).toMatchObject({
      question,
      mode: 'extractive',
      searches: 0,
      turns: 0,
      refusedSearches: 0,
      removedMarks: 0,
      status: 'completed',
    })
    expect(reply).toMatchObject({ stopReason: 'no model is routed to the agent', degraded: [], cost: { calls: 0, usd: 0 } })
    const marks = [...reply.answer.matchAll(/\[(\d+(?:, \d+)*)\]/g)].flatMap(([, list]) => list.split(', ').map(Number))
    expect([...new Set(marks)].sort()).toEqual(reply.citations.map(({ n }: { n: number }) => n))
    const titles = papers.map(({ title }) => title)
    for (const { title } of reply.citations) expect(titles).toContain(title)
    expect(said.split('\n')).toEqual([
      `Run ${reply.runId}`,
      'extractive mode: no model is used.',
      'Searching: 1 operation',
      'Removing duplicates',
      'Ranking and summarising: 4 documents',
      'Writing the answer (no model is routed to the agent)',
      expect.stringMatching(/^Done, extractive: \d of 4 works found are cited; 0 further searches, 0 turns; no model calls\.$/),
      `Run ${reply.runId}: ./winnow show ${reply.runId}, ./winnow export ${reply.runId} --format html`,
      `Why is it there? ./winnow why ${reply.runId} "[1]"`,
    ])
  })

  test('as Markdown: answer and references alone on standard output, nothing that steers a terminal, no files', async () => {
    const before = await readdir(folder)
    const { code, printed, said } = await answer('--quiet')
    expect([code, said]).toEqual([0, ''])
    expect(printed).toMatch(/\[1\]/)
    expect(printed).toContain('*Extractive: ')
    expect(printed).toContain('\n## References\n')
    expect(printed).not.toMatch(/\u001b|<b>per/)
    expect(await readdir(folder)).toEqual(before)
  })

  test('the files of --out', async () => {
    const { printed, said } = await answer('--out', 'files', '--json')
    const files = [
      'answer.html',
      'answer.md',
      'documents.jsonl',
      'events.jsonl',
      'references.bib',
      'references.json',
      'references.ris',
      'run.json',
    ]
    const out = join(folder, 'files')
    expect((await readdir(out)).sort()).toEqual(files)
    expect(said).toContain(`Files: ${out}`)
    const { runId, citations } = JSON.parse(printed)
    const text = async (file: string) => readFile(join(out, file), 'utf8')
    expect(JSON.parse(await text('run.json'))).toMatchObject({
      runId,
      kind: 'answer',
      report: join(out, 'answer.md'),
      answer: { mode: 'extractive' },
    })
    expect(JSON.parse(await text('references.json'))).toHaveLength(citations.length)
    for (const [format, file] of [
      ['md', 'answer.md'],
      ['html', 'answer.html'],
      ['bibtex', 'references.bib'],
    ] as const)
      expect((await winnow(config, ['export', runId, '--format', format])).printed).toBe((await text(file)).trimEnd())
    expect(await json('export', runId, '--format', 'json')).toEqual(JSON.parse(printed))
    expect(await text('answer.html')).not.toMatch(/<b>per|<script/)
  })
})

describe('with a model', () => {
  const withModel = ['--model', 'openai:m']

  test('the agent’s steps, costs by role, and the same document again', async () => {
    const reply = JSON.parse((await answer(...withModel, '--json')).printed)
    expect(reply.mode).toBe('model')
    expect(reply.searches).toBeLessThanOrEqual(5)
    expect(reply.cost.byRole.map(({ role }: { role: string }) => role)).toEqual(['agent', 'summarizer'])
    expect(model.requests.length).toBe(reply.cost.calls)
    const { runId } = reply
    const again = await winnow(config, ['resume', runId, '--json'])
    expect([again.code, JSON.parse(again.printed), again.said]).toEqual([0, reply, `Run ${runId} was already completed.`])
    expect((await winnow(config, ['resume', runId, '--quiet'])).printed).toContain('\n## References\n')
    const shown = await json('show', runId, '--json')
    expect(shown).toMatchObject({
      kind: 'answer',
      answering: { mode: 'model', cited: reply.citations.length },
      answer: { citations: reply.citations },
    })
    expect((await winnow(config, ['show', runId])).printed).toContain(`Answer: written by a model, ${reply.citations.length} work`)
    await winnow(config, ['export', runId, '--format', 'bundle', '--out', 'bundle', '--quiet'])
    expect((await json('replay', 'bundle')).counts).toMatchObject({ cited: reply.citations.length, searches: 1 + reply.searches })
    expect((await winnow(config, ['verify', runId])).code).toBe(0)
    expect((await json('runs', '--json', '--limit', '1')).runs).toMatchObject([{ runId, kind: 'answer', question }])
  })

  test('why: from a mark to the passage, its search, and who wrote', async () => {
    const reply = JSON.parse((await answer(...withModel, '--json', '--quiet')).printed)
    const why = await json('why', reply.runId, '[1]', '--json')
    expect(why).toMatchObject({
      found: true,
      written: { writer: 'openai:m', mode: 'model' },
      documents: [{ documentId: reply.citations[0].documentId, citation: 1 }],
    })
    expect(why.documents[0].shown[0]).toMatchObject({ search: 1, query: question, turn: null, reranker: 'bm25' })
    expect(why.documents[0].shown[0].text).toContain(reply.citations[0].title)
    expect(why.cost.calls).toBeGreaterThan(0)
    expect((await winnow(config, ['why', reply.runId, '[1]'])).printed).toContain('  shown: search 1, query “How does memory')
    expect((await winnow(config, ['why', reply.runId, '[99]'])).code).toBe(2)
  })

  test('--stream: the steps before the answer, in words or as lines of JSON', async () => {
    const words = await answer(...withModel, '--stream', '--quiet')
    expect(words.printed).toMatch(/^Search 1: How does memory help .*\n\nFound by search 1: /)
    expect(words.printed).toContain('\n## References\n')
    const lines = (await answer(...withModel, '--stream', '--json')).printed.split('\n').map((line) => JSON.parse(line))
    expect(lines[0]).toMatchObject({ type: 'started', notes: [] })
    expect(lines.flatMap(({ answerStep }) => answerStep?.kind ?? []).slice(0, 3)).toEqual(['search', 'summary', 'reasoning'])
    expect(lines.at(-1)).toMatchObject({ runId: lines[0].runId, mode: 'model', status: 'completed' })
  })

  test('limits are kept: no further search, no turn', async () => {
    expect(JSON.parse((await answer(...withModel, '--max-searches', '0', '--json')).printed)).toMatchObject({
      searches: 0,
      turns: 0,
      mode: 'model',
    })
    const limited = JSON.parse((await answer(...withModel, '--max-turns', '0', '--json')).printed)
    expect(limited).toMatchObject({ turns: 0, stopReason: 'the turns are used up' })
  })

  test('a fork is another answer, by another model; it is printed', async () => {
    const first = JSON.parse((await answer(...withModel, '--json', '--quiet')).printed)
    const events = (await winnow(config, ['events', first.runId, '--json'])).printed.split('\n').map((line) => JSON.parse(line))
    const { pos } = events.find(({ type }) => type === 'PassagesSummarised')
    const forked = JSON.parse((await winnow(config, ['fork', first.runId, '--at', String(pos), '--model', 'none', '--json'])).printed)
    expect(forked).toMatchObject({ question, mode: 'extractive', cost: { calls: 0, inherited: { calls: 1 } } })
    expect(forked.runId).not.toBe(first.runId)
    const edit = ['--plan-edit', '{"kind":"close","subquestionId":"RQ1"}']
    await expect(winnow(config, ['fork', first.runId, '--at', String(pos), ...edit])).rejects.toThrow('is an answer, which has no plan')
    await expect(winnow(config, ['fork', first.runId, '--at', String(pos), '--model-reader', 'none'])).rejects.toThrow(
      '--model-reader: a run of kind answer',
    )
    expect((await winnow(config, ['diff', first.runId, forked.runId])).code).toBe(0)
  })

  test('a failing provider: exit code 3, one document all the same, and resume goes on to the answer', async () => {
    model.interfere(() => ({ fault: 'status', status: 401, message: 'no' }))
    const failed = await answer(...withModel, '--json', '--quiet')
    expect([failed.code, JSON.parse(failed.printed)]).toMatchObject([3, { answer: null, mode: null, status: 'paused' }])
    const { runId } = JSON.parse(failed.printed)
    expect(failed.said).toContain(`Go on with: ./winnow resume ${runId}`)
    await expect(winnow(config, ['export', runId, '--format', 'md'])).rejects.toThrow(UsageError)
    await expect(winnow(config, ['resume', runId, '--max-searches', '9'])).rejects.toThrow(`--max-searches: run ${runId} is an answer`)
    model.interfere(undefined)
    const resumed = await winnow(config, ['resume', runId, '--max-tokens', '900000', '--json', '--quiet'])
    expect([resumed.code, JSON.parse(resumed.printed)]).toMatchObject([0, { runId, mode: 'model', status: 'completed' }])
  })

  test('Ctrl-C: exit code 130, with the command that goes on; only the open call is asked again', async () => {
    const interrupt = new AbortController()
    model.interfere((request: ModelRequest) => {
      if (request.prompt.includes('memory')) interrupt.abort()
      return undefined
    })
    const { context, ran } = testContext(config)
    await runCli(['answer', question, '--library', 'papers.jsonl', ...withModel, '--json'], { ...context, signal: interrupt.signal })
    const { runId, answer: none } = JSON.parse(ran.printed.join('\n'))
    expect([ran.code, none]).toEqual([130, null])
    expect(ran.said.slice(-2)).toEqual(['Interrupted.', `What is done is kept. Go on with: ./winnow resume ${runId}`])
    model.interfere(undefined)
    expect(JSON.parse((await winnow(config, ['resume', runId, '--json'])).printed)).toMatchObject({ runId, mode: 'model' })
    expect(model.repeated).toBeLessThanOrEqual(1)
  })
})

describe('bad input', () => {
  test.each<[string, readonly string[], string]>([
    ['no library there', ['--library', 'none.bib'], 'none.bib'],
    ['an unknown price', ['--model', 'openai:m', '--max-cost', '1'], '--max-cost cannot be kept: the price of openai:m is unknown'],
    ['a model of no provider', ['--model', 'what'], '"what" is no model'],
    ['a folder that cannot be made', ['--out', 'papers.jsonl/x'], '--out '],
  ])('%s', async (_, argv, says) => {
    const runs = (await json('runs', '--json')).runs.length
    await expect(answer(...argv)).rejects.toThrow(UsageError)
    await expect(answer(...argv)).rejects.toThrow(says)
    expect((await json('runs', '--json')).runs).toHaveLength(runs)
  })

  test('an unknown price of a role that answers do not have is no matter', async () => {
    const other = { ...config, roleModels: { reader: 'openai:m' } }
    expect((await winnow(other, ['answer', question, '--library', 'papers.jsonl', '--max-cost', '1', '--quiet'])).code).toBe(0)
  })

  test('a library without a word of the question: nothing is known, and said', async () => {
    const { code, printed } = await winnow(config, ['answer', 'Zymurgy?', '--library', 'papers.jsonl', '--json', '--quiet'])
    expect([code, JSON.parse(printed)]).toMatchObject([0, { citations: [], mode: 'extractive' }])
    expect(JSON.parse(printed).answer).not.toBe('')
  })
})
