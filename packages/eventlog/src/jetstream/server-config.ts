import type { ConsumerConfig, StreamConfig } from '@nats-io/jetstream'
import type { ConsumerSpec, StreamSpec } from './topology.ts'

const nanosPerMs = 1_000_000

/** What a stream is made with; also what a stream that there is should say. */
export type WantedStream = Pick<
  StreamConfig,
  | 'name'
  | 'description'
  | 'subjects'
  | 'retention'
  | 'storage'
  | 'num_replicas'
  | 'discard'
  | 'discard_new_per_subject'
  | 'max_msgs'
  | 'max_bytes'
  | 'max_msgs_per_subject'
  | 'max_msg_size'
  | 'max_age'
  | 'duplicate_window'
  | 'deny_delete'
  | 'allow_direct'
>

export type WantedConsumer = Pick<
  ConsumerConfig,
  'durable_name' | 'description' | 'filter_subject' | 'ack_policy' | 'deliver_policy' | 'ack_wait' | 'max_deliver' | 'max_ack_pending'
>

/** The server's words for a stream: all in files, times in ns. */
export function streamConfig(spec: StreamSpec): WantedStream {
  return {
    name: spec.name,
    description: spec.description,
    subjects: [...spec.subjects],
    retention: spec.retention,
    storage: 'file',
    num_replicas: spec.replicas,
    discard: spec.discard,
    discard_new_per_subject: spec.discardNewPerSubject,
    max_msgs: -1,
    max_bytes: -1,
    max_msgs_per_subject: spec.maxMsgsPerSubject,
    max_msg_size: spec.maxMsgSize,
    max_age: spec.maxAgeMs * nanosPerMs,
    duplicate_window: spec.duplicateWindowMs * nanosPerMs,
    deny_delete: spec.denyDelete,
    allow_direct: spec.allowDirect,
  }
}

/** The server's words for a durable pull consumer: every message, each acknowledged. */
export function consumerConfig(spec: ConsumerSpec): WantedConsumer {
  return {
    durable_name: spec.name,
    description: spec.description,
    ...(spec.filter === '' ? {} : { filter_subject: spec.filter }),
    ack_policy: 'explicit',
    deliver_policy: 'all',
    ack_wait: spec.ackWaitMs * nanosPerMs,
    max_deliver: spec.maxDeliver,
    max_ack_pending: spec.maxAckPending,
  }
}
