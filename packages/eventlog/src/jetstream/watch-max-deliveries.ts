import { jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { z } from 'zod'
import { startConsumer } from '../competing-consumer.ts'
import type { Handled, RetryDelay } from '../retry-policy.ts'
import { Wakeups } from '../wakeups.ts'
import type { Worker, WorkOptions } from '../work-queue.ts'
import { type JetStreamClaim, JetStreamDeliveries } from './jetstream-deliveries.ts'
import { advisoriesConsumer, advisoriesStream, workingEveryMs, workStream } from './topology.ts'
import { readWorkMessage } from './work-message.ts'

const advisory = z.object({
  stream: z.literal(workStream),
  stream_seq: z.number().int().positive(),
  deliveries: z.number().int().positive(),
})
type Advisory = z.infer<typeof advisory>

export interface WatchOptions extends Pick<WorkOptions, 'onDead' | 'onError'> {
  readonly nc: NatsConnection
  readonly retryDelay: RetryDelay
}

/** Advisories are few and seldom. */
const concurrency = 1

/**
 * Ends items that the server stopped delivering because none of its deliveries was finished, not even the burial (see
 * `serverMaxDeliver`): calls `onDead` and takes the item off the queue, so that it may be offered again. When `onDead`
 * throws, the advisory comes again. An item that is gone meanwhile is passed over. For the conductor.
 */
export function watchMaxDeliveries({ nc, retryDelay, onDead, onError }: WatchOptions): Worker {
  const source = new JetStreamDeliveries(nc, advisoriesStream, advisoriesConsumer, ({ data }) => readAdvisory(data), onError)
  return startConsumer<Advisory, JetStreamClaim<Advisory>>(source, new Wakeups().subscribe(null), deadAlready, {
    concurrency,
    retryDelay,
    extendEveryMs: workingEveryMs,
    onError,
    onDead: (dead) => bury(nc, dead, onDead),
  })
}

/** An advisory is no work that could be done: it tells of an end, which `onDead` records, as often as it takes. */
const deadAlready = async (): Promise<Handled> => ({ kind: 'failed', retryable: false, reason: 'delivered too often' })

function readAdvisory(data: Uint8Array): Advisory {
  return advisory.parse(JSON.parse(new TextDecoder().decode(data)))
}

async function bury(nc: NatsConnection, dead: Advisory, onDead: WorkOptions['onDead']): Promise<void> {
  const { streams } = await jetstreamManager(nc, { checkAPI: false })
  const message = await streams.getMessage(workStream, { seq: dead.stream_seq })
  if (message === null) return
  await onDead(readWorkMessage(message), `none of ${dead.deliveries} deliveries was finished`, dead.deliveries)
  await streams.deleteMessage(workStream, dead.stream_seq)
}
