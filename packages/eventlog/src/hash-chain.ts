import { hash } from 'node:crypto'
import type { Envelope, Recorded } from '@winnow/contracts/envelope.ts'
import { canonicalJson } from './canonical-json.ts'
import { hasOwnId } from './event-id.ts'

/** The hash before a run's first event. */
export const genesisHash = '0'.repeat(64)

export type ChainCheck =
  | { readonly ok: true; readonly head: string }
  | { readonly ok: false; readonly pos: number; readonly reason: 'pos' | 'run' | 'workspace' | 'id' | 'hash' }

/** The text of an event in the chain: the canonical JSON of its envelope and `pos`, without its hash. */
export function chainedText(event: Envelope, pos: number): string {
  return canonicalJson({ ...event, pos, hash: undefined })
}

/** hash of event n = sha256(hash of event n-1, in hex, followed by the text of event n), in hex. */
export function chainHash(previous: string, text: string): string {
  return hash('sha256', `${previous}${text}`, 'hex')
}

/**
 * Checks a whole run's events as stored, in order: `pos` 1…n, one run and workspace, every id that of run and key, every
 * hash that of its event and the one before. Gives the last hash (of no events: `genesisHash`), or the place of the first
 * event that is wrong (the place it should have) and in what.
 */
export function verifyChain(events: Iterable<Recorded>): ChainCheck {
  let head = genesisHash
  let pos = 0
  let first: Recorded | undefined
  for (const event of events) {
    pos += 1
    first ??= event
    if (event.pos !== pos) return { ok: false, pos, reason: 'pos' }
    if (event.runId !== first.runId) return { ok: false, pos, reason: 'run' }
    if (event.workspaceId !== first.workspaceId) return { ok: false, pos, reason: 'workspace' }
    if (!hasOwnId(event)) return { ok: false, pos, reason: 'id' }
    head = chainHash(head, chainedText(event, pos))
    if (event.hash !== head) return { ok: false, pos, reason: 'hash' }
  }
  return { ok: true, head }
}
