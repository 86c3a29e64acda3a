import type { Recorded } from '@winnow/contracts/envelope.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import { PostgresEventLog } from '@winnow/eventlog/postgres-event-log.ts'
import type { Pool } from 'pg'

/**
 * The archive with its events as they were recorded, neither upcast nor cut to the schema of their data, but without those that
 * must not be folded.
 */
export function storedEvents(pool: Pool): PostgresEventLog<Recorded> {
  return new PostgresEventLog<Recorded>(pool, (event) => {
    const parsed = parseEvent(event)
    return parsed.ok ? { ok: true, event } : parsed
  })
}
