import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { archiveState } from '@winnow/eventlog/jetstream/archive-state.ts'
import { PostgresEventLog } from '@winnow/eventlog/postgres-event-log.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { Pool } from 'pg'

/** The log of a cluster as its database has it. Events come to it by the broker alone. */
class ArchiveLog extends PostgresEventLog<TypedEvent> {
  override async append(): Promise<never> {
    throw new UsageError(
      'this database belongs to a cluster (NATS): give runs and commands to its HTTP interface with --server URL --key K, or use another database (without NATS_URL and DATABASE_URL it is one of your own)',
    )
  }
}

/** The log in a database: one's own, or one that can only be read when it is the archive of a cluster. */
export async function logOf(pool: Pool, natsUrl: string | undefined): Promise<EventLog> {
  const archive = natsUrl !== undefined || (await archiveState(pool)).checkpoint !== null
  return archive ? new ArchiveLog(pool, parseEvent) : new PostgresEventLog(pool, parseEvent)
}
