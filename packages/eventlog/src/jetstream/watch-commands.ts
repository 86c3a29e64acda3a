import { DeliverPolicy, jetstream } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { aggregateOf } from '@winnow/contracts/flow.ts'
import { z } from 'zod'
import { eventsStream } from './topology.ts'

/** What is needed to know that somebody spoke to a run. */
const command = z.object({ runId: z.string(), type: z.string() })
export type SeenCommand = Readonly<z.infer<typeof command>>

/** Short pulls: the watch is back within about two seconds after the broker was away. */
const pulls = { max_messages: 200, expires: 2_000, idle_heartbeat: 500 }

/**
 * Commands to runs from now on, as hints: they are not placed in their runs, some may be missed while the broker is away, and
 * what is no event is left out. Ends when `signal` is aborted; throws when the broker cannot be asked.
 */
export async function* watchCommands(nc: NatsConnection, signal: AbortSignal): AsyncGenerator<SeenCommand, void> {
  const consumer = await jetstream(nc).consumers.get(eventsStream, {
    filter_subjects: `research.*.*.${aggregateOf.gateway}`,
    deliver_policy: DeliverPolicy.New,
  })
  const messages = await consumer.consume(pulls)
  const stop = () => messages.stop()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    for await (const message of messages) {
      const seen = parsed(message.string())
      if (seen !== null) yield seen
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

function parsed(text: string): SeenCommand | null {
  try {
    return command.parse(JSON.parse(text))
  } catch {
    // Not an event: the archive tells of it (quarantine).
    return null
  }
}
