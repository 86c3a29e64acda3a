import { JetStreamApiCodes, JetStreamApiError, type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { reasonOf } from '../retry-policy.ts'
import { BrokerUnavailable } from './broker-unavailable.ts'
import { type Comparison, compareConsumer, compareStream } from './compare-config.ts'
import { consumerConfig, streamConfig } from './server-config.ts'
import type { Topology } from './topology.ts'

/** What was done about a stream or a consumer (`name`: "stream/consumer"). */
export interface SetupStep {
  readonly kind: 'stream' | 'consumer'
  readonly name: string
  readonly did: 'created' | 'updated' | 'kept'
}

/** `refused`: nothing at all was changed; the reasons are for a person. */
export type SetupResult =
  | { readonly kind: 'set-up'; readonly steps: readonly SetupStep[] }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }

interface Planned extends Omit<SetupStep, 'did'> {
  readonly comparison: Comparison | { readonly kind: 'create' }
  readonly apply: () => Promise<unknown>
}

/**
 * Makes the broker's streams and consumers as the topology says. What there is is kept, or updated where that loses
 * nothing; what would shrink, or become another stream, refuses the whole. Streams and consumers that the topology does not
 * name are left alone. Throws BrokerUnavailable when the server refuses a step; those before it are done.
 */
export async function setupNats(nc: NatsConnection, topology: Topology): Promise<SetupResult> {
  const manager = await jetstreamManager(nc, { checkAPI: false })
  const planned = [...(await plannedStreams(manager, topology)), ...(await plannedConsumers(manager, topology))]
  const reasons = [
    ...planned.flatMap(({ kind, name, comparison }) =>
      comparison.kind === 'refused' ? comparison.reasons.map((reason) => `${kind} ${name}: ${reason}`) : [],
    ),
    // A server alone takes such an update without a word, and could not go back.
    ...(nc.info?.cluster === undefined && topology.streams.some((stream) => stream.replicas > 1)
      ? ['more than one replica needs a cluster of servers, and this server stands alone']
      : []),
  ]
  if (reasons.length > 0) return { kind: 'refused', reasons }
  const steps: SetupStep[] = []
  for (const { kind, name, comparison, apply } of planned) {
    const did = didFor(comparison)
    if (did !== 'kept') await answered(`to make ${kind} ${name}`, apply())
    steps.push({ kind, name, did })
  }
  return { kind: 'set-up', steps }
}

function didFor(comparison: Planned['comparison']): SetupStep['did'] {
  switch (comparison.kind) {
    case 'create':
      return 'created'
    case 'update':
      return 'updated'
    case 'same':
    case 'refused':
      return 'kept'
  }
}

async function plannedStreams({ streams }: JetStreamManager, topology: Topology): Promise<Planned[]> {
  const planned: Planned[] = []
  for (const spec of topology.streams) {
    const wanted = streamConfig(spec)
    const is = await known(`to tell of stream ${spec.name}`, streams.info(spec.name))
    const common = { kind: 'stream', name: spec.name } as const
    if (is === null) planned.push({ ...common, comparison: { kind: 'create' }, apply: () => streams.add(wanted) })
    else
      planned.push({
        ...common,
        comparison: compareStream(is.config, wanted),
        apply: () => streams.update(spec.name, { ...is.config, ...wanted }),
      })
  }
  return planned
}

async function plannedConsumers({ consumers }: JetStreamManager, topology: Topology): Promise<Planned[]> {
  const planned: Planned[] = []
  for (const spec of topology.consumers) {
    const wanted = consumerConfig(spec)
    const is = await known(`to tell of consumer ${spec.stream}/${spec.name}`, consumers.info(spec.stream, spec.name))
    const common = { kind: 'consumer', name: `${spec.stream}/${spec.name}` } as const
    if (is === null) planned.push({ ...common, comparison: { kind: 'create' }, apply: () => consumers.add(spec.stream, wanted) })
    else
      planned.push({
        ...common,
        comparison: compareConsumer(is.config, wanted),
        apply: () => consumers.update(spec.stream, spec.name, { ...is.config, ...wanted }),
      })
  }
  return planned
}

const notThere: readonly number[] = [JetStreamApiCodes.StreamNotFound, JetStreamApiCodes.ConsumerNotFound]

/** Null for what there is not. */
async function known<T>(what: string, asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof JetStreamApiError && notThere.includes(error.code)) return null
    return await answered(what, Promise.reject(error))
  }
}

async function answered<T>(what: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw new BrokerUnavailable('refused', `The NATS server refused ${what}: ${reasonOf(error)}`, error)
  }
}
