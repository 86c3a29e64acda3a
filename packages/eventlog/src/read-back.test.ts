import { expect, test } from 'vitest'
import { knownParser, noted, notedNewer, rumoured, sealed } from './behaviour/test-events.ts'
import { chainedText, chainHash, genesisHash } from './hash-chain.ts'
import { rawEvent, readBack, type StoredEvent } from './read-back.ts'

function stored(envelope = sealed(noted, 1), change: Partial<StoredEvent> = {}): StoredEvent {
  const text = chainedText(envelope, 1)
  return { seq: 1, runId: 'run-1', pos: 1, aggregate: 'search', workspaceId: 'home', hash: chainHash(genesisHash, text), text, ...change }
}

test('what was stored comes back with position and hash', () => {
  const event = { ...sealed(noted, 1), pos: 1, hash: stored().hash }
  expect(readBack(stored(), knownParser)).toEqual({ ok: true, event })
  expect(rawEvent(stored())).toEqual(event)
})

const other = sealed(noted, 2)
test.each([
  { name: 'cut text', event: stored(undefined, { text: '{"actor":' }), reason: 'not-json', says: /JSON/ },
  { name: 'text that is no event', event: stored(undefined, { text: '[]' }), reason: 'invalid', says: /id/ },
  { name: 'text that is no object', event: stored(undefined, { text: 'null' }), reason: 'invalid', says: /expected object/ },
  { name: 'no position', event: stored(undefined, { text: JSON.stringify(sealed(noted, 1)) }), reason: 'invalid', says: /^pos: / },
  { name: 'another run', event: stored(undefined, { runId: 'run-2' }), reason: 'disagrees', says: 'runId: stored under run-2, says run-1' },
  { name: 'another position', event: stored(undefined, { pos: 2 }), reason: 'disagrees', says: 'pos: stored under 2, says 1' },
  { name: 'another aggregate', event: stored(undefined, { aggregate: 'run' }), reason: 'disagrees', says: 'aggregate: stored under run' },
  {
    name: 'another workspace',
    event: stored(undefined, { workspaceId: 'away' }),
    reason: 'disagrees',
    says: 'workspaceId: stored under away',
  },
  {
    name: 'an id of another key',
    event: stored({ ...other, key: 'Noted:1' }),
    reason: 'disagrees',
    says: `id: ${other.id} is not that of key Noted:1`,
  },
  { name: 'a key that is none', event: stored({ ...other, key: '\ud83d' }), reason: 'disagrees', says: /^id: / },
  { name: 'an unknown type', event: stored(sealed(rumoured, 1)), reason: 'unknown-type', says: 'Rumoured' },
  { name: 'a newer version', event: stored(sealed(notedNewer, 1)), reason: 'newer-version', says: 'Noted 2' },
  { name: 'data that does not fit', event: stored({ ...sealed(noted, 1), data: {} }), reason: 'invalid', says: /expected number/ },
])('$name is quarantined', ({ event, reason, says }) => {
  const read = readBack(event, knownParser)
  if (read.ok) throw new Error('was read')
  expect(read.quarantined).toMatchObject({ runId: event.runId, pos: event.pos, reason })
  expect(read.quarantined.detail).toMatch(says)
})

test('the detail of a quarantined event can be stored', () => {
  const read = readBack(stored(), () => ({ ok: false, reason: 'invalid', detail: 'a\0b\ud83d' }))
  expect(read).toMatchObject({ quarantined: { detail: 'a\ufffdb\ufffd' } })
})
