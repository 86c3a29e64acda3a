import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { UpgradeNeeded } from '@winnow/eventlog/event-log.ts'
import { type Answer, says } from '@winnow/http/testing/answering-server.ts'
import { memoryLog, requested, tell } from '@winnow/testkit/recorded-run.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ReceivedRun } from './received-run.ts'
import { ServerFault } from './server-fault.ts'
import { type Asked, type FakeWinnow, type HeldRun, heldRun, problem, startFakeWinnow, streams } from './testing/fake-winnow.ts'
import { type TestClient, testClient } from './testing/test-client.ts'
import { receiveRun, watchRun } from './watch-run.ts'

let folder: string
let held: HeldRun
const opened: { server: FakeWinnow; own: TestClient }[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-watch-'))
  held = await heldRun(folder)
})
afterEach(async () => {
  for (const { server, own } of opened.splice(0)) {
    await own.close()
    await server.stop()
  }
})
afterAll(() => rm(folder, { recursive: true }))

async function scene(run: HeldRun, first: Partial<Record<Asked, readonly Answer[]>> = {}) {
  const server = await startFakeWinnow(run, first)
  const own = testClient(server.url)
  opened.push({ server, own })
  const told: string[] = []
  const calls: string[] = []
  const watch = async (received = new ReceivedRun(), resumed = false) => {
    await watchRun(
      own.client,
      run.runId,
      received,
      { onEvent: ({ type }, state) => void told.push(`${type} ${state.status}`), onModelCall: () => void calls.push('call') },
      { resumed, signal: own.signal, wait: own.wait, random: () => 0, onLost: () => undefined, onBack: () => undefined },
    )
    return received
  }
  return { server, ...own, told, watch, calls }
}

/** A run that was told so far. */
async function runOf(...events: readonly NewEvent[]): Promise<HeldRun> {
  const log = memoryLog()
  await tell(log, 'r-two', requested(), ...events)
  return { runId: 'r-two', events: await Array.fromAsync(log.archive('r-two')), blobs: held.blobs }
}
const paused = (cause: 'user' | 'provider', reason: string): NewEvent => ({ type: 'RunPaused', data: { commandId: reason, reason, cause } })
const stopped = (reason: string): NewEvent => ({ type: 'ProviderStopped', data: { workId: 'plan', stopId: reason, reason } })
const resumed: NewEvent = { type: 'RunResumed', data: { commandId: 'r', reason: 'go on' } }
const cancelled: NewEvent = { type: 'RunCancelled', data: { commandId: 'c', reason: 'enough' } }

describe('a run that ends', () => {
  test('is watched to its end, event by event', async () => {
    const { watch, told, server } = await scene(held)
    const received = await watch()
    expect(received.events).toEqual(held.events)
    expect(told.map((text) => text.split(' ')[0])).toEqual(held.events.map(({ type }) => type))
    expect(told.at(-1)).toBe('RunCompleted completed')
    expect(received.checked(server.url)).toMatchObject({ runId: 'r-one', state: { status: 'completed' } })
    expect(received.providerFailure).toBeNull()
  })

  test('is over with its last event: the rest of the stream is not waited for', async () => {
    const { watch, server } = await scene(held, { stream: [streams(held.events, 'stay')] })
    expect((await watch()).state.completed?.status).toBe('completed')
    expect(server.seen).toHaveLength(1)
  })

  test('goes on from what is known, which is not told again', async () => {
    const { watch, told, client, server } = await scene(held)
    const known = await receiveRun(
      { ...pick(client), events: async (runId, after) => ({ ...(await client.events(runId, after)), next: null }) },
      'r-one',
    )
    expect(known.last).toBe(10)
    expect((await watch(known)).events).toEqual(held.events)
    expect(told).toHaveLength(held.events.length - 10)
    expect(server.asked('stream')[0]?.headers['last-event-id']).toBe('10')
  })

  test('can be had as a whole', async () => {
    const { client } = await scene(held)
    expect((await receiveRun(client, 'r-one')).events).toEqual(held.events)
  })
})

const pick = (client: TestClient['client']) => ({ url: client.url, stream: client.stream.bind(client) })

describe('a run that is paused', () => {
  test.each<[string, readonly NewEvent[], string | null]>([
    ['by somebody', [paused('user', 'lunch')], null],
    ['by a failing provider', [stopped('the key is wrong')], 'the key is wrong'],
    ['by a failing provider, in the words of before', [paused('provider', 'the key is wrong')], 'the key is wrong'],
    ['by somebody after it went on', [stopped('the key is wrong'), resumed, paused('user', 'lunch')], null],
    ['by somebody after a provider failed', [stopped('the key is wrong'), paused('user', 'lunch')], null],
    ['by a provider after somebody', [paused('user', 'lunch'), stopped('the key is wrong')], 'the key is wrong'],
    ['and told more before that takes effect', [paused('user', 'lunch'), cancelled], null],
  ])('%s', async (_, events, message) => {
    const run = await runOf(...events)
    const { watch } = await scene(run, { stream: [streams(run.events, 'stay')] })
    const received = await watch()
    expect(received.state.status).toBe('paused')
    expect(received.events).toEqual(run.events)
    expect(received.providerFailure).toEqual(message === null ? null : { message })
  })

  test('is watched on when it goes on', async () => {
    const run = await runOf(stopped('the key is wrong'), resumed)
    const { watch, server } = await scene(run, { stream: [streams(run.events, 'end')] })
    await expect(watch()).rejects.toThrow(new ServerFault(`${server.url} says that run r-two has ended, but its log does not`))
  })

  test('is held by nobody once it goes on', async () => {
    const received = new ReceivedRun()
    for (const event of (await runOf(stopped('the key is wrong'), resumed)).events) received.take(event)
    expect([received.state.status, received.providerFailure]).toEqual(['running', null])
  })

  test('whether it goes on is asked until the server can say', async () => {
    const run = await runOf(paused('user', 'lunch'))
    const { watch, waits } = await scene(run, {
      stream: [streams(run.events, 'stay')],
      page: Array.from({ length: 10 }, () => problem(503, 'starting')),
    })
    expect((await watch()).state.status).toBe('paused')
    expect(waits.filter((ms) => ms !== 500 && ms !== 4000)).toEqual([1000, 2000, 1000, 1000, 2000, 2000])
  })

  test('a refusal to say ends it', async () => {
    const run = await runOf(paused('user', 'lunch'))
    const { watch } = await scene(run, { stream: [streams(run.events, 'stay')], page: [problem(404, 'deleted')] })
    await expect(watch()).rejects.toThrow('knows nothing of run r-two: deleted')
  })

  test('and was told to go on: the pauses of before end nothing', async () => {
    const run = await runOf(paused('user', 'lunch'), cancelled, resumed, paused('user', 'tea'))
    const known = new ReceivedRun()
    for (const event of run.events.slice(0, 2)) known.take(event)
    const { watch, told } = await scene(run, {
      stream: [streams(run.events.slice(2), 'stay')],
      // Its log may still end before the command that was given.
      page: [says(200, '{"events":[],"next":null}')],
    })
    expect((await watch(known, true)).state.pauseReason).toBe('tea')
    expect(told).toEqual(['RunCancelled paused', 'RunResumed running', 'RunPaused paused'])
  })
})

test('model calls are counted', async () => {
  const usage = modelRoles.slice(0, 2).map((role) => ({
    role,
    callId: role,
    stage: 'planning' as const,
    model: 'openai:m',
    outcome: 'ok' as const,
    inputTokens: 1,
    outputTokens: 1,
    cachedTokens: 0,
    costUsd: 0,
    ms: 1,
  }))
  const run = await runOf(paused('user', 'lunch'))
  const [first, second] = run.events
  const { watch, calls } = await scene({ ...run, events: [{ ...first, usage } as unknown as Recorded, second as Recorded] })
  await watch()
  expect(calls).toEqual(['call', 'call'])
})

describe('events that cannot be read here', () => {
  test('of a newer Winnow end it', async () => {
    const newer = held.events.map((event) =>
      event.pos === 3 ? { ...event, version: 99, actor: { ...event.actor, version: '99.0.0' } } : event,
    )
    const { watch } = await scene({ ...held, events: newer })
    await expect(watch()).rejects.toThrow(UpgradeNeeded)
  })

  test('of an unknown kind are quarantined, and kept', async () => {
    const unknown = held.events.map((event) => (event.pos === 3 ? { ...event, type: 'Rogue' } : event))
    const { watch, told } = await scene({ ...held, events: unknown })
    expect((await watch()).events).toEqual(unknown)
    expect(told).toHaveLength(held.events.length - 1)
  })
})

test('a chain that is broken is found', async () => {
  const changed = held.events.map((event) => (event.pos === 3 ? { ...event, at: '2020-01-01T00:00:00.000Z' } : event))
  const { watch, server } = await scene({ ...held, events: changed })
  const received = await watch()
  expect(() => received.checked(server.url)).toThrow(
    new ServerFault(`the log of the run that ${server.url} sent is broken at event 3 (hash)`),
  )
})

test('a run that there is not', async () => {
  const { client } = await scene(held, { page: [says(404)] })
  await expect(receiveRun(client, 'r-none')).rejects.toThrow('knows nothing of run r-none')
})
