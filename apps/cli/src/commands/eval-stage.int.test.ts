import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StandInModel, startStandInModel } from '@winnow/testkit/stand-in-model.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { testConfig, winnow } from '../testing/command-line.ts'
import { recordRun } from '../testing/recorded-run.ts'

let folder: string
let model: StandInModel
let config: Config
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-eval-stage-'))
  await recordRun(folder)
  // The same run by another name.
  await mkdir(join(folder, 'second'))
  const events = await readFile(join(folder, 'run', 'events.jsonl'), 'utf8')
  await writeFile(join(folder, 'second', 'events.jsonl'), events.replaceAll('r-recorded', 'r-second'))
  await writeFile(join(folder, 'gold.csv'), 'id,label\npaging-0,1\nplanning-2,1\nforgetting-3,0\nnowhere,1\n')
  model = await startStandInModel()
  config = {
    ...testConfig('postgres://127.0.0.1:1/none', folder),
    environment: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${model.url}/v1` },
  }
})
beforeEach(() => model.reset())
afterAll(async () => {
  await model.stop()
  await rm(folder, { recursive: true })
})

const run = (...argv: readonly string[]) => winnow(config, ['eval', 'stage', ...argv])
const json = async (...argv: readonly string[]) => JSON.parse((await run(...argv, '--json')).printed)

describe('search', () => {
  test('recall of each intent and operation, from the log alone', async () => {
    const evaluation = await json('search', '--log', 'run', '--gold', 'gold.csv')
    expect(evaluation).toMatchObject({
      stage: 'search',
      runId: 'r-recorded',
      models: { recorded: { query: 'openai:m' }, rerun: null },
      items: { rerun: 0, stopped: null },
      agreement: {},
      gold: { recorded: { works: 3, found: 2, recall: 2 / 3 }, rerun: null },
      measured: { stage: 'search', searchedAgain: null, notSearchedAgain: 'no query was written again' },
      changed: [],
    })
    expect(evaluation.items.recorded).toBe(evaluation.measured.intents.length)
    const found = evaluation.measured.intents.filter(({ gold }: { gold: { found: number } }) => gold.found > 0)
    expect(found[0].gold).toMatchObject({ found: 2, recall: 2 / 3, added: 2, cumulativeRecall: 2 / 3 })
    expect(evaluation.measured.operations.length).toBeGreaterThan(0)
    expect(model.requests).toEqual([])
  })
  test('labels of works that the run never found count as missed, and that is said', async () => {
    const { said, printed } = await run('search', '--log', 'run', '--gold', 'gold.csv')
    expect(said).toBe('1 lines of gold.csv name nothing in r-recorded: those that are relevant count as not found')
    expect(printed).toContain('The searches found 4 documents, and 2 of 3 labelled works (recall 0.667).')
  })
  test('without labels: what was found, and nothing of recall', async () => {
    const { gold, measured } = await json('search', '--log', 'run')
    expect([gold, measured.total]).toEqual([null, { documents: 4, gold: null }])
  })
  test('with a model the queries are written again and searched for in the library of the bundle', async () => {
    const evaluation = await json('search', '--log', 'bundle', '--gold', 'gold.csv', '--model', 'none')
    const { items, agreement, changed, measured, gold } = evaluation
    expect(items.rerun).toBe(items.recorded)
    expect(agreement).toMatchObject({ intents: items.recorded, sameQueries: 0, queryOverlap: 0 })
    expect(changed).toHaveLength(items.recorded)
    expect(changed[0]).toMatchObject({ intentId: 'RQ1.i1', recorded: [{ source: 'library' }], rerun: [{ source: 'library' }] })
    expect(measured.searchedAgain[0]).toMatchObject({ intentId: 'RQ1.i1', rerun: { records: 5, gold: { found: 2 } } })
    expect(measured.notSearchedAgain).toBeNull()
    expect(gold).toEqual({ recorded: { works: 3, found: 2, recall: 2 / 3 }, rerun: { works: 3, found: 2, recall: 2 / 3 } })
  })
  test('the same model writes the same queries', async () => {
    const { agreement, changed } = await json('search', '--log', 'bundle', '--model', 'openai:other')
    expect(agreement.queryOverlap).toBe(1)
    expect(changed).toEqual([])
    expect(new Set(model.requests.map(({ body }) => body.model))).toEqual(new Set(['other']))
  })
  test('without the library at hand nothing is searched again, and why', async () => {
    const { measured, gold } = await json('search', '--log', 'run', '--model', 'none', '--gold', 'gold.csv')
    expect(measured.searchedAgain).toBeNull()
    expect(measured.notSearchedAgain).toMatch(/^the library [0-9a-f]{64} is not at hand: .*run holds events alone/)
    expect(gold.rerun).toBeNull()
  })
})

describe('snowball', () => {
  test('is measured, and asks no model', async () => {
    const { said } = await run('snowball', '--log', 'run', '--model', 'none', '--quiet')
    expect(said).toBe('snowball asks no model: --model is not used')
    const evaluation = await json('snowball', '--log', 'run', '--gold', 'gold.csv')
    expect(evaluation).toMatchObject({
      models: { recorded: {}, rerun: null },
      items: { recorded: 0, rerun: 0 },
      gold: { recorded: { works: 3, foundBySearch: 2, foundWithSnowballing: 2 }, rerun: null },
      measured: { stage: 'snowball', beyondSearch: { documents: 0 } },
    })
    expect(evaluation.measured.rounds).toHaveLength(2)
    expect((await run('snowball', '--log', 'run')).printed).toMatch(/^snowball of r-recorded, from its log\nBeyond search: 0 documents/)
  })
})

describe('report', () => {
  test('its figures without a model', async () => {
    const { measured, gold, items } = await json('report', '--log', 'bundle', '--gold', 'gold.csv')
    expect(measured).toMatchObject({ stage: 'report', runId: 'r-recorded', danglingMarks: [], toolCalls: 17 })
    expect(measured.goals.map(({ name }: { name: string }) => name)).toContain('citationCoverage')
    expect(gold).toEqual({ recorded: { works: 3, cited: 1, recall: 1 / 3, precision: 0.5 }, rerun: null })
    expect(items).toEqual({ recorded: 1, rerun: 0, stopped: null })
  })
  test('written again by the same model it says the same', async () => {
    const { agreement, changed, items, cost } = await json('report', '--log', 'bundle', '--model', 'openai:other')
    expect(items).toMatchObject({ recorded: 1, rerun: 1 })
    expect(changed).toEqual([])
    expect(agreement.citedRerun).toBe(agreement.citedRecorded)
    expect(agreement.citedByBoth).toBe(agreement.citedRecorded)
    expect(agreement.supportedRerun).toBe(agreement.supportedRecorded)
    expect(cost.rerun.calls).toBe(cost.recorded.calls)
  })
  test('written again by template it cites others, each named', async () => {
    const { agreement, changed, gold } = await json('report', '--log', 'bundle', '--model', 'none', '--gold', 'gold.csv')
    expect(agreement).toMatchObject({ citedRecorded: 3, citedRerun: 2, citedByBoth: 2 })
    expect(changed).toEqual([{ documentId: 'D1', citedBy: 'recorded' }])
    expect(gold.rerun).toMatchObject({ works: 3, precision: 1 })
  })
  test('events alone hold no report', async () => {
    await expect(run('report', '--log', 'run')).rejects.toThrow(
      /^the report of run r-recorded is not in its log: .*run holds events alone\. .* Or measure the file: winnow eval report report\.md --log/,
    )
  })
})

describe('ablation', () => {
  test.each([
    ['decomposition', { subquestionId: 'RQ2', nothingToAblate: null }],
    ['snowballing', { subquestionId: null, nothingToAblate: null }],
    ['critic', { subquestionId: null, nothingToAblate: null }],
    ['full-text', { nothingToAblate: 'no evidence is from a full text' }],
  ])('%s, from the log', async (part, expected) => {
    const result = await json('search', '--log', 'run', '--ablate', part, '--gold', 'gold.csv')
    expect(result).toMatchObject({ stage: 'search', runId: 'r-recorded', ablation: part, method: 'from the log', ...expected })
    expect(result.with).toMatchObject({ documents: 4, gold: { works: 3, found: 2 } })
    expect(result.without.documents).toBeLessThanOrEqual(4)
  })
  test('in words; a model is not asked', async () => {
    const { printed, said } = await run('report', '--log', 'run', '--ablate', 'critic', '--model', 'openai:x')
    expect(said).toBe('--ablate is computed from the log: --model is not used')
    expect(printed).toMatch(/^r-recorded without critic: computed from the log, not a new run\n/)
    expect(printed).toMatch(/\n {2}operations: 11 → 5\n/)
    expect(printed).toMatch(/model calls saved: \d+\.\d calls, \d+\.\d % of the tokens\n/)
    expect(model.requests).toEqual([])
  })
  test('of several runs, summed', async () => {
    const { runs, total, method } = await json('search', '--log', 'run', '--log', 'second', '--ablate', 'critic')
    expect(runs.map(({ runId }: { runId: string }) => runId)).toEqual(['r-recorded', 'r-second'])
    expect(method).toBe('from the log')
    expect(total).toMatchObject({ runs: 2, nothingToAblate: 0, with: { operations: 22, gold: null }, without: { operations: 10 } })
    expect(total.costShare.tokens).toBeCloseTo(runs[0].cost.share.tokens, 12)
  })
})

describe('several logs', () => {
  test.each([
    ['--log each', ['screening', '--log', 'run', '--log', 'second']],
    ['as a shell spells them out', ['screening', '--log', 'run', 'second']],
  ])('%s: every run, and all together', async (_, argv) => {
    const { stage, runs, total } = await json(...argv, '--model', 'none')
    expect([stage, runs.length]).toEqual(['screening', 2])
    expect(total).toMatchObject({ runs: 2, gold: null, cost: { rerun: { calls: 0 } } })
    expect(total.agreement.pairs).toBe(2 * runs[0].agreement.pairs)
    expect(total.agreement.decisionAgreement).toBeCloseTo(runs[0].agreement.decisionAgreement, 12)
    expect(total.changed).toBe(2 * runs[0].changed.length)
    expect(total.items.rerun).toBe(2 * runs[0].items.rerun)
  })
  test('in words, with progress by run', async () => {
    const { printed, said } = await run('search', '--log', 'run', 'second', '--gold', 'gold.csv')
    expect(said).toContain('Run r-second (2 of 2)')
    expect(printed).toMatch(/\nsearch of 2 runs together: /)
    expect(printed).toMatch(/\n {2}works: 6\n {2}found: 4\n {2}recall: 0\.667\n/)
  })
  test('--limit is for all of them', async () => {
    const { runs } = await json('screening', '--log', 'run', 'second', '--model', 'none', '--limit', '1')
    expect(runs.map(({ items }: { items: { rerun: number } }) => items.rerun)).toEqual([1, 0])
    expect(runs[1].items.stopped).toBe('limit')
  })
  test('one run named twice is refused', async () => {
    await expect(run('search', '--log', 'run', 'bundle')).rejects.toThrow(
      'run and bundle are both the log of run r-recorded: name each run once',
    )
  })
})

describe('bad input', () => {
  test('a gold file that matches nothing', async () => {
    await writeFile(join(folder, 'other.csv'), 'doi,label\n10.5555/unheard,1\n')
    await expect(run('search', '--log', 'run', '--gold', 'other.csv')).rejects.toThrow(
      'none of its 1 lines names a record or document of run r-recorded; check that the labels belong to the run, and that the column doi has its ids, DOIs or titles',
    )
  })
  test('labels of relevance that are none', async () => {
    await writeFile(join(folder, 'clusters.csv'), 'id,cluster\npaging-0,A\n')
    await expect(run('search', '--log', 'run', '--gold', 'clusters.csv')).rejects.toThrow('line 2: the label "A" is neither yes nor no')
    await writeFile(join(folder, 'missing.csv'), 'id,label\npaging-0,1\nnowhere,perhaps\n')
    await expect(run('snowball', '--log', 'run', '--gold', 'missing.csv')).rejects.toThrow('line 3: the label "perhaps"')
  })
  test('a log that is not ours', async () => {
    await cp(join(folder, 'gold.csv'), join(folder, 'events.txt'))
    await expect(run('search', '--log', 'run', 'events.txt')).rejects.toThrow('events.txt, line 1 is no JSON')
  })
  test('a part that is none', async () => {
    expect((await run('search', '--log', 'run', '--ablate', 'reading')).code).toBe(2)
  })
})
