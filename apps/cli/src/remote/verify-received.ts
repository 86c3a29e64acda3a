import type { Recorded } from '@winnow/contracts/envelope.ts'
import { hasOwnId } from '@winnow/eventlog/event-id.ts'
import { chainedText, chainHash, genesisHash } from '@winnow/eventlog/hash-chain.ts'

/** What of a run's events is not as it was written, by the first position where it shows; null when all is well. */
export interface BrokenChain {
  readonly pos: number
  readonly reason: 'pos' | 'workspace' | 'id' | 'hash'
}

/**
 * Checks events as a server sent them against their hash chain. Positions may be missing (the server quarantines them): the
 * event after a hole is taken as it is, as its hash also covers what is not there.
 */
export function verifyReceived(events: readonly Recorded[]): BrokenChain | null {
  let previous = { pos: 0, hash: genesisHash, workspaceId: events[0]?.workspaceId }
  for (const event of events) {
    const broken = (reason: BrokenChain['reason']) => ({ pos: event.pos, reason })
    if (event.pos <= previous.pos) return broken('pos')
    if (event.workspaceId !== previous.workspaceId) return broken('workspace')
    if (!hasOwnId(event)) return broken('id')
    if (event.pos === previous.pos + 1 && event.hash !== chainHash(previous.hash, chainedText(event, event.pos))) return broken('hash')
    previous = event
  }
  return null
}
