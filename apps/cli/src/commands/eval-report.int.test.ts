import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { testConfig, testContext, winnow } from '../testing/command-line.ts'
import { recordRun } from '../testing/recorded-run.ts'
import { measureReports } from './eval-report.ts'

let folder: string
let config: Config
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-eval-report-'))
  await recordRun(folder)
  await cp(join(folder, 'run'), join(folder, 'second'), { recursive: true })
  for (const [file, copy] of [
    ['run/events.jsonl', 'second/events.jsonl'],
    ['report.md', 'second/report.md'],
  ] as const)
    await writeFile(join(folder, copy), (await readFile(join(folder, file), 'utf8')).replaceAll('r-recorded', 'r-second'))
  config = testConfig('postgres://127.0.0.1:1/none', folder)
})
afterAll(() => rm(folder, { recursive: true }))

const run = (...argv: readonly string[]) => winnow(config, ['eval', 'report', ...argv])
const json = async (...argv: readonly string[]) => JSON.parse((await run(...argv, '--json')).printed)

describe('one report', () => {
  test('its figures and goals, from the report and the log; missed goals are no failure', async () => {
    const measured = await json('report.md', '--log', 'bundle')
    expect(measured).toMatchObject({
      report: 'report.md',
      runId: 'r-recorded',
      citationCoverage: 1,
      danglingMarks: [],
      toolCalls: 17,
      quotes: { fidelity: 0.4, againstText: 5, refused: 3 },
      support: { recorded: { method: 'openai:m' }, byWords: { method: 'lexical' } },
      supportByDepth: { compared: 'sentences', verdicts: 'recorded' },
    })
    expect(measured.goals).toEqual([
      { name: 'citationCoverage', value: 1, goal: '>= 0.9', met: true },
      { name: 'danglingMarks', value: 0, goal: '= 0', met: true },
      { name: 'quoteFidelity', value: 0.4, goal: '= 1', met: false },
      { name: 'absentNumbers', value: 0, goal: '= 0', met: true },
      { name: 'fallsOfSupportWithDepth', value: null, goal: '= 0', met: null },
    ])
    expect((await run('report.md', '--log', 'bundle')).code).toBe(0)
  })
  test('what was written into it afterwards is seen: a mark that leads nowhere, a number of nobody', async () => {
    const markdown = await readFile(join(folder, 'report.md'), 'utf8')
    const added = 'Memory raised recall by 87 % in all agents [1, 9]. Memory is a fine thing to have.'
    await writeFile(join(folder, 'changed.md'), markdown.replace('## Summary\n\n', `## Summary\n\n${added} `))
    const changed = await json('changed.md', '--log', 'bundle')
    expect(changed.danglingMarks).toEqual([{ number: 9, sentence: 'Memory raised recall by 87 % in all agents.' }])
    expect(changed.numbers.absent).toEqual([{ number: '87', sentence: 'Memory raised recall by 87 % in all agents.' }])
    expect(changed.citationCoverage).toBeCloseTo(3 / 4, 12)
    expect(changed.goals.map(({ met }: { met: boolean | null }) => met)).toEqual([false, false, false, false, null])
    const { printed } = await run('changed.md', '--log', 'bundle')
    expect(printed).toContain('    [9] leads nowhere: Memory raised recall by 87 % in all agents.')
    expect(printed).toContain('    without a citation: Memory is a fine thing to have.')
    expect(printed).toContain('    87: Memory raised recall by 87 % in all agents.')
    expect(printed).toMatch(/\n {2}MISSED {2}danglingMarks 1 \(goal = 0\)\n/)
    expect(printed).toMatch(/\n {2}not measured {2}fallsOfSupportWithDepth \(goal = 0\)$/)
  })
})

describe('several reports', () => {
  test.each([
    ['in any order: the line that names the run decides', ['second/report.md', 'report.md', '--log', 'bundle', '--log', 'second']],
    ['with the logs as a shell spells them out', ['report.md', 'second/report.md', '--log', 'bundle', 'second']],
    ['with a log among the reports', ['report.md', 'second', 'second/report.md', '--log', 'bundle']],
  ])('%s', async (_, argv) => {
    const { runs, supportByDepth, goals } = await json(...argv)
    expect(runs.map(({ report, runId }: { report: string; runId: string }) => [report, runId])).toEqual([
      ['report.md', 'r-recorded'],
      ['second/report.md', 'r-second'],
    ])
    expect(supportByDepth.byRun.buckets.map(({ entries }: { entries: number }) => entries)).toEqual([0, 2, 0, 0])
    expect(goals).toHaveLength(5)
  })
  test('in words', async () => {
    const { printed } = await run('report.md', 'second/report.md', '--log', 'bundle', 'second')
    expect(printed).toMatch(/^report\.md, of run r-recorded\n/)
    expect(printed).toMatch(/\n\nsecond\/report\.md, of run r-second\n/)
    expect(printed).toMatch(
      /\nSupport by depth \(sentences by the tool calls before their evidence; verdicts recorded\)\n {2}up to 20 tool calls: /,
    )
  })
})

describe('bad input', () => {
  test.each<[string, readonly string[], string]>([
    ['no log', ['report.md'], 'the run is missing: winnow eval report report.md --log'],
    [
      'a report of another run',
      ['second/report.md', '--log', 'run'],
      'second/report.md is the report of run r-second, and the log is that of r-recorded',
    ],
    ['a report that is not there', ['no.md', '--log', 'run'], 'no.md cannot be read: ENOENT'],
    ['a log that is not ours', ['report.md', '--log', 'papers.jsonl'], 'papers.jsonl, line 1'],
    [
      'more reports than logs',
      ['report.md', 'second/report.md', '--log', 'run'],
      '2 reports and 1 logs: give each report the log of its run',
    ],
    [
      'two reports of one run',
      ['report.md', 'copy.md', '--log', 'run', 'second'],
      'report.md and copy.md are both the report of run r-recorded',
    ],
  ])('%s', async (_, argv, words) => {
    await cp(join(folder, 'report.md'), join(folder, 'copy.md'))
    await expect(run(...argv)).rejects.toThrow(words)
  })
  test('no report: the usage', async () => {
    expect((await run('--log', 'run')).code).toBe(2)
  })
  test('an interruption', async () => {
    const { context, ran } = testContext(config)
    const interrupt = new AbortController()
    interrupt.abort()
    await measureReports(['report.md'], { log: ['run'] }, { ...context, signal: interrupt.signal })
    expect([ran.code, ran.said, ran.printed]).toEqual([130, ['Interrupted.'], []])
  })
})
