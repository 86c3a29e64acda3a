import type { Recorded } from '@winnow/contracts/envelope.ts'
import { expect, test } from 'vitest'
import { facts, noted, sealed } from './behaviour/test-events.ts'
import { chainedText, chainHash, genesisHash, verifyChain } from './hash-chain.ts'

/** Envelopes with positions and right hashes, as a log makes them. */
function chained(envelopes: readonly Omit<Recorded, 'pos' | 'hash'>[]): Recorded[] {
  let hash = genesisHash
  return envelopes.map((envelope, index) => {
    hash = chainHash(hash, chainedText(envelope, index + 1))
    return { ...envelope, pos: index + 1, hash }
  })
}
const run = chained(facts(1, 4))
const changed = (index: number, change: Partial<Recorded>) => run.map((event, at) => (at === index ? { ...event, ...change } : event))

test('a chain is whole; its head is the last hash', () => {
  expect(verifyChain(run)).toEqual({ ok: true, head: run[3]?.hash })
  expect(verifyChain([])).toEqual({ ok: true, head: '0'.repeat(64) })
})

test('the chain is the sha256 of the hash before and the text with the position', () => {
  expect(chainedText({ ...sealed(noted, 1), hash: 'x' } as never, 7)).toMatch(
    /^\{"actor":.*"key":"Noted:1","pos":7,"runId":"run-1".*"workspaceId":"home"\}$/,
  )
  expect(chainedText({ ...sealed(noted, 1), hash: 'x' } as never, 7)).not.toContain('hash')
  // sha256 of "ab", so the two are joined without a separator.
  expect(chainHash('a', 'b')).toBe('fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603')
})

test.each([
  { name: 'an event is missing', events: run.toSpliced(1, 1), pos: 2, reason: 'pos' },
  { name: 'the first is missing', events: run.slice(1), pos: 1, reason: 'pos' },
  { name: 'one is there twice', events: run.toSpliced(1, 0, ...run.slice(0, 1)), pos: 2, reason: 'pos' },
  { name: 'two have changed places', events: [run[1], run[0]].filter((event) => event !== undefined), pos: 1, reason: 'pos' },
  { name: 'another run', events: changed(2, { runId: 'run-2' }), pos: 3, reason: 'run' },
  { name: 'another workspace', events: changed(1, { workspaceId: 'away' }), pos: 2, reason: 'workspace' },
  { name: 'another id', events: changed(3, { id: run[0]?.id ?? '' }), pos: 4, reason: 'id' },
  { name: 'another key', events: changed(3, { key: 'Noted:5' }), pos: 4, reason: 'id' },
  { name: 'a key that is none', events: changed(0, { key: 'a\ud83d' }), pos: 1, reason: 'id' },
  { name: 'other data', events: changed(1, { data: { n: 3 } }), pos: 2, reason: 'hash' },
  { name: 'another time', events: changed(0, { at: '2026-11-30T10:00:00.001Z' }), pos: 1, reason: 'hash' },
  { name: 'a member more', events: changed(2, { extra: 1 } as never), pos: 3, reason: 'hash' },
  { name: 'another hash', events: changed(3, { hash: genesisHash }), pos: 4, reason: 'hash' },
])('notices: $name', ({ events, pos, reason }) => {
  expect(verifyChain(events)).toEqual({ ok: false, pos, reason })
})

test('an event that was changed with its own hash breaks the chain at the next', () => {
  const forged = { ...run[1], data: { n: 99 } } as Recorded
  const hash = chainHash(run[0]?.hash ?? '', chainedText(forged, 2))
  expect(verifyChain(changed(1, { data: { n: 99 }, hash }))).toEqual({ ok: false, pos: 3, reason: 'hash' })
})
