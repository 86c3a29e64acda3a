import { jetstreamManager } from '@nats-io/jetstream'
import { startTestNats, type TestNats, type TestNatsOptions } from '@winnow/testkit/nats-server.ts'
import { connectNats, type NatsConnection } from '../connect.ts'
import { setupNats } from '../setup.ts'
import { type Topology, topology, workStream } from '../topology.ts'
import { consumerName, laneSubjects } from '../work-subject.ts'

/** The names of sources that tests know. */
export const testSources = ['library', 'openalex'] as const

/** The topology of two sources, with the lanes of the suite ("main" and "other") and another time to wait for acks. */
export function testTopology(ackWaitMs: number): Topology {
  const { streams, consumers } = topology({ sources: testSources, replicas: 1 })
  const [like] = consumers
  if (like === undefined) throw new Error('the topology has no consumers')
  const lanes = [
    ['reader', 'main'],
    ['reader', 'other'],
    ['screener', 'main'],
  ] as const
  const added = lanes.map(([service, lane]) => ({ ...like, name: consumerName(service, lane), filter: laneSubjects(service, lane) }))
  return { streams, consumers: [...consumers, ...added].map((consumer) => ({ ...consumer, ackWaitMs })) }
}

export interface WorkBroker {
  readonly server: TestNats
  /** Connections that are closed with the broker; the first is there from the start. */
  readonly connect: (user?: string) => Promise<NatsConnection>
  readonly nc: NatsConnection
  /** Makes what is missing of streams and consumers. */
  readonly setUp: () => Promise<void>
  /** Makes the work stream and its consumers anew, empty. */
  readonly clear: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The password of a user in tests. */
export const testPassword = (user: string): string => `p-${user}`

/** A nats-server of its own with the test topology; `admin`: who sets it up, where the configuration has users. */
export async function startWorkBroker(ackWaitMs: number, options: TestNatsOptions = {}, admin?: string): Promise<WorkBroker> {
  const server = await startTestNats(options)
  const connections: NatsConnection[] = []
  const connect = async (user?: string) => {
    const account = user === undefined ? {} : { user, password: testPassword(user) }
    const nc = await connectNats({ url: server.url, name: 'test', waitForServer: false, ...account })
    connections.push(nc)
    return nc
  }
  const nc = await connect(admin)
  const { streams } = await jetstreamManager(nc)
  const setUp = async () => {
    const result = await setupNats(nc, testTopology(ackWaitMs))
    if (result.kind === 'refused') throw new Error(result.reasons.join('; '))
  }
  await setUp()
  return {
    server,
    connect,
    nc,
    setUp,
    clear: async () => {
      const names = await streams.names().next()
      if (names.includes(workStream)) await streams.delete(workStream)
      await setUp()
    },
    close: async () => {
      await Promise.all(connections.map((connection) => connection.close()))
      await server.stop()
    },
  }
}
