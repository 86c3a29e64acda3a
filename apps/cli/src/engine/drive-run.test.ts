import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { appendCommands } from '@winnow/runs/append-command.ts'
import { foldRun } from '@winnow/runs/load-run.ts'
import type { ResearchWish } from '@winnow/runs/research-request.ts'
import { type MemoryStores, memoryStores } from '@winnow/runs/testing/memory-stores.ts'
import { wishFor } from '@winnow/runs/testing/wish.ts'
import { fails, replies, scriptedProvider } from '@winnow/testkit/scripted-provider.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stateHash } from '../output/bundle.ts'
import { driveInMemory, requestInMemory } from '../testing/memory-engine.ts'

let folder: string
let library: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-drive-'))
  library = join(folder, 'papers.jsonl')
  const papers = ['paging', 'recall', 'planning', 'forgetting'].map((id, index) => ({
    id,
    title: `Memory and ${id} in language agents`,
    authors: [`Okafor, Ada`],
    year: 2020 + index,
    abstract: `We study memory in agents by ${id}. Memory with ${id} helps agents recall earlier sessions on long tasks.`,
  }))
  await writeFile(library, papers.map((paper) => `${JSON.stringify(paper)}\n`).join(''))
})
afterAll(() => rm(folder, { recursive: true }))

const question = 'What helps memory in agents?'
const withModel = Object.fromEntries(modelRoles.map((role) => [role, role === 'judge' ? 'none' : 'openai:m'])) as ResearchWish['models']
const requested = async (parts: Partial<ResearchWish> = {}) => {
  const stores = memoryStores()
  await requestInMemory(stores, 'r-one', wishFor(question, parts), library)
  return stores
}
const typed = async ({ log }: MemoryStores) => Array.fromAsync(log.read('r-one'))
const resume: NewEvent = { type: 'RunResumed', data: { commandId: 'r', reason: 'fixed' } }
const resumed = async (stores: MemoryStores) =>
  appendCommands(
    stores.log,
    foldRun(await typed(stores)),
    [resume],
    { service: 'client', version: '0', instance: 't' },
    new Date('2026-07-01T10:00:00.000Z'),
  )

test('without a model a run comes to its end, the same at any time and interrupted anywhere', async () => {
  const stores = await requested()
  const { state, providerFailure } = await driveInMemory('r-one', stores)
  expect([state.completed?.status, providerFailure]).toEqual(['completed', null])
  expect(Object.keys(state.evidence).length).toBeGreaterThan(2)
  const types = ['PlanProposed', 'SearchesRequested', 'DocumentsRegistered', 'ReadingAllocated', 'EvidenceExtracted', 'ReportWritten']
  for (const type of types) {
    const cut = await requested()
    const interrupt = new AbortController()
    const stopped = await driveInMemory('r-one', cut, {
      signal: interrupt.signal,
      now: () => new Date('2031-01-01T00:00:00.000Z'),
      onEvent: (event) => {
        if (event.type === type) interrupt.abort()
      },
    })
    expect([type, stopped.state.completed, stopped.providerFailure]).toEqual([type, null, null])
    expect(stateHash(await driveInMemory('r-one', cut))).toBe(stateHash({ state }))
  }
})

test('a provider that refuses the first call pauses the run, once; it goes on when that is mended', async () => {
  const stores = await requested({ models: withModel })
  const refusing = scriptedProvider(() => fails('unauthorised', 'the key is wrong: set OPENAI_API_KEY'))
  const { state, providerFailure } = await driveInMemory('r-one', stores, { model: refusing.services })
  expect(providerFailure).toMatchObject({ kind: 'unauthorised', message: 'the key is wrong: set OPENAI_API_KEY' })
  expect([state.status, state.pauseReason, state.completed]).toEqual(['paused', 'the key is wrong: set OPENAI_API_KEY', null])
  expect((await typed(stores)).filter((event) => event.type === 'ProviderStopped')).toMatchObject([
    { aggregate: 'plan', actor: { service: 'planner' }, data: { workId: 'plan' } },
  ])
  await resumed(stores)
  const answering = scriptedProvider(() => replies('of no use'))
  const mended = await driveInMemory('r-one', stores, { model: answering.services })
  expect([mended.state.completed?.status, mended.providerFailure]).toEqual(['completed', null])
})

test('many calls that fail at once pause the run once', async () => {
  const stores = await requested({ models: { ...withModel, planner: 'none', intent: 'none', query: 'none', screener: 'none' } })
  const { promise: all, resolve: allAsked } = Promise.withResolvers<void>()
  const refusing = scriptedProvider(async (_, number) => {
    if (number === 4) allAsked()
    await all
    return fails('unknown-model')
  })
  const { state } = await driveInMemory('r-one', stores, { model: refusing.services })
  expect(state.status).toBe('paused')
  expect(refusing.asked).toHaveLength(4)
  expect((await typed(stores)).filter((event) => event.type === 'ProviderStopped')).toHaveLength(1)
})

test('a run that asks to degrade goes on to its end, every role named', async () => {
  const stores = await requested({ models: withModel, onProviderFailure: 'degrade' })
  const { state, providerFailure } = await driveInMemory('r-one', stores, { model: scriptedProvider(() => fails('unauthorised')).services })
  expect([state.completed?.status, providerFailure]).toEqual(['completed', null])
  const roles = new Set(Object.values(state.degraded).map(({ role }) => role))
  expect([...roles].sort()).toEqual(['critic', 'intent', 'planner', 'query', 'reader', 'screener', 'synthesizer', 'writer'])
})

test('a log that fails ends the drive, and the model calls under way with it', async () => {
  const stores = await requested({ models: withModel })
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
  const slow = scriptedProvider(({ signal }) => {
    isAsked()
    return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(fails('timeout')), { once: true }))
  })
  const follow = stores.log.follow.bind(stores.log)
  stores.log.follow = async function* (runId, options) {
    for await (const event of follow(runId, options)) {
      if (event.type === 'PlanningRequested') {
        yield event
        await asked
        throw new Error('the database went away')
      }
    }
  }
  await expect(driveInMemory('r-one', stores, { model: slow.services })).rejects.toThrow('the database went away')
  expect(slow.asked).toHaveLength(1)
})

test('progress is told of every event after those that were there', async () => {
  const stores = await requested()
  const told: number[] = []
  await driveInMemory('r-one', stores, { onEvent: (event) => void told.push(event.pos) })
  expect(told).toEqual((await typed(stores)).slice(2).map(({ pos }) => pos))
})
