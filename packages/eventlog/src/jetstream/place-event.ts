import { chainHash, genesisHash } from '../hash-chain.ts'
import type { StoredEvent } from '../read-back.ts'
import type { Candidate, Refusal } from './read-message.ts'

/** Where a run stands: its workspace, and position and hash of its last event. */
export interface RunHead {
  readonly workspaceId: string
  readonly pos: number
  readonly hash: string
}

/** What is known of the candidate's run. `head` is null before its first event; `known`: it has an event of that id. */
export interface RunSoFar {
  readonly head: RunHead | null
  readonly deleted: boolean
  readonly known: boolean
}

export type Placement =
  | { readonly kind: 'placed'; readonly stored: StoredEvent; readonly head: RunHead }
  /** The first event of an id wins; what comes again is no event. */
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/**
 * Gives a candidate its place in its run: the position after the last, and the hash over it. A run's first event decides
 * whose run it is. `seq` is the event's sequence in the whole log. Pure: the archiver and all readers of the stream place
 * by this alone, so they always agree.
 */
export function placeEvent({ event, text }: Candidate, { head, deleted, known }: RunSoFar, seq: number): Placement {
  if (deleted) return { kind: 'refused', refusal: { reason: 'run-deleted', detail: event.key } }
  if (head !== null && head.workspaceId !== event.workspaceId) {
    return { kind: 'refused', refusal: { reason: 'other-workspace', detail: `the run belongs to ${head.workspaceId}` } }
  }
  if (known) return { kind: 'duplicate' }
  const { runId, workspaceId, aggregate } = event
  const pos = (head?.pos ?? 0) + 1
  const chained = `${text.before}${pos}${text.after}`
  const hash = chainHash(head?.hash ?? genesisHash, chained)
  return { kind: 'placed', stored: { seq, runId, pos, aggregate, workspaceId, hash, text: chained }, head: { workspaceId, pos, hash } }
}
