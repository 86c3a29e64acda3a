import { readFileSync } from 'node:fs'
import { maxEventBytes } from '@winnow/contracts/envelope.ts'
import { expect, test } from 'vitest'
import type { LogUnderTest } from '../behaviour-suite.ts'
import { canonicalJson } from '../canonical-json.ts'
import { noVersion } from '../event-log.ts'
import { appendWithFaults } from '../faulty-log.ts'
import { verifyChain } from '../hash-chain.ts'
import { asked, collect, decided, facts, keysIn, noted, notedNewer, numberIn, rumoured, sealed } from './test-events.ts'

// Read, not imported: bundlers' JSON readers refuse the lone surrogates.
const textCase: { rows: { in: string }[] } = JSON.parse(readFileSync(new URL('../fixtures/pbr-033.json', import.meta.url), 'utf8'))

/** What `append` promises: idempotent keys, expected versions, refusals, retries after faults. */
export function appendBehaviour(open: LogUnderTest['open']): void {
  test('a key that the run has is not recorded again; the reply tells its own place', async () => {
    const log = open()
    const first = await log.append([sealed(noted, 1)])
    await log.append([sealed(noted, 2)])
    expect(first).toMatchObject({ kind: 'appended', recorded: 1 })
    expect(await log.append([sealed(noted, 1, { text: 'other data' })])).toEqual({ ...first, recorded: 0 })
    expect((await collect(log.read('run-1'))).map((event) => event.data)).toEqual([{ n: 1 }, { n: 2 }])
  })

  test('a key twice in one append is recorded once, and known ones among new ones are left out', async () => {
    const log = open()
    expect(await log.append([sealed(noted, 1), sealed(noted, 1), sealed(noted, 2)])).toMatchObject({ recorded: 2 })
    expect(await log.append([sealed(noted, 3), sealed(noted, 2), sealed(noted, 4)])).toMatchObject({ recorded: 2 })
    expect(await keysIn(log)).toEqual(['Noted:1', 'Noted:2', 'Noted:3', 'Noted:4'])
  })

  test('the same key in another run is another event', async () => {
    const log = open()
    await log.append([sealed(noted, 1)])
    expect(await log.append([sealed(noted, 1, { runId: 'run-2' })])).toMatchObject({ recorded: 1 })
    expect(await log.runs()).toEqual(['run-1', 'run-2'])
  })

  test('an event comes back as it went in, at position 1…n, with a hash chain', async () => {
    const log = open()
    const events = facts(1, 3)
    await log.append(events)
    const read = await collect(log.read('run-1'))
    expect(read.map(({ pos, hash: _, ...envelope }) => ({ pos, envelope }))).toEqual(
      events.map((envelope, index) => ({ pos: index + 1, envelope })),
    )
    expect(verifyChain(read)).toEqual({ ok: true, head: read[2]?.hash })
  })

  test('what happens to an event after its append does not reach the log', async () => {
    const log = open()
    const data = { n: 1 }
    await log.append([{ ...sealed(noted, 1), data }])
    data.n = 99
    const [read] = await collect(log.read('run-1'))
    expect(read?.data).toEqual({ n: 1 })
  })

  test.each([...textCase.rows.map((row) => row.in), '\u2028 \u05d0\u05d1\u05d2 \u202e', '"\\', '{"pos":1,', ''])(
    'PBR-033: text %j is stored as it is and chained',
    async (text) => {
      const log = open()
      await log.append([sealed(noted, 1, { text })])
      const read = await collect(log.read('run-1'))
      expect(read[0]?.data).toEqual({ n: 1, text })
      expect(verifyChain(read).ok).toBe(true)
    },
  )

  test('an ordered append needs the version where the aggregate stands', async () => {
    const log = open()
    expect(await log.version('run-1', 'run')).toBe(noVersion)
    const one = await log.append([sealed(decided, 1)], noVersion)
    expect(one.version).not.toBe(noVersion)
    expect(await log.version('run-1', 'run')).toBe(one.version)
    const two = await log.append([sealed(decided, 2)], one.version)
    expect(two).toMatchObject({ kind: 'appended', recorded: 1 })
    expect(await log.append([sealed(decided, 3)], one.version)).toEqual({ kind: 'conflict', version: two.version })
    expect(await log.append([sealed(decided, 3)], noVersion)).toEqual({ kind: 'conflict', version: two.version })
    expect(await keysIn(log)).toEqual(['Decided:1', 'Decided:2'])
  })

  test('a version is of one aggregate of one run: other appends do not disturb it', async () => {
    const log = open()
    const { version } = await log.append([sealed(decided, 1)], noVersion)
    await log.append(facts(1, 2))
    await log.append([sealed(decided, 1, { runId: 'run-2' })], noVersion)
    expect(await log.version('run-1', 'run')).toBe(version)
    expect(await log.append([sealed(decided, 2)], version)).toMatchObject({ kind: 'appended' })
    expect(await log.version('run-1', 'search')).not.toBe(noVersion)
    expect(await log.version('run-1', 'report')).toBe(noVersion)
  })

  test('a repeated append succeeds with its stale expectation, and its version lets later events be noticed', async () => {
    const log = open()
    const mine = await log.append([sealed(decided, 1)], noVersion)
    await log.append([sealed(decided, 2)], mine.version)
    const again = await log.append([sealed(decided, 1)], noVersion)
    expect(again).toEqual({ kind: 'appended', version: mine.version, recorded: 0 })
    expect((await log.append([sealed(decided, 3)], again.version)).kind).toBe('conflict')
  })

  test('of 20 who append at once with one expectation exactly one wins', async () => {
    const logs = [open(), open()]
    const racers = Array.from({ length: 20 }, (_, n) => logs[n % 2]?.append([sealed(decided, n)], noVersion))
    const results = await Promise.all(racers)
    const winners = results.filter((result) => result?.kind === 'appended')
    expect(winners).toHaveLength(1)
    expect(new Set(results.map((result) => result?.version))).toEqual(new Set([winners[0]?.version]))
    expect(await keysIn(open())).toHaveLength(1)
  })

  const refused = [
    { name: 'no event', events: [], says: /needs an event/ },
    { name: 'two runs', events: [sealed(noted, 1), sealed(noted, 2, { runId: 'run-2' })], says: /one run/ },
    { name: 'two aggregates', events: [sealed(noted, 1), sealed(asked, 2)], says: /one run/ },
    { name: 'two workspaces', events: [sealed(noted, 1), sealed(noted, 2, { workspaceId: 'away' })], says: /one run/ },
    { name: 'two ordered events', events: [sealed(decided, 1), sealed(decided, 2)], expected: noVersion, says: /one event, not 2/ },
    { name: 'ordered without expectation', events: [sealed(decided, 1)], says: /names the expected version/ },
    { name: 'unordered with expectation', events: [sealed(noted, 1)], expected: noVersion, says: /unordered/ },
    { name: 'an expectation that is no version', events: [sealed(decided, 1)], expected: '-1', says: /not a version/ },
    { name: 'an id that is not that of the key', events: [{ ...sealed(noted, 1), key: 'Noted:2' }], says: /is not that of run/ },
    { name: 'NUL in a key', events: [{ ...sealed(noted, 1), key: 'a\0b' }], says: /NUL or a lone surrogate/ },
    { name: 'a lone surrogate in a key', events: [{ ...sealed(noted, 1), key: 'a\ud83d' }], says: /NUL or a lone surrogate/ },
    { name: 'an unknown type', events: [sealed(rumoured, 1)], says: /unknown-type/ },
    { name: 'a newer version', events: [sealed(notedNewer, 1)], says: /newer-version/ },
    { name: 'data that does not parse', events: [{ ...sealed(noted, 1), data: { n: 'one' } }], says: /invalid/ },
    { name: 'an envelope that does not parse', events: [{ ...sealed(noted, 1), at: 'yesterday' }], says: /datetime/ },
    { name: 'a good event with a bad one', events: [sealed(noted, 1), { ...sealed(noted, 2), data: null }], says: /invalid/ },
  ]
  test.each(refused)('throws and stores nothing: $name', async ({ events, expected, says }) => {
    const log = open()
    await expect(log.append(events, expected)).rejects.toThrow(says)
    expect(await log.runs()).toEqual([])
  })

  test('throws for another workspace than the run has', async () => {
    const log = open()
    await log.append([sealed(noted, 1)])
    await expect(log.append([sealed(noted, 2, { workspaceId: 'away' })])).rejects.toThrow(/belongs to workspace home/)
    expect(await keysIn(log)).toEqual(['Noted:1'])
  })

  test('an event of maxEventBytes is taken, one byte more is not', async () => {
    const log = open()
    const empty = Buffer.byteLength(canonicalJson(sealed(noted, 1, { text: '' })))
    const fitting = 'é'.repeat(50) + 'x'.repeat(maxEventBytes - empty - 100)
    await expect(log.append([sealed(noted, 1, { text: `${fitting}x` })])).rejects.toThrow(`${maxEventBytes + 1} bytes`)
    expect(await log.append([sealed(noted, 1, { text: fitting })])).toMatchObject({ recorded: 1 })
  })

  test.each([0, 1, 2, 3])('an append that stored %i of 3 events and threw is completed by its retry', async (stored) => {
    const log = open()
    const append = appendWithFaults(log, [{ kind: 'prefix', stored }])
    await expect(append(facts(1, 3))).rejects.toThrow('injected')
    expect(await append(facts(1, 3))).toMatchObject({ kind: 'appended', recorded: 3 - stored })
    expect((await collect(log.read('run-1'))).map(numberIn)).toEqual([1, 2, 3])
  })

  test('an ordered append whose reply was lost is repeated with the same expectation and wins', async () => {
    const log = open()
    const append = appendWithFaults(log, [{ kind: 'reply-lost' }])
    await expect(append([sealed(decided, 1)], noVersion)).rejects.toThrow('injected')
    expect(await append([sealed(decided, 1)], noVersion)).toMatchObject({ kind: 'appended', recorded: 0 })
    expect(await keysIn(log)).toEqual(['Decided:1'])
  })
}
