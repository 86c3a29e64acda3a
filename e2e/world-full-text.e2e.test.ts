import { join } from 'node:path'
import type { Workshop } from '@winnow/cli/engine/workshop.ts'
import { fullText } from '@winnow/contracts/entities/full-text.ts'
import type { World } from '@winnow/testkit/world/start-world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStores } from './support/engine.ts'
import { tracedOperations } from './support/operations.ts'
import { expectPrismaOf } from './support/prisma-check.ts'
import { runFolder } from './support/run-folder.ts'
import { runIdOf } from './support/scene.ts'
import { researchWorld, setWorldScene, type WorldScene } from './support/world-scene.ts'

let scene: WorldScene
let stores: Workshop

beforeAll(async () => {
  scene = await setWorldScene()
})
afterAll(async () => {
  await stores?.close()
  await scene.end()
})

interface Fetched {
  readonly documentId: string
  readonly outcome: string
  readonly copy: { readonly url: string; readonly format: string; readonly hash: string } | null
  readonly tries: readonly { readonly url: string; readonly reason: string }[]
}
interface Read {
  readonly documentId: string
  readonly depth: string
  readonly textHash: string
  readonly items: readonly {
    readonly quote: string
    readonly quoteCheck: string
    readonly location: { readonly section: string; readonly page?: number }
  }[]
}

/** The stored full text of a hash, and its passages by the names of its sections. */
async function passages(hash: string) {
  const bytes = await stores.blobs.get(hash)
  if (bytes === null) throw new Error(`nothing is stored under ${hash}`)
  const { abstract, sections } = fullText.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  return {
    text: (name: string) =>
      [...sections.filter(({ heading }) => heading === name).map(({ text }) => text), name === 'Abstract' ? abstract : ''].join('\n'),
  }
}

test('full texts are read by sections: every place of evidence names one, and every quote stands there in the stored text', async () => {
  const world = await scene.world()
  const out = join(scene.folder, 'full-text')
  const words = researchWorld(out, ['--full-text', '--max-snowball-rounds', '0', '--max-reads', '14'])
  expect(await scene.run(world, words)).toMatchObject({ code: 0, stdout: '', stderr: '' })
  stores = await openStores(scene.databaseUrl)
  const run = runFolder(out)
  const events = await run.events()
  const dataOf = <T>(type: string) => events.filter((event) => event.type === type).map(({ data }) => data as unknown as T)

  const fetched = dataOf<Fetched>('FullTextFetched')
  const copies = new Map(fetched.flatMap(({ documentId, copy }) => (copy === null ? [] : [[documentId, copy] as const])))
  expect(copies.size).toBeGreaterThanOrEqual(8)
  expect(new Set([...copies.values()].map(({ format }) => format))).toEqual(new Set(['jats', 'pdf']))
  expect([...copies.values()].filter(({ url }) => !url.startsWith(world.url))).toEqual([])
  // A document without its text: every place that was tried is named with its reason, or nobody knew of one.
  for (const { outcome, copy, tries } of fetched)
    expect([outcome, copy === null, tries.length > 0]).toEqual([
      outcome,
      outcome !== 'fetched',
      outcome === 'failed' || (outcome === 'fetched' && tries.length > 0),
    ])
  expect(fetched.flatMap(({ tries }) => tries).filter(({ url, reason }) => url === '' || reason.length < 10)).toEqual([])

  const read = dataOf<Read>('EvidenceExtracted')
  for (const { documentId, depth } of read) expect([documentId, depth === 'full text']).toEqual([documentId, copies.has(documentId)])
  const items = read.flatMap(({ documentId, items: own }) => own.map((item) => ({ ...item, copy: copies.get(documentId) })))
  const fromText = items.flatMap(({ copy, ...item }) => (copy === undefined ? [] : [{ ...item, copy }]))
  expect(fromText.length).toBeGreaterThanOrEqual(8)
  for (const { copy, location, quote, quoteCheck } of fromText) {
    expect([quote, quoteCheck]).toEqual([quote, 'verified'])
    const stored = await passages(copy.hash)
    expect([quote, flat(stored.text(location.section)).includes(flat(quote))]).toEqual([quote, true])
    if (copy.format === 'pdf' && location.section !== 'Abstract') expect(location.page).toBeGreaterThan(0)
  }
  const named = new Set(fromText.map(({ location }) => location.section))
  expect([...named].filter((name) => !/^(?:Abstract|Introduction|Related Work|Methods|Results|Discussion)$/.test(name))).toEqual([])
  expect(named.has('Results') || named.has('Methods')).toBe(true)
  expectPrismaOf(events, await run.text('report.md'))
})

function flat(text: string): string {
  return text.replace(/\s+/g, ' ')
}

/** What a world was asked more than once, word for word. */
function askedAgain(world: World): readonly string[] {
  const asked = world.log.map(({ api, method, path, body }) => `${method} ${api}${path} ${body}`)
  return asked.filter((request, index) => asked.indexOf(request) !== index)
}

test('killed with -9 and resumed: what was answered is not asked again', async () => {
  const world = await scene.world()
  const more = ['--full-text', '--max-snowball-rounds', '1', '--max-reads', '6']
  const words = researchWorld(join(scene.folder, 'killed'), more, 'openalex,crossref,arxiv,pubmed').filter((word) => word !== '--quiet')
  const driven = scene.start(world, [...words, '--json'])
  const runId = await runIdOf(driven)
  const event = (type: string) => (line: string) => line.includes(`"type":"${type}"`)
  // Searches are done and nothing else is asked yet.
  await driven.line(event('DedupRequested'))
  driven.kill('SIGKILL')
  expect(await driven.ended).toMatchObject({ code: null, signal: 'SIGKILL' })
  const searches = world.log.length

  const again = scene.start(world, ['resume', runId, '--json'])
  await again.line(event('SnowballRequested'))
  expect(askedAgain(world)).toEqual([])
  await again.line(event('ReferencesFound'))
  again.kill('SIGKILL')
  await again.ended
  const beforeEnd = world.log.length
  expect(beforeEnd).toBeGreaterThan(searches)

  const out = join(scene.folder, 'killed')
  expect(await scene.run(world, ['resume', runId, '--out', out, '--quiet'])).toMatchObject({ code: 0, stdout: '', stderr: '' })
  // Only what was under way when the process died: a source answers four operations at once, each asks one question at a time.
  const bySource = Map.groupBy(askedAgain(world), (request) => request.split(' ')[1]?.split('/')[0])
  for (const requests of bySource.values()) expect(requests.length).toBeLessThanOrEqual(4)
  const operations = tracedOperations(await runFolder(out).events())
  expect(operations.filter(({ outcomes }) => outcomes.length !== 1)).toEqual([])
})
