import { expect, test } from 'vitest'
import type { LogUnderTest } from '../behaviour-suite.ts'
import { noVersion, UpgradeNeeded } from '../event-log.ts'
import { verifyChain } from '../hash-chain.ts'
import {
  asked,
  collect,
  collectFirst,
  decided,
  facts,
  keysIn,
  newerParser,
  noted,
  notedNewer,
  numberIn,
  rumoured,
  sealed,
} from './test-events.ts'

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

/** What reading promises: order, resuming, the live tail, and that nothing unparsed is folded. */
export function readingBehaviour(open: LogUnderTest['open']): void {
  test('a run without events is empty', async () => {
    expect(await collect(open().read('run-1'))).toEqual([])
    expect(await collect(open().archive('run-1'))).toEqual([])
  })

  test.each([
    { after: 0, read: [1, 2, 3, 4] },
    { after: 2, read: [3, 4] },
    { after: 4, read: [] },
    { after: 9, read: [] },
    { after: 1, limit: 2, read: [2, 3] },
    { after: 0, limit: 0, read: [] },
    { after: 3, limit: 5, read: [4] },
  ])('read after $after, limit $limit', async ({ read, ...options }) => {
    const log = open()
    await log.append(facts(1, 4))
    await log.append(facts(1, 2, { runId: 'run-2' }))
    expect((await collect(log.read('run-1', options))).map(numberIn)).toEqual(read)
  })

  test('a long run is read whole and in order', async () => {
    const log = open()
    for (const from of [1, 151, 301]) await log.append(facts(from, from + 149))
    expect((await collect(log.read('run-1'))).map((event) => event.pos)).toEqual(upTo(450))
    expect((await collect(log.read('run-1', { limit: 401 }))).length).toBe(401)
    expect(await collect(log.archive('run-1'))).toHaveLength(450)
    expect((await collect(log.readAll())).map(({ event }) => event.pos)).toEqual(upTo(450))
  })

  test('readAll gives all runs in the order of appending, from a sequence on and by type', async () => {
    const log = open()
    await log.append([sealed(noted, 1), sealed(noted, 2)])
    await log.append([sealed(asked, 3, { runId: 'run-2' })])
    await log.append([sealed(decided, 4)], noVersion)
    const all = await collect(log.readAll())
    expect(all.map(({ event }) => numberIn(event))).toEqual([1, 2, 3, 4])
    expect((await collect(log.readAll({ after: all[1]?.seq ?? 0 }))).map(({ event }) => numberIn(event))).toEqual([3, 4])
    expect((await collect(log.readAll({ types: ['Noted', 'Decided'] }))).map(({ event }) => numberIn(event))).toEqual([1, 2, 4])
  })

  test('follow gives what is there and what comes, of its run alone', async () => {
    const log = open()
    await log.append(facts(1, 2))
    const { promise: caughtUp, resolve } = Promise.withResolvers<void>()
    const following = collectFirst(4, async function* (signal) {
      for await (const event of log.follow('run-1', { signal })) {
        if (event.pos === 2) resolve()
        yield event
      }
    })
    await caughtUp
    await log.append(facts(9, 9, { runId: 'run-2' }))
    await open().append(facts(3, 4))
    expect((await following).map(numberIn)).toEqual([1, 2, 3, 4])
  })

  test('follow resumes after a position', async () => {
    const log = open()
    await log.append(facts(1, 3))
    expect((await collectFirst(2, (signal) => log.follow('run-1', { after: 1, signal }))).map(numberIn)).toEqual([2, 3])
  })

  test('follow misses nothing and gives nothing twice while others append', async () => {
    const writers = [open(), open()]
    const following = [open(), open()].map((log) => collectFirst(120, (signal) => log.follow('run-1', { signal })))
    await Promise.all(
      writers.map(async (log, writer) => {
        for (let n = 0; n < 20; n++) await log.append(facts(writer * 1000 + n * 3, writer * 1000 + n * 3 + 2))
      }),
    )
    for (const events of await Promise.all(following)) expect(events.map((event) => event.pos)).toEqual(upTo(120))
  })

  test('follow ends when it is aborted, also while it waits', async () => {
    const stop = new AbortController()
    const following = collect(open().follow('run-1', { signal: stop.signal }))
    stop.abort()
    expect(await following).toEqual([])
  })

  test('followAll gives all runs in their order, by type and from a sequence on', async () => {
    const log = open()
    await log.append(facts(1, 2))
    const [first] = await collect(log.readAll())
    const following = collectFirst(3, (signal) => log.followAll({ after: first?.seq ?? 0, types: ['Noted'], signal }))
    await log.append([sealed(asked, 7)])
    await log.append(facts(3, 4, { runId: 'run-2' }))
    expect((await following).map(({ event }) => `${event.runId} ${numberIn(event)}`)).toEqual(['run-1 2', 'run-2 3', 'run-2 4'])
  })

  test('a reader beside concurrent writers sees every position, never one before the one below it', async () => {
    const writers = [open(), open(), open()]
    const log = open()
    let writing = true
    const written = Promise.all(
      writers.map(async (writer, index) => {
        for (let n = 0; n < 15; n++) await writer.append(facts(index * 1000 + n * 2, index * 1000 + n * 2 + 1))
      }),
    ).finally(() => {
      writing = false
    })
    let seen = 0
    while (writing) {
      const positions = (await collect(log.read('run-1', { after: seen }))).map((event) => event.pos)
      expect(positions).toEqual(positions.map((_, index) => seen + index + 1))
      seen += positions.length
    }
    await written
    const all = await collect(log.read('run-1'))
    expect(all.map((event) => event.pos)).toEqual(upTo(90))
    expect(verifyChain(all).ok).toBe(true)
  })

  test('an event of an unknown type is quarantined and left out; the archive still has it', async () => {
    const log = open()
    await open(newerParser).append([sealed(noted, 1), sealed(rumoured, 2), sealed(noted, 3)])
    expect(await keysIn(log)).toEqual(['Noted:1', 'Noted:3'])
    expect(await log.quarantined('run-1')).toEqual([{ runId: 'run-1', pos: 2, reason: 'unknown-type', detail: 'Rumoured' }])
    expect((await collect(log.readAll())).map(({ event }) => event.key)).toEqual(['Noted:1', 'Noted:3'])
    expect((await collectFirst(2, (signal) => log.follow('run-1', { signal }))).map((event) => event.pos)).toEqual([1, 3])
    expect((await collect(log.read('run-1', { after: 1, limit: 1 }))).map((event) => event.pos)).toEqual([3])
    expect(verifyChain(await collect(log.archive('run-1'))).ok).toBe(true)
  })

  test('an event of a newer version stops the reading of its run, not that of the whole log', async () => {
    const log = open()
    await open(newerParser).append([sealed(noted, 1), sealed(notedNewer, 2)])
    await log.append(facts(3, 3, { runId: 'run-2' }))
    const read: number[] = []
    const reading = async () => {
      for await (const event of log.read('run-1')) read.push(numberIn(event))
    }
    await expect(reading()).rejects.toThrow(UpgradeNeeded)
    expect(read).toEqual([1])
    await expect(collect(log.follow('run-1', { signal: new AbortController().signal }))).rejects.toMatchObject({ runId: 'run-1', pos: 2 })
    expect((await collect(log.readAll())).map(({ event }) => numberIn(event))).toEqual([1, 3])
    expect(await log.quarantined('run-1')).toEqual([{ runId: 'run-1', pos: 2, reason: 'newer-version', detail: 'Noted 2' }])
  })

  test('what was quarantined is read again once it parses', async () => {
    const [older, newer] = [open(), open(newerParser)]
    await newer.append([sealed(noted, 1), sealed(rumoured, 2)])
    expect(await older.quarantined('run-1')).toHaveLength(1)
    expect(await keysIn(newer)).toEqual(['Noted:1', 'Rumoured:2'])
    expect(await newer.quarantined('run-1')).toEqual([])
  })
}
