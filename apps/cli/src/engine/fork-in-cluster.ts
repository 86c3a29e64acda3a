import type { Actor } from '@winnow/contracts/envelope.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { BrokerUnavailable } from '@winnow/eventlog/jetstream/broker-unavailable.ts'
import { connectNats } from '@winnow/eventlog/jetstream/connect.ts'
import { JetStreamEventLog } from '@winnow/eventlog/jetstream/jetstream-event-log.ts'
import { forkRun, type NewFork } from '@winnow/runs/fork-run.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { Pool } from 'pg'

/**
 * Puts a fork into the log of a cluster, whose conductors go on with it. NATS_URL must be of an account that may publish for
 * every service: a fork's events are copies of theirs. Throws UsageError when the broker cannot be used.
 */
export async function forkInCluster(natsUrl: string, pool: Pool, parent: LoadedRun, fork: NewFork, actor: Actor, now: Date): Promise<void> {
  try {
    const nc = await connectNats({ url: natsUrl, name: 'winnow fork', waitForServer: false })
    const log = new JetStreamEventLog<TypedEvent>(nc, pool, parseEvent)
    try {
      await forkRun(log, parent, fork, actor, now)
    } finally {
      await log.close()
      await nc.close()
    }
  } catch (error) {
    if (error instanceof BrokerUnavailable) throw new UsageError(error.message)
    throw error
  }
}
