import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeJsonl } from '@winnow/bibliography/write/jsonl.ts'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { hashOfBytes } from '@winnow/runtime/blobs/blob-store.ts'
import { type StandInModel, startStandInModel } from '@winnow/testkit/stand-in-model.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { testConfig, testContext, winnow } from '../testing/command-line.ts'
import { recordRun } from '../testing/recorded-run.ts'
import { evaluate } from './eval-stage.ts'

let folder: string
let model: StandInModel
let config: Config
let events: readonly Recorded[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-eval-'))
  events = (await recordRun(folder)).events
  model = await startStandInModel()
  // There is no database: files need none.
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

const run = (...argv: readonly string[]) => winnow(config, argv)
const json = async (...argv: readonly string[]) => JSON.parse((await run(...argv, '--json')).printed)
const count = (type: string) => events.filter((event) => event.type === type).length
const usageOf = (...types: readonly string[]) => events.filter(({ type }) => types.includes(type)).flatMap(({ usage }) => usage)

describe('a stage run again with a model that replies alike', () => {
  test.each([
    ['planning', ['PlanProposed', 'IntentCreated'], { subquestionOverlap: 1, intentOverlap: 1 }],
    ['screening', ['DocumentScreened'], { decisionAgreement: 1, meanScoreDifference: 0 }],
    ['reading', ['EvidenceExtracted'], { overlap: 1 }],
    ['critique', ['CritiqueProposed'], { sufficientAgreement: 1, actionOverlap: 1 }],
  ])('%s: nothing is otherwise, and every input is asked about anew', async (stage, types, agreement) => {
    const evaluation = await json('eval', 'stage', stage, '--log', 'run', '--model', 'openai:other')
    expect(evaluation).toMatchObject({ stage, runId: 'r-recorded', agreement, changed: [], gold: null, degraded: [] })
    expect(evaluation.items).toMatchObject({ stopped: null })
    expect(evaluation.items.rerun).toBe(evaluation.items.recorded)
    const recorded = usageOf(...types)
    expect(recorded.length).toBeGreaterThan(0)
    expect(model.requests.length).toBe(recorded.length)
    expect(new Set(model.requests.map(({ body }) => body.model))).toEqual(new Set(['other']))
    expect(evaluation.cost.recorded.calls).toBe(recorded.length)
    expect(evaluation.cost.rerun.calls).toBe(recorded.length)
    expect(evaluation.cost.rerun.meanMs).toBeGreaterThanOrEqual(0)
  })

  test('the models are told, of the roles of the stage alone', async () => {
    const { models } = await json('eval', 'stage', 'planning', '--log', 'run', '--model', 'openai:other')
    expect(models).toEqual({ recorded: { planner: 'openai:m', intent: 'openai:m' }, rerun: 'openai:other' })
  })

  test('dedup asks nobody, and joins what it did', async () => {
    const { models, agreement, changed } = await json('eval', 'stage', 'dedup', '--log', 'run')
    expect(agreement).toEqual({ joinedRecorded: 1, joinedRerun: 1, joinedByBoth: 1, pairwiseAgreement: 1 })
    expect([models, changed]).toEqual([{ recorded: {}, rerun: null }, []])
    expect((await run('eval', 'stage', 'dedup', '--log', 'run', '--model', 'openai:x')).said).toContain(
      'dedup asks no model: --model is not used',
    )
  })
})

describe('without a model', () => {
  const offline = () => ({ ...config, environment: {} })
  test('the fallbacks are what is compared, and nobody is asked', async () => {
    const { code, printed, said } = await winnow(offline(), ['eval', 'stage', 'screening', '--log', 'run', '--model', 'none'])
    expect(code).toBe(0)
    expect(printed).toContain('Recorded with screener openai:m; again with none')
    expect(printed).toMatch(/\n {2}again: 0 calls, 0 tokens in, 0 out, 0\.0000 USD\n/)
    expect(printed).toMatch(/\nOtherwise: \d+\n/)
    const pairs = events.flatMap(({ type, data }) => (type === 'DocumentScreened' ? Object.keys((data as { scores: object }).scores) : []))
    expect(printed).toContain(`\n  pairs: ${pairs.length}\n`)
    expect(said.split('\n').at(-1)).toMatch(/^screening: (\d+) of \1$/)
    expect(model.requests).toEqual([])
  })

  test('evidence by words has quotes that stand in the text; changes tell both sides', async () => {
    const { agreement, changed } = JSON.parse(
      (await winnow(offline(), ['eval', 'stage', 'reading', '--log', 'run', '--model', 'none', '--json', '--quiet'])).printed,
    )
    expect(agreement).toMatchObject({ documents: count('EvidenceExtracted'), verifiedRerun: 1 })
    expect(changed[0]).toMatchObject({ documentId: expect.stringMatching(/^D\d+$/), recorded: expect.any(Array), rerun: expect.any(Array) })
    expect(changed[0].words).toBeUndefined()
  })

  test('no critique is usable, and none is sufficient', async () => {
    const { agreement } = JSON.parse(
      (await winnow(offline(), ['eval', 'stage', 'critique', '--log', 'run', '--model', 'none', '--json'])).printed,
    )
    expect(agreement).toMatchObject({ critiques: count('CritiqueProposed'), usableRerun: 0, actionsRerun: 0 })
  })
})

test('replay --stage is the same by another name; without --stage it folds', async () => {
  const { cost: _cost, ...evaluation } = await json('eval', 'stage', 'screening', '--log', 'run', '--model', 'none')
  for (const argv of [
    ['replay', 'run', '--stage', 'screening', '--model', 'none'],
    ['replay', '--stage', 'screening', '--log', 'run', '--model', 'none'],
  ])
    expect(await json(...argv)).toMatchObject(evaluation)
  expect(await json('replay', 'run')).toMatchObject({ events: events.length, hash: expect.any(String) })
  await expect(run('replay', 'run', '--model', 'none')).rejects.toThrow('add --stage')
  await expect(run('replay')).rejects.toThrow('the log is missing')
})

describe('bounds', () => {
  test('--limit', async () => {
    const { items } = await json('eval', 'stage', 'reading', '--log', 'run', '--model', 'none', '--limit', '2')
    expect(items).toEqual({ recorded: count('EvidenceExtracted'), rerun: 2, stopped: 'limit' })
    const all = await json('eval', 'stage', 'reading', '--log', 'run', '--model', 'none', '--limit', String(count('EvidenceExtracted')))
    expect(all.items.stopped).toBeNull()
  })
  test('--max-cost of a model without a known price', async () => {
    await expect(run('eval', 'stage', 'reading', '--log', 'run', '--model', 'openai:zz', '--max-cost', '1')).rejects.toThrow(
      '--max-cost cannot be kept: the price of openai:zz is unknown. Limit the inputs with --limit instead, or choose another model.',
    )
    expect((await run('eval', 'stage', 'reading', '--log', 'run', '--model', 'none', '--max-cost', '1')).code).toBe(0)
  })
  test('a provider that fails ends it with exit code 3, and nothing is printed', async () => {
    model.interfere(() => ({ fault: 'status', status: 401 }))
    const { code, said, printed } = await run('eval', 'stage', 'screening', '--log', 'run', '--model', 'openai:other', '--quiet')
    expect([code, printed]).toEqual([3, ''])
    expect(said).toMatch(/^The evaluation stopped: /)
  })
  test('replies that cannot be used are counted as degraded', async () => {
    model.interfere(() => 'garbage')
    const { degraded, cost } = await json('eval', 'stage', 'critique', '--log', 'run', '--model', 'openai:other', '--limit', '1')
    expect(degraded).toEqual([{ role: 'critic', reason: expect.any(String), count: 1 }])
    expect(cost.rerun).toMatchObject({ calls: 2, failedCalls: 2 })
  })
  test('an interruption', async () => {
    const { context, ran } = testContext(config)
    const interrupt = new AbortController()
    interrupt.abort()
    await evaluate('screening', { logs: ['run'], model: 'none' }, { ...context, signal: interrupt.signal })
    expect([ran.code, ran.said, ran.printed]).toEqual([130, ['Interrupted.'], []])
  })
})

describe('a text that is not in the log', () => {
  const text = JSON.stringify({
    sections: [
      { heading: 'Results', level: 1, text: 'Memory helps agents recall earlier sessions on long tasks, as we show at length here.' },
    ],
    references: [],
  })
  const hash = hashOfBytes(Buffer.from(text))
  const withText = async (name: string, blob: string | null) => {
    const bent = events.map((event) =>
      event.type === 'CandidatesFound'
        ? {
            ...event,
            data: {
              ...(event.data as object),
              records: (event.data as { records: object[] }).records.map((record) => ({ ...record, fullTextHash: hash })),
            },
          }
        : event,
    )
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'events.jsonl'), writeJsonl(bent))
    if (blob === null) return
    await mkdir(join(folder, name, 'blobs'))
    if (blob !== '') await writeFile(join(folder, name, 'blobs', hash), blob)
  }
  const reading = (name: string) => run('eval', 'stage', 'reading', '--log', name, '--model', 'none', '--limit', '1', '--json')

  test('events alone: the blob is named, and what has it', async () => {
    await withText('bare', null)
    await expect(reading('bare')).rejects.toThrow(
      `blob ${hash} is needed to run this again and is missing: ${join(folder, 'bare')} holds events alone. A bundle has it: winnow export r-recorded --format bundle --out r-recorded-bundle`,
    )
    // A stage that reads no text needs none.
    expect((await run('eval', 'stage', 'screening', '--log', 'bare', '--model', 'none')).code).toBe(0)
  })
  test('a bundle may be named by its file of events', async () => {
    await withText('by-file', text)
    expect((await reading(join('by-file', 'events.jsonl'))).code).toBe(0)
  })
  test('a bundle has it; one that lacks it says where it looked; a damaged one is refused', async () => {
    await withText('with-text', text)
    expect((await reading('with-text')).code).toBe(0)
    await withText('lacking', '')
    await expect(reading('lacking')).rejects.toThrow(`it is not in ${join(folder, 'lacking', 'blobs')}`)
    await withText('damaged', `${text} `)
    await expect(reading('damaged')).rejects.toThrow(`${join(folder, 'damaged', 'blobs', hash)} is damaged`)
  })
})

test('without a model a stage is run again by rules, and that is told', async () => {
  const { code, said, printed } = await run('eval', 'stage', 'screening', '--log', 'run', '--json')
  expect(code).toBe(0)
  expect(said).toContain('screening is run again by the rules of this version; for a model name it: --model openai:<model>')
  expect(JSON.parse(printed).models.rerun).toBe('none')
})

describe('bad usage', () => {
  test.each<[string, readonly string[], string]>([
    ['no run', ['eval', 'stage', 'screening', '--model', 'none'], 'the run is missing'],
    ['a model that cannot be read', ['eval', 'stage', 'screening', '--log', 'run', '--model', 'gpt'], 'gpt'],
    ['a provider that is not configured', ['eval', 'stage', 'screening', '--log', 'run', '--model', 'anthropic:x'], 'anthropic:x: '],
    ['a run that is nowhere', ['eval', 'stage', 'screening', '--log', 'No/Such', '--model', 'none'], 'No/Such is neither a file'],
    ['a file that is no log', ['eval', 'stage', 'screening', '--log', 'papers.jsonl', '--model', 'none'], 'papers.jsonl, line 1'],
    ['labels that are not there', ['eval', 'stage', 'screening', '--log', 'run', '--model', 'none', '--gold', 'no.csv'], '--gold'],
  ])('%s', async (_, argv, words) => {
    await expect(run(...argv)).rejects.toThrow(words)
  })
  test('a stage that is none', async () => {
    expect((await run('eval', 'stage', 'writing', '--log', 'run', '--model', 'none')).code).toBe(2)
  })
})

describe('against labels', () => {
  const gold = async (text: string, stage = 'screening') => {
    await writeFile(join(folder, 'gold.csv'), text)
    return run('eval', 'stage', stage, '--log', 'run', '--model', 'none', '--gold', 'gold.csv', '--json')
  }
  test('screening: by the library’s own ids', async () => {
    const { printed, said } = await gold('id,label\npaging-0,include\nplanning-2,exclude\nnowhere,include\n')
    expect(said).toContain('1 lines of gold.csv name nothing in r-recorded: they are left out')
    const { gold: figures } = JSON.parse(printed)
    expect(figures.recorded).toMatchObject({ documents: 2, recall: expect.any(Number) })
    expect(figures.rerun).toMatchObject({ documents: 2, workSavedAt95: expect.any(Number) })
  })
  test('dedup: pairs of one label', async () => {
    const { gold: figures } = JSON.parse((await gold('key;cluster\nrecall-1;A\nrecall-4;A\npaging-0;A\nplanning-2;B\n', 'dedup')).printed)
    expect(figures.rerun).toEqual({ records: 4, rightPairs: 1, recall: 1 / 3, precision: 1, f1: 0.5 })
    expect(figures.recorded).toEqual(figures.rerun)
  })
  test('reading: whether it has an item with a verified quote', async () => {
    const { gold: figures } = JSON.parse(
      (await gold('title,relevant\nMemory and paging in language agents on long tasks,1\n', 'reading')).printed,
    )
    expect(figures.rerun).toEqual({ documents: 1, recall: 1, precision: 1, f1: 1 })
  })
  test.each([
    ['planning', 'id,label\npaging-0,1\n', 'plans have no labels'],
    ['critique', 'id,label\npaging-0,1\n', 'critiques have no labels'],
    ['screening', 'id,label\npaging-0,perhaps\n', 'line 2: the label "perhaps" is neither yes nor no'],
  ])('%s: labels that do not fit are refused before anything is asked', async (stage, text, words) => {
    await expect(gold(text, stage)).rejects.toThrow(words)
  })
})
