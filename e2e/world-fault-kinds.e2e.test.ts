import { join } from 'node:path'
import type { WorldFault } from '@winnow/testkit/world/world-fault.ts'
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

/** What goes wrong with a source, and how its search must end: the outcome and the words of the reason. */
interface Misfortune {
  readonly source: 'openalex' | 'crossref' | 'arxiv' | 'pubmed'
  readonly fault: WorldFault
  readonly outcome: 'failed' | 'throttled' | 'hits'
  readonly reason?: RegExp
}

const pairs: readonly (readonly [Misfortune, Misfortune])[] = [
  [
    { source: 'openalex', fault: 'budget', outcome: 'throttled', reason: /budget/i },
    { source: 'arxiv', fault: 'error-entry', outcome: 'failed', reason: /incorrect id format/ },
  ],
  [
    { source: 'crossref', fault: 'down', outcome: 'failed', reason: /connection|reset|reach|closed/i },
    { source: 'pubmed', fault: 'html', outcome: 'failed', reason: /web page/ },
  ],
  [
    { source: 'openalex', fault: 'unauthorised', outcome: 'failed', reason: /OPENALEX_API_KEY/ },
    { source: 'crossref', fault: 'empty', outcome: 'failed', reason: /not JSON|cut|empty/ },
  ],
  [
    { source: 'openalex', fault: 'cut', outcome: 'failed', reason: /was lost before the answer was whole/ },
    { source: 'pubmed', fault: 'server-error', outcome: 'failed', reason: /503/ },
  ],
  [
    { source: 'crossref', fault: 'throttled', outcome: 'throttled', reason: /slow|429|too many/i },
    { source: 'arxiv', fault: 'html', outcome: 'failed', reason: /web page/ },
  ],
  [
    { source: 'pubmed', fault: 'error-entry', outcome: 'failed', reason: /read request has failed/ },
    { source: 'openalex', fault: 'slow', outcome: 'hits' },
  ],
]

const kinds = pairs.map((pair) => [pair.map(({ source, fault }) => `${source} ${fault}`).join(', '), pair] as const)

test.concurrent.each(kinds)('%s', async (name, pair) => {
  const world = await scene.world()
  for (const { source, fault } of pair) world.fault(source, fault, { afterMs: 20 })
  const out = join(scene.folder, name.replace(/\W+/g, '-'))
  expect(await scene.run(world, researchWorld(out, ['--max-snowball-rounds', '0']))).toMatchObject({ code: 0, stdout: '', stderr: '' })
  const run = runFolder(out)
  const [events, report] = [await run.events(), await run.text('report.md')]
  const operations = tracedOperations(events)
  for (const { source, outcome, reason } of pair) {
    const own = operations.filter((operation) => operation.source === source)
    expect([source, own.map(({ outcomes }) => outcomes)]).toEqual([source, [[outcome]]])
    if (reason !== undefined) expect(own[0]?.reason).toMatch(reason)
  }
  const sound = operations.filter(({ source }) => pair.every((misfortune) => misfortune.source !== source))
  expect(sound.filter((operation) => !answered(operation))).toEqual([])
  expectNamed(operations, report)
  expectPrismaOf(events, report)
})
