import type { EventParser } from '../event-log.ts'
import { type ReadBack, readBack, refused } from '../read-back.ts'
import type { PlacedEvent } from './run-events.ts'

/** Types a placed event, or says why it must not be folded. The envelope of one that came by the broker is checked already. */
export function readPlaced<E>({ stored, candidate }: PlacedEvent, parse: EventParser<E>): ReadBack<E> {
  if (candidate === null) return readBack(stored, parse)
  const parsed = parse({ ...candidate.event, pos: stored.pos, hash: stored.hash })
  return parsed.ok ? { ok: true, event: parsed.event } : refused(stored, parsed.reason, parsed.detail)
}
