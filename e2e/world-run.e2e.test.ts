import { join } from 'node:path'
import type { World } from '@winnow/testkit/world/start-world.ts'
import { normaliseTitle } from '@winnow/text/normalise.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answered, tracedOperations } from './support/operations.ts'
import { expectPrismaOf } from './support/prisma-check.ts'
import { runFolder } from './support/run-folder.ts'
import { researchWorld, setWorldScene, type WorldScene, worldSources } from './support/world-scene.ts'

let scene: WorldScene

beforeAll(async () => {
  scene = await setWorldScene()
})
afterAll(() => scene.end())

/** A run to its end; its files. */
async function research(name: string, world: World, more: readonly string[]) {
  const out = join(scene.folder, name)
  expect(await scene.run(world, researchWorld(out, more))).toMatchObject({ code: 0, stdout: '', stderr: '' })
  return runFolder(out)
}

test('the whole loop over five sources: snowballing finds works that searches do not, and every number holds', async () => {
  const world = await scene.world()
  const [snowballed, searched] = await Promise.all([
    research('snowballed', world, ['--max-snowball-rounds', '1']),
    research('searched', await scene.world(), ['--max-snowball-rounds', '0']),
  ])
  const events = await snowballed.events()
  const operations = tracedOperations(events)

  // Every operation ended once, every source was asked and answered, and nobody was asked without saying who asks.
  expect(operations.filter(({ outcomes }) => outcomes.length !== 1)).toEqual([])
  for (const source of worldSources.split(','))
    expect(operations.filter((operation) => operation.source === source && answered(operation)).length).toBeGreaterThan(0)
  const failed = operations.filter((operation) => !answered(operation))
  expect(failed.filter(({ reason = '' }) => !/does not have this work|surely this work/.test(reason))).toEqual([])
  for (const { api, path, userAgent } of world.log)
    expect([api, `${path} ${userAgent}`]).toEqual([api, expect.stringContaining('check@example.org')])

  // What references brought is more than what searches brought, and some of it is of use.
  const titles = async (run: typeof searched) =>
    new Map((await run.documents()).map((document) => [normaliseTitle(document.title), document]))
  const [all, bySearch] = [await titles(snowballed), await titles(searched)]
  const only = [...all].filter(([title]) => !bySearch.has(title)).map(([, document]) => document)
  expect([...bySearch.keys()].filter((title) => !all.has(title))).toEqual([])
  expect(only.length).toBeGreaterThanOrEqual(3)
  expect(only.some(({ status }) => status === 'cited' || status === 'read')).toBe(true)

  // Records are works of the world, and one work is one document, whatever each source makes of it.
  const known = new Set(world.works.map(({ record }) => normaliseTitle(record.title)))
  expect([...all.keys()].filter((title) => !known.has(title))).toEqual([])
  expect(all.size).toBe((await snowballed.documents()).length)

  for (const run of [snowballed, searched]) expectPrismaOf(await run.events(), await run.text('report.md'))
})
