import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { modelRoles, researchRoles } from '@winnow/contracts/entities/model-role.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configFrom } from '../config.ts'
import { testContext } from '../testing/command-line.ts'
import { addResearchOptions, readWish } from './research-options.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-options-'))
  await writeFile(join(folder, 'criteria.txt'), 'humans only\n')
  const subquestions = Array.from({ length: 7 }, (_, n) => ({ text: `Q${n}`, rationale: '', priority: 1 }))
  await writeFile(join(folder, 'plan.json'), JSON.stringify({ question: 'Planned?', subquestions }))
})
afterAll(() => rm(folder, { recursive: true }))

/** The wish that a command line says, on 30 November 2026. */
async function read(argv: readonly string[], planOnly = false) {
  const command = addResearchOptions(new Command('research').argument('[question...]'))
  command.parse([...argv], { from: 'user' })
  const { context } = testContext(configFrom({ OPENAI_API_KEY: 'k' }, folder, {}))
  const now = () => new Date('2026-11-30T23:30:00.000Z')
  return readWish(command.args, command.opts(), planOnly, { ...context, now })
}
const models = (spec: string) =>
  Object.fromEntries(modelRoles.map((role) => [role, ['judge', 'screener2', 'agent', 'summarizer'].includes(role) ? 'none' : spec]))

test('nothing said: the defaults of issue 2', async () => {
  expect(await read(['How?', '--model', 'none'])).toEqual({
    wish: {
      question: 'How?',
      asOf: '2026-11-30',
      criteria: null,
      sources: ['openalex', 'crossref', 'arxiv', 'pubmed'],
      unusableSources: [],
      seeds: [],
      fromYear: null,
      toYear: null,
      maxSubquestions: 5,
      limits: {
        maxIterations: 3,
        maxReads: 30,
        maxSearches: 40,
        maxTokens: null,
        maxCostUsd: null,
        maxMinutes: null,
        maxSnowballRounds: 2,
      },
      fullText: false,
      planOnly: false,
      onProviderFailure: 'stop',
      models: models('none'),
      plan: null,
    },
    libraryPaths: [],
    notes: ['extractive mode: no model is used.'],
  })
})

test('everything said', async () => {
  const limits = ['--max-iterations', '2', '--max-reads', '0', '--max-searches', '9', '--max-tokens', '1000', '--max-cost', '0.5']
  const years = ['--from', '2001', '--to', '2020', '--as-of', '2025-01-02', '--max-subquestions', '8']
  const more = ['--max-minutes', '1.5', '--max-snowball-rounds', '0', '--full-text', '--on-provider-failure', 'degrade']
  const files = ['--library', 'a.bib', '-l', '/b', '--criteria', 'criteria.txt', '--sources', ' library, library', '--plan', 'plan.json']
  const { wish, libraryPaths, notes } = await read([
    'How',
    'now?',
    ...limits,
    ...years,
    ...more,
    ...files,
    '--model',
    'openai:m',
    '--model-critic',
    'none',
  ])
  expect(wish).toMatchObject({
    question: 'How now?',
    asOf: '2025-01-02',
    criteria: 'humans only\n',
    sources: ['library'],
    fromYear: 2001,
    toYear: 2020,
    maxSubquestions: 8,
    limits: { maxIterations: 2, maxReads: 0, maxSearches: 9, maxTokens: 1000, maxCostUsd: 0.5, maxMinutes: 1.5, maxSnowballRounds: 0 },
    fullText: true,
    onProviderFailure: 'degrade',
    models: { ...models('openai:m'), critic: 'none' },
  })
  expect(wish.plan).toHaveLength(7)
  expect([libraryPaths, notes]).toEqual([[join(folder, 'a.bib'), '/b'], []])
})

test.each([
  ['without a screening model', ['--model-screener', 'none'], ['--criteria is not applied: screening without a model only compares words']],
  ['with one', ['--model', 'none', '--model-screener', 'openai:m'], []],
])('criteria %s', async (_, argv, told) => {
  const { notes } = await read(['How?', '--model', 'openai:m', ...argv, '--criteria', 'criteria.txt'])
  expect(notes).toEqual(told)
})

test.each<[string, readonly string[], object]>([
  ['nothing said', [], { screeners: undefined, rescreen: 20 }],
  ['two screeners', ['--screeners', '2', '--rescreen', '0'], { screeners: 2, rescreen: undefined }],
  ['a model of the second', ['--screener2-model', 'openai:n'], { rescreen: 20, models: { ...models('openai:m'), screener2: 'openai:n' } }],
  [
    'the role’s own option goes before',
    ['--screener2-model', 'openai:n', '--model-screener2', 'openai:o'],
    { models: { ...models('openai:m'), screener2: 'openai:o' } },
  ],
])('screening: %s', async (_, argv, told) => {
  const { wish } = await read(['How?', '--model', 'openai:m', ...argv])
  expect({ screeners: wish.screeners, rescreen: wish.rescreen, models: wish.models }).toMatchObject(told)
})

test.each([
  [['--screeners', '3'], '--screeners takes 1 or 2, not 3'],
  [['--rescreen', '1001'], '--rescreen takes a whole number from 0 to 1000, not 1001'],
])('%o is bad usage', async (argv, words) => {
  await expect(read(['How?', '--model', 'none', ...argv])).rejects.toThrow(words)
})

test('every role of research can be routed by its own option', async () => {
  const { wish } = await read(['How?', ...researchRoles.flatMap((role) => [`--model-${role}`, `openai:${role}`])])
  const routed = Object.fromEntries(researchRoles.map((role) => [role, `openai:${role}`]))
  expect(wish.models).toEqual({ ...routed, agent: 'none', summarizer: 'none' })
})

test('a plan brings its question and room for its subquestions; a question on the command line goes before', async () => {
  expect((await read(['--plan', 'plan.json'])).wish).toMatchObject({ question: 'Planned?', maxSubquestions: 7 })
  expect((await read(['Mine?', '--plan', 'plan.json', '--max-subquestions', '7'])).wish.question).toBe('Mine?')
  await expect(read(['--plan', 'plan.json', '--max-subquestions', '6'])).rejects.toThrow(
    'the plan has 7 subquestions, more than --max-subquestions 6',
  )
})

test('no question at all is empty, for the request to refuse', async () => {
  expect((await read([])).wish.question).toBe('')
})

test('a wish for a plan alone says so', async () => {
  expect((await read(['How?'], true)).wish.planOnly).toBe(true)
})
