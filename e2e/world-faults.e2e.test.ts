import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answered, tracedOperations } from './support/operations.ts'
import { expectPrismaOf } from './support/prisma-check.ts'
import { runFolder } from './support/run-folder.ts'
import { expectNamed } from './support/search-appendix.ts'
import { researchWorld, setWorldScene, type WorldScene } from './support/world-scene.ts'

let scene: WorldScene

beforeAll(async () => {
  scene = await setWorldScene()
})
afterAll(() => scene.end())

test('forty operations of which many meet a source that misbehaves: each failure is named, none looks like an empty answer, the numbers hold', async () => {
  const world = await scene.world()
  // arXiv says its error with status 200; PubMed searches and cannot tell links; Semantic Scholar is not there.
  world.fault('arxiv', 'error-entry')
  world.fault('/pubmed/entrez/eutils/elink.fcgi', 'cut')
  world.fault('semanticscholar', 'down')
  // A DOI that Crossref gave leads to another work at OpenAlex.
  world.fault('/openalex/works/', 'wrong-work')
  // And for a moment two more are out of sorts, which a second try mends.
  world.fault('crossref', 'html', { times: 1 })
  world.fault('/openalex/works', 'throttled', { times: 1 })
  const out = join(scene.folder, 'faults')
  const words = researchWorld(out, ['--max-snowball-rounds', '2', '--max-searches', '40'])
  expect(await scene.run(world, words)).toMatchObject({ code: 0, stdout: '', stderr: '' })

  const run = runFolder(out)
  const [events, report] = [await run.events(), await run.text('report.md')]
  const operations = tracedOperations(events)
  expect(operations.length).toBeGreaterThanOrEqual(40)
  expect(operations.filter(({ outcomes }) => outcomes.length !== 1)).toEqual([])

  const of = (source: string, kind: 'search' | 'references') =>
    operations.filter((operation) => operation.source === source && operation.kind === kind)
  const outcomes = (source: string, kind: 'search' | 'references') => new Set(of(source, kind).flatMap((operation) => operation.outcomes))
  expect(outcomes('arxiv', 'search')).toEqual(new Set(['failed']))
  // After five failures in a row PubMed is left alone for a while: what is not asked is skipped.
  for (const source of ['pubmed', 'semantic-scholar']) {
    expect([...outcomes(source, 'references')].filter((outcome) => outcome !== 'failed' && outcome !== 'skipped')).toEqual([])
    expect(of(source, 'references').filter(({ reason = '' }) => /connection/.test(reason)).length).toBeGreaterThan(4)
    expect(
      of(source, 'references').some(
        ({ outcomes: [outcome], reason = '' }) => outcome === 'skipped' && /was not asked: its last answers all failed/.test(reason),
      ),
    ).toBe(true)
  }
  // Whether a source that does not answer has a work is not known.
  expect(of('semantic-scholar', 'references').filter(({ reason = '' }) => /does not have/.test(reason))).toEqual([])
  // The wrong works that OpenAlex gave for DOIs are named, and none of them got in.
  const rejected = events.filter(({ type, data }) => type === 'LookupRejected' && (data as { source?: string }).source === 'openalex')
  expect(rejected.length).toBeGreaterThan(0)
  for (const source of ['openalex', 'crossref'] as const) expect(outcomes(source, 'search')).toEqual(new Set(['hits']))
  expect(operations.filter((operation) => !answered(operation)).length).toBeGreaterThan(operations.length / 4)

  // No key in what is shown or stored.
  const stored = `${report}${await run.text('events.jsonl')}`
  for (const key of ['openalex-key', 'ncbi-key', 's2-key']) expect(stored).not.toContain(key)
  expectNamed(operations, report)
  expectPrismaOf(events, report)
})
