import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeJsonl } from '@winnow/bibliography/write/jsonl.ts'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import type { ModelRequest } from '@winnow/testkit/scripted-model-server.ts'
import { type StandInModel, startStandInModel } from '@winnow/testkit/stand-in-model.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { testConfig, winnow } from '../testing/command-line.ts'

const question = 'How do memory mechanisms help language agents?'
/** What each screener says of a paper, by its title's first word: what they agree on, dispute, and overlook. */
const titles = ['Both', 'Disputed', 'Overlooked', 'Neither', 'Neither', 'Neither'].map(
  (kind, n) => `${kind} memory mechanisms of language agents, part ${n + 1}`,
)

let server: TestPostgres
let model: StandInModel
let folder: string
let config: Config
let events: readonly TypedEvent[]

/** Papers of a screening prompt: ids and the first word of the title. */
const papersIn = ({ prompt }: ModelRequest) =>
  [...prompt.matchAll(/<paper id="(D\d+)" judge-for="([^"]*)">\nTitle: (\w+)/g)].map(([, id = '', asked = '', kind = '']) => ({
    id,
    subquestionIds: asked.split(' '),
    kind,
  }))

/** Model a includes what is disputed and, asked to adjudicate, excludes it; model b finds what it overlooked when asked again. */
function screeners() {
  const seen = new Set<string>()
  return (request: ModelRequest) => {
    const papers = papersIn(request)
    if (papers.length === 0) return undefined
    const adjudicates = request.prompt.includes('disagree')
    const isRelevant = (kind: string, id: string) => {
      if (request.model === 'a') return kind === 'Both' || (kind === 'Disputed' && !adjudicates)
      const again = seen.has(id)
      seen.add(id)
      return kind === 'Both' || (kind === 'Overlooked' && again)
    }
    const judged = papers.map(({ id, subquestionIds, kind }) => {
      const relevant = isRelevant(kind, id)
      return {
        documentId: id,
        note: `${request.model} on ${kind}`,
        exclusion: relevant ? null : 'other population or setting',
        criterion: relevant ? null : kind === 'Neither' ? 'E1' : null,
        scores: subquestionIds.map((subquestionId) => ({ subquestionId, score: relevant ? 0.9 : 0.1 })),
      }
    })
    return { json: { papers: judged } }
  }
}

beforeAll(async () => {
  server = await startTestPostgres()
  model = await startStandInModel()
  model.interfere(screeners())
  folder = await mkdtemp(join(tmpdir(), 'winnow-screeners-'))
  config = { ...testConfig(await server.newDatabase(), folder), environment: { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: `${model.url}/v1` } }
  const papers = titles.map((title, n) => ({ id: `p${n}`, title, authors: [`Author${n}, A`], year: 2020, abstract: `Part ${n} of it.` }))
  await writeFile(join(folder, 'papers.jsonl'), writeJsonl(papers))
  await writeFile(join(folder, 'criteria.txt'), 'Exclusion criteria:\n- animals alone\n')
  const screening = ['--screeners', '2', '--screener2-model', 'openai:b', '--rescreen', '10', '--criteria', 'criteria.txt']
  const others = ['--model', 'none', '--model-screener', 'openai:a', '--max-snowball-rounds', '0']
  const ran = await run('research', question, '--library', 'papers.jsonl', ...screening, ...others, '--out', 'run', '--quiet')
  expect(ran.code).toBe(0)
  const lines = (await read('events.jsonl')).trim().split('\n')
  events = lines.map((line) => JSON.parse(line) as Recorded as TypedEvent)
})
afterAll(async () => {
  await model.stop()
  await rm(folder, { recursive: true })
  await server.stop()
})

const run = (...argv: readonly string[]) => winnow(config, argv)
const read = (file: string) => readFile(join(folder, 'run', file), 'utf8')
const runId = async () => JSON.parse(await read('run.json')).runId as string
const screened = () => events.flatMap((event) => (event.type === 'DocumentScreened' ? [event.data] : []))
/** Kind of each document of a pass, with who judged it and how. */
const judged = (pass: string | undefined) =>
  screened()
    .filter((data) => data.pass === pass)
    .map(({ note, screener, scores }) => `${note.split(' ').at(-1)} ${screener} ${Object.values(scores).join(' ')}`)
    .sort()

describe('a run with two screeners', () => {
  test('both judge every document, neither seeing what the other said', () => {
    expect(judged(undefined)).toEqual([
      'Both openai:a 0.9',
      'Disputed openai:a 0.9',
      ...Array.from({ length: 3 }, () => 'Neither openai:a 0.1'),
      'Overlooked openai:a 0.1',
    ])
    expect(judged('second')).toEqual(
      judged(undefined).map((line) => line.replace('openai:a', 'openai:b').replace('Disputed openai:b 0.9', 'Disputed openai:b 0.1')),
    )
    const prompts = model.requests.filter((request) => papersIn(request).length > 0)
    const told = (request: ModelRequest) => /A screener on/.test(request.prompt)
    expect(prompts.map((request) => [request.model, told(request)])).toEqual([
      ['a', false],
      ['b', false],
      ['a', true],
      ['b', false],
    ])
  })
  test('what they dispute is adjudicated, and the exclusions are screened again', () => {
    expect(judged('adjudication')).toEqual(['Disputed openai:a, adjudicating 0.1'])
    expect(judged('sample')).toEqual([
      'Disputed openai:b, again 0.1',
      ...Array.from({ length: 3 }, () => 'Neither openai:b, again 0.1'),
      'Overlooked openai:b, again 0.9',
    ])
  })
  test('the report tells agreement, adjudication, criteria and the recall', async () => {
    const report = await read('report.md')
    expect(report).toContain(
      '- First screener: openai:a.\n- Second screener: openai:b.\n- Where they disagree openai:a decides, with what both said.\n- Screened again by: openai:b.',
    )
    expect(report).toContain(
      'they agree on 83 % of them (Cohen’s kappa 0.57).\n- 1 pair on which they disagreed was adjudicated: 0 included, 1 excluded.',
    )
    expect(report).toContain(
      'Of 5 excluded documents, 5 drawn at random were screened again: 1 was found relevant and included. Recall of the screening, before these: 0.50',
    )
    expect(report).toContain(
      '| Excluded by screening | 4 |\n| – E1, animals alone: other population or setting | 3 |\n| – other population or setting | 1 |\n| Relevant | 2 |',
    )
    expect(report).toMatch(/\| screening \| 4 \| 0 \|/)
  })
  test('as JSON, in the read model and in the run’s own numbers, too', async () => {
    const figures = {
      two: { agreement: { pairs: 6, observed: 5 / 6 }, notCompared: 0, adjudicated: 1, adjudicatedRelevant: 0 },
      sample: { included: 1, excluded: 5, sampled: 5, recall: { estimate: 0.5, low: 0.5, high: 0.5 } },
    }
    const json = JSON.parse((await run('export', await runId(), '--format', 'json')).printed)
    expect(json.screening).toMatchObject(figures)
    expect(json.prisma.excludedByScreening.reasons[0]).toMatchObject({ criterion: 'E1', criterionText: 'animals alone', count: 3 })
    const shown = JSON.parse((await run('show', await runId(), '--json')).printed)
    expect(shown.screening).toMatchObject(figures)
    expect(shown.cost.byRole).toMatchObject([
      { role: 'screener', calls: 2 },
      { role: 'screener2', calls: 2 },
    ])
    expect((await run('show', await runId())).printed).toContain('\nScreening\n  Two screeners judged 6 pairs')
  })
  test('verifies, and a fork from the middle of it asks nobody again', async () => {
    expect((await run('verify', await runId())).code).toBe(0)
    const asked = model.requests.length
    const at = String(events.find((event) => event.type === 'DocumentScreened' && event.data.pass === 'second')?.pos)
    expect((await run('fork', await runId(), '--at', at, '--out', 'fork', '--quiet')).code).toBe(0)
    expect(model.requests).toHaveLength(asked)
    const report = await readFile(join(folder, 'fork', 'report.md'), 'utf8')
    expect(report.split('\n## ').find((part) => part.startsWith('Screening'))).toBe(
      (await read('report.md')).split('\n## ').find((part) => part.startsWith('Screening')),
    )
  })
})
