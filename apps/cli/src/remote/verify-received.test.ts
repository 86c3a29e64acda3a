import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Recorded } from '@winnow/contracts/envelope.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HeldRun, heldRun } from './testing/fake-winnow.ts'
import { verifyReceived } from './verify-received.ts'

let folder: string
let held: HeldRun
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-verify-'))
  held = await heldRun(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const changed = (pos: number, parts: Partial<Recorded>) => held.events.map((event) => (event.pos === pos ? { ...event, ...parts } : event))
const without = (...positions: readonly number[]) => held.events.filter(({ pos }) => !positions.includes(pos))

test.each<[string, () => readonly Recorded[]]>([
  ['all events', () => held.events],
  ['none', () => []],
  ['holes', () => without(1, 4, 5)],
  ['a beginning that is missing', () => held.events.slice(3)],
])('%s are sound', (_, events) => {
  expect(verifyReceived(events())).toBeNull()
})

test.each<[string, () => readonly Recorded[], NonNullable<ReturnType<typeof verifyReceived>>]>([
  ['changed data', () => changed(5, { data: { other: true } }), { pos: 5, reason: 'hash' }],
  ['another hash', () => changed(5, { hash: '0'.repeat(64) }), { pos: 5, reason: 'hash' }],
  ['the first event changed', () => changed(1, { at: '2020-01-01T00:00:00.000Z' }), { pos: 1, reason: 'hash' }],
  ['data changed after a hole', () => changed(7, { data: 1 }).filter(({ pos }) => pos !== 5), { pos: 7, reason: 'hash' }],
  ['another workspace', () => changed(5, { workspaceId: 'other' }), { pos: 5, reason: 'workspace' }],
  ['the key of another event', () => changed(5, { key: 'other' }), { pos: 5, reason: 'id' }],
  ['an event twice', () => [...held.events.slice(0, 5), ...held.events.slice(4)], { pos: 5, reason: 'pos' }],
  ['another order', () => [...held.events.slice(0, 5), ...held.events.slice(2)], { pos: 3, reason: 'pos' }],
])('%s is found', (_, events, broken) => {
  expect(verifyReceived(events())).toEqual(broken)
})
