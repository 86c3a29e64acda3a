import { describe } from 'vitest'
import { workQueueBehaviour } from '../work-queue-suite.ts'
import { JetStreamWorkQueue } from './jetstream-work-queue.ts'
import { startWorkBroker } from './testing/work-broker.ts'

describe('behaviour', () => {
  workQueueBehaviour(async () => {
    const broker = await startWorkBroker(10_000)
    // Two connections: queues opened one after the other stand for two processes.
    const connections = [broker.nc, await broker.connect()] as const
    let opened = 0
    return {
      open: (retryDelay = () => 0) => new JetStreamWorkQueue(connections[opened++ % 2 === 0 ? 0 : 1], retryDelay),
      clear: broker.clear,
      close: broker.close,
    }
  })
})
