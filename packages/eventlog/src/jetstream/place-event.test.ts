import { expect, test } from 'vitest'
import { noted, sealed } from '../behaviour/test-events.ts'
import { chainedText, chainHash, genesisHash } from '../hash-chain.ts'
import { placeEvent, type RunHead } from './place-event.ts'
import { type Candidate, readMessage } from './read-message.ts'

function candidate(): Candidate {
  const read = readMessage({ subject: 'research.home.run-1.search', payload: Buffer.from(JSON.stringify(sealed(noted, 1))) })
  if (!read.ok) throw new Error(read.refusal.detail)
  return read.candidate
}
const head: RunHead = { workspaceId: 'home', pos: 4, hash: 'a'.repeat(64) }
const placedAt = (pos: number, previous: string) => {
  const text = chainedText(sealed(noted, 1), pos)
  const hash = chainHash(previous, text)
  return {
    kind: 'placed',
    stored: { seq: 9, runId: 'run-1', pos, aggregate: 'search', workspaceId: 'home', hash, text },
    head: { workspaceId: 'home', pos, hash },
  }
}
const refused = (reason: string, detail: string) => ({ kind: 'refused', refusal: { reason, detail } })

test.each([
  { name: 'the first of a run', run: { head: null, deleted: false, known: false }, placement: placedAt(1, genesisHash) },
  { name: 'one that follows', run: { head, deleted: false, known: false }, placement: placedAt(5, head.hash) },
  { name: 'one that the run has', run: { head, deleted: false, known: true }, placement: { kind: 'duplicate' } },
  {
    name: 'one of another workspace than the run',
    run: { head: { ...head, workspaceId: 'away' }, deleted: false, known: false },
    placement: refused('other-workspace', 'the run belongs to away'),
  },
  {
    name: 'one that the run has, of another workspace',
    run: { head: { ...head, workspaceId: 'away' }, deleted: false, known: true },
    placement: refused('other-workspace', 'the run belongs to away'),
  },
  { name: 'one of a deleted run', run: { head: null, deleted: true, known: false }, placement: refused('run-deleted', 'Noted:1') },
])('$name', ({ run, placement }) => {
  expect(placeEvent(candidate(), run, 9)).toEqual(placement)
})
