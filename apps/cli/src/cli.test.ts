import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { researchRoles } from '@winnow/contracts/entities/model-role.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { version } from '@winnow/runs/version.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildProgram } from './cli.ts'
import { testConfig, testContext, winnow } from './testing/command-line.ts'

let folder: string
const config = () => testConfig('postgres://127.0.0.1:1/none', folder)
const run = (...argv: string[]) => winnow(config(), argv)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-cli-'))
  await writeFile(join(folder, 'refs.jsonl'), '{"id":"a","title":"Memory in agents"}\n{"id":"b","title":"Recall"}\n')
  await writeFile(join(folder, 'more.jsonl'), '{"id":"c","title":"Planning"}\n')
  await writeFile(join(folder, 'criteria.txt'), 'humans only')
  await writeFile(
    join(folder, 'plan.json'),
    JSON.stringify({ question: 'Planned?', subquestions: [1, 2, 3].map((n) => ({ text: `Q${n}`, rationale: '', priority: n })) }),
  )
})
afterAll(() => rm(folder, { recursive: true }))

const names = [
  'research',
  'answer',
  'plan',
  'resume',
  'fork',
  'pause',
  'cancel',
  'include',
  'exclude',
  'split',
  'runs',
  'show',
  'events',
  'verify',
  'why',
  'export',
  'replay',
  'projection',
  'diff',
  'eval',
  'preferences',
  'sources',
  'search',
  'screen',
  'dedup',
  'lookup',
  'fulltext',
  'doctor',
  'models',
  'keys',
  'nats',
  'serve',
]

describe('help', () => {
  test('nothing at all prints it, with a first example', async () => {
    const { code, printed, said } = await run()
    expect([code, said]).toEqual([0, ''])
    expect(printed).toContain('Usage: winnow')
    expect(printed).toContain('First example:\n  npm start -- "How do memory mechanisms')
    for (const name of names) expect(printed).toMatch(new RegExp(`^  ${name} `, 'm'))
  })

  test.each([['--help'], ['-h'], ['help']])('%s prints the same', async (flag) => {
    const { code, printed } = await run(flag)
    expect(code).toBe(0)
    expect(printed).toBe((await run()).printed.trimEnd())
  })

  test.each(names)('%s has examples that any shell takes', async (name) => {
    const { code, printed } = await run(name, '--help')
    expect(code).toBe(0)
    const examples = printed.split(/\nExamples?:\n/)[1] ?? ''
    expect(examples).toMatch(new RegExp(`^  winnow ${name === 'research' ? '' : name}`))
    expect(examples).not.toMatch(/['|$`\\]/)
  })

  test.each(['research', 'plan'])('%s names the roles that may have a model of their own', async (name) => {
    expect((await run(name, '--help')).printed).toContain(`--model-<role> <spec>: ${researchRoles.join(', ')}.`)
  })

  test.each(['include', 'exclude', 'split'])('%s says when it can be given', async (name) => {
    expect((await run(name, '--help')).printed.replaceAll(/\s+/g, ' ')).toContain('only before the run has ended')
  })

  test.each(['-V', '--version'])('%s', async (flag) => {
    expect(await run(flag)).toEqual({ code: 0, printed: version, said: '' })
  })
})

test('every command takes --json and --quiet', () => {
  const program = buildProgram(testContext(config()).context)
  expect(program.commands.map((command) => command.name())).toEqual(names)
  for (const command of program.commands) {
    const options = command.options.map(({ long }) => long)
    expect(options).toEqual(expect.arrayContaining(['--json', '--quiet']))
    expect(new Set(options).size).toBe(options.length)
  }
})

describe('bad usage', () => {
  test.each([
    ['an unknown option', ['research', 'q', '--frobnicate'], 'frobnicate'],
    ['an unknown option of a question', ['How?', '--frobnicate'], 'frobnicate'],
    ['a missing argument', ['why', 'r-1'], "missing required argument 'id'"],
    ['an option without its value', ['research', 'q', '--library'], '--library'],
    ['a format that there is not', ['export', 'r-1', '--format', 'pdf'], 'pdf'],
    ['no format', ['export', 'r-1'], '--format'],
    ['too many arguments', ['pause', 'r-1', 'r-2'], 'too many arguments'],
    ['a way of failing that there is not', ['research', 'q', '--on-provider-failure', 'weep'], 'weep'],
  ])('%s: exit 2, and it is named', async (_, argv, says) => {
    const { code, said, printed } = await run(...argv)
    expect([code, printed]).toEqual([2, ''])
    expect(said).toContain(says)
  })

  test.each([
    ['a number', ['q', '--max-reads', 'x'], '--max-reads takes a whole number, not "x"'],
    ['a negative limit', ['q', '--max-searches', '-1'], '--max-searches takes a whole number'],
    ['no iteration', ['q', '--max-iterations', '0'], '--max-iterations takes a positive whole number'],
    ['no subquestion', ['q', '--max-subquestions', '0'], '--max-subquestions takes a positive whole number'],
    ['no token', ['q', '--max-tokens', '0'], '--max-tokens takes a positive whole number'],
    ['no dollar', ['q', '--max-cost', '0'], '--max-cost takes a positive number'],
    ['no minute', ['q', '--max-minutes', '0'], '--max-minutes takes a positive number'],
    ['half a round', ['q', '--max-snowball-rounds', '0.5'], '--max-snowball-rounds takes a whole number'],
    ['a year', ['q', '--from', '99'], '--from takes a year'],
    ['a year', ['q', '--to', 'now'], '--to takes a year'],
    ['a date', ['q', '--as-of', 'today'], '--as-of takes a date'],
    ['a limit on resume', ['resume', 'r-1', '--max-reads', 'x'], '--max-reads takes a whole number'],
    ['no library', ['q', '--sources', 'library'], 'the source library is named, but no library'],
    ['a seed that is no identifier', ['q', '--seed', 'nonsense'], '"nonsense" is no identifier of a work'],
    [
      'a seed that no source knows',
      ['q', '--sources', 'arxiv', '--seed', 'pmid:7'],
      '--seed pmid:7: none of the sources (arxiv) can look up a pmid',
    ],
    ['a mistyped command', ['serch', 'memory'], 'there is no command serch; did you mean search?'],
    ['no question', ['research', '--library', 'refs.jsonl'], 'the question is empty'],
    ['a library that is not there', ['q', '--library', 'no/such.bib'], 'such.bib'],
    ['criteria that are not there', ['q', '--library', 'refs.jsonl', '--criteria', 'none.txt'], /--criteria .*none\.txt cannot be read/],
    ['a plan that is not there', ['q', '--library', 'refs.jsonl', '--plan', 'none.json'], /--plan .*none\.json cannot be read/],
    [
      'a plan that is too long',
      ['--library', 'refs.jsonl', '--plan', 'plan.json', '--max-subquestions', '2'],
      'the plan has 3 subquestions, more than --max-subquestions 2',
    ],
    [
      'a source that there is not',
      ['q', '--library', 'refs.jsonl', '--sources', 'library,webb'],
      '--sources: there is no source webb; did you mean web? known: library, openalex',
    ],
    ['no source', ['q', '--library', 'refs.jsonl', '--sources', ' , '], '--sources: no source is named; known: library'],
    ['a model that cannot be read', ['q', '--library', 'refs.jsonl', '--model', 'what'], 'what'],
    [
      'a model of a role',
      ['q', '--library', 'refs.jsonl', '--model-reader', 'openai:m'],
      'openai:m: openai needs a key: set OPENAI_API_KEY',
    ],
    [
      'a cost limit with a local model',
      ['q', '--library', 'refs.jsonl', '--model', 'ollama:q', '--max-cost', '1'],
      'the price of ollama:q is unknown',
    ],
    [
      'a folder that cannot be made',
      ['q', '--library', 'refs.jsonl', '--out', 'refs.jsonl/out'],
      /--out .*refs\.jsonl\/out cannot be made/,
    ],
    [
      'a plan for a folder that is not there',
      ['plan', 'q', '--out', 'none/plan.json'],
      /--out .*none\/plan\.json cannot be written: there is no folder .*none/,
    ],
    ['a plan for a folder', ['plan', 'q', '--out', '.'], 'cannot be written: it is a folder. Name a file.'],
    ['an export to a folder', ['export', 'r-1', '--format', 'md', '--out', '.'], 'cannot be written: it is a folder. Name a file.'],
    ['a mistyped command', ['resmue', 'r-20261130-4kq0z7xd'], 'there is no command resmue'],
    ['a bundle without a folder', ['export', 'r-1', '--format', 'bundle'], 'a bundle is a folder: name it with --out'],
  ] as const)('%s is said before a database is started', async (_, argv, says) => {
    await expect(run(...argv)).rejects.toThrow(UsageError)
    await expect(run(...argv)).rejects.toThrow(says)
  })
})

describe('--estimate reads the options as a run would', () => {
  const estimate = async (...argv: string[]) => JSON.parse((await run(...argv, '--library', 'refs.jsonl', '--estimate', '--json')).printed)

  test('the defaults of issue 2', async () => {
    expect(await estimate('How?')).toMatchObject({ records: 2, searches: { to: 40 }, reads: { to: 30 }, usd: { from: 0, to: 0 } })
  })

  test('limits, a role’s model and a plan', async () => {
    const told = await estimate(
      '--plan',
      'plan.json',
      '--max-reads',
      '7',
      '--max-searches',
      '4',
      '--model',
      'ollama:q',
      '--model-critic',
      'none',
    )
    expect(told).toMatchObject({ searches: { to: 4 }, reads: { to: 7 }, usd: { from: null } })
    const models = Object.fromEntries(told.roles.map((role: { role: string; model: string }) => [role.role, role.model]))
    expect(models).toEqual(
      Object.fromEntries(researchRoles.map((role) => [role, ['critic', 'judge', 'screener2'].includes(role) ? 'none' : 'ollama:q'])),
    )
    expect(told.roles.find((role: { role: string }) => role.role === 'planner').calls).toEqual({ from: 0, to: 0 })
  })

  test('it runs nothing and writes nothing', async () => {
    const before = await readdir(folder)
    const { printed } = await run('How?', '--library', 'refs.jsonl', '--library', 'more.jsonl', '--criteria', 'criteria.txt', '--estimate')
    expect(printed).toContain('records in the library: 3')
    expect(await readdir(folder)).toEqual(before)
  })
})
