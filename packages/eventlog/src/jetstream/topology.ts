import { lanesOf, type Service, workers } from '@winnow/contracts/flow.ts'
import { maxDeliveries } from '../retry-policy.ts'
import { consumerName, laneSubjects } from './work-subject.ts'

export const eventsStream = 'EVENTS'
export const workStream = 'WORK'
export const advisoriesStream = 'ADVISORIES'

/** The consumer through which the conductor learns of items that were delivered too often. */
export const advisoriesConsumer = 'conductor-max-deliveries'

/** Times in ms, sizes in bytes. Only what nats-server 2.9.10 knows (design §4). */
export interface StreamSpec {
  readonly name: string
  readonly description: string
  readonly subjects: readonly string[]
  readonly retention: 'limits' | 'workqueue'
  readonly replicas: number
  readonly discard: 'old' | 'new'
  readonly discardNewPerSubject: boolean
  /** −1: no limit. */
  readonly maxMsgsPerSubject: number
  /** −1: no limit. */
  readonly maxMsgSize: number
  /** 0: no limit. */
  readonly maxAgeMs: number
  readonly duplicateWindowMs: number
  readonly denyDelete: boolean
  readonly allowDirect: boolean
}

/** A durable pull consumer with explicit acks. */
export interface ConsumerSpec {
  readonly stream: string
  readonly name: string
  readonly description: string
  readonly filter: string
  readonly ackWaitMs: number
  /** −1: no limit. */
  readonly maxDeliver: number
  readonly maxAckPending: number
}

export interface Topology {
  readonly streams: readonly StreamSpec[]
  readonly consumers: readonly ConsumerSpec[]
}

export interface TopologyOptions {
  /** The names of all sources: lanes of the search gateway. */
  readonly sources: readonly string[]
  /** Copies of each stream: 1, or 3 in a cluster of three servers. */
  readonly replicas: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Who holds an item and says nothing for this long has died, and the item comes again (design §4). */
export const ackWaitMs = 15_000

/** How often who holds an item says so (design §4). */
export const workingEveryMs = ackWaitMs / 3

/**
 * The server stops delivering after this many. It is above `maxDeliveries`, after which a worker buries an item: so there
 * are five more tries to tell its end before only the advisory can.
 */
export const serverMaxDeliver = 2 * maxDeliveries

/** Items of a lane in work or waiting for their next delivery: 1,000 runs with a window of 64 each (design §4). */
const maxAckPending = 64_000

/** The streams and consumers of Winnow (design §4): pure data that follows from `flow`. */
export function topology({ sources, replicas }: TopologyOptions): Topology {
  const plain = {
    replicas,
    discard: 'old',
    discardNewPerSubject: false,
    maxMsgsPerSubject: -1,
    denyDelete: false,
    allowDirect: true,
  } as const
  return {
    streams: [
      {
        ...plain,
        name: eventsStream,
        description: 'The events of all runs, kept for ever',
        subjects: ['research.>'],
        retention: 'limits',
        maxMsgSize: 1024 * 1024,
        maxAgeMs: 0,
        duplicateWindowMs: hourMs,
        denyDelete: true,
      },
      {
        ...plain,
        name: workStream,
        description: 'Work on its way to the services; can be made again from the events',
        subjects: ['work.>'],
        retention: 'workqueue',
        discard: 'new',
        discardNewPerSubject: true,
        maxMsgsPerSubject: 1,
        maxMsgSize: 64 * 1024,
        maxAgeMs: 0,
        // Items have no message id; what is done may be offered again at once.
        duplicateWindowMs: 100,
      },
      {
        ...plain,
        name: advisoriesStream,
        description: 'Work that was delivered too often',
        subjects: [`$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.${workStream}.>`],
        retention: 'limits',
        maxMsgSize: -1,
        maxAgeMs: 30 * dayMs,
        duplicateWindowMs: 120_000,
      },
    ],
    consumers: [
      ...workers.flatMap((service) => lanesOf(service, sources).map((lane) => laneConsumer(service, lane))),
      {
        stream: advisoriesStream,
        name: advisoriesConsumer,
        description: 'The conductor records the end of work that was delivered too often',
        filter: '',
        ackWaitMs,
        maxDeliver: -1,
        maxAckPending: 1_000,
      },
    ],
  }
}

function laneConsumer(service: Service, lane: string): ConsumerSpec {
  return {
    stream: workStream,
    name: consumerName(service, lane),
    description: `Work of ${service}, lane ${lane}`,
    filter: laneSubjects(service, lane),
    ackWaitMs,
    maxDeliver: serverMaxDeliver,
    maxAckPending,
  }
}
