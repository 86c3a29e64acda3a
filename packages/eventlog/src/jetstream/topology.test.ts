import { workers } from '@winnow/contracts/flow.ts'
import { describe, expect, test } from 'vitest'
import { maxDeliveries } from '../retry-policy.ts'
import { consumerConfig, streamConfig } from './server-config.ts'
import { topology, workingEveryMs } from './topology.ts'

const sources = ['library', 'openalex'] as const
const { streams, consumers } = topology({ sources, replicas: 3 })
const server = (name: string) => streams.filter((stream) => stream.name === name).map(streamConfig)[0]
const nanos = (seconds: number) => seconds * 1_000_000_000

describe('streams, in the words of the server (design §4)', () => {
  test('EVENTS: for ever, nothing deleted, an hour of duplicates, 1 MB', () => {
    expect(server('EVENTS')).toEqual({
      name: 'EVENTS',
      description: 'The events of all runs, kept for ever',
      subjects: ['research.>'],
      retention: 'limits',
      storage: 'file',
      num_replicas: 3,
      discard: 'old',
      discard_new_per_subject: false,
      max_msgs: -1,
      max_bytes: -1,
      max_msgs_per_subject: -1,
      max_msg_size: 1_048_576,
      max_age: 0,
      duplicate_window: nanos(3600),
      deny_delete: true,
      allow_direct: true,
    })
  })

  test('WORK: an item once, gone when it is done, offered again at once', () => {
    expect(server('WORK')).toEqual({
      name: 'WORK',
      description: 'Work on its way to the services; can be made again from the events',
      subjects: ['work.>'],
      retention: 'workqueue',
      storage: 'file',
      num_replicas: 3,
      discard: 'new',
      discard_new_per_subject: true,
      max_msgs: -1,
      max_bytes: -1,
      max_msgs_per_subject: 1,
      max_msg_size: 65_536,
      max_age: 0,
      duplicate_window: nanos(0.1),
      deny_delete: false,
      allow_direct: true,
    })
  })

  test('ADVISORIES: of work alone, 30 days', () => {
    expect(server('ADVISORIES')).toMatchObject({
      subjects: ['$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.WORK.>'],
      retention: 'limits',
      max_age: nanos(30 * 24 * 3600),
      max_msg_size: -1,
      num_replicas: 3,
    })
  })

  test('there are no others', () => expect(streams.map(({ name }) => name)).toEqual(['EVENTS', 'WORK', 'ADVISORIES']))
})

describe('consumers', () => {
  test('one a service and lane, and the one of the advisories', () => {
    expect(consumers.map(({ stream, name, filter }) => `${stream} ${name} ${filter}`)).toEqual([
      'WORK planner-default work.planner.default.>',
      'WORK search-gateway-library work.search-gateway.library.>',
      'WORK search-gateway-openalex work.search-gateway.openalex.>',
      'WORK search-gateway-full-text work.search-gateway.full-text.>',
      'WORK dedup-default work.dedup.default.>',
      'WORK screener-default work.screener.default.>',
      'WORK reader-default work.reader.default.>',
      'WORK critic-default work.critic.default.>',
      'WORK writer-default work.writer.default.>',
      'WORK answerer-default work.answerer.default.>',
      'ADVISORIES conductor-max-deliveries ',
    ])
    for (const worker of workers) expect(consumers.some(({ name }) => name.startsWith(`${worker}-`))).toBe(true)
  })

  test('a lane waits 15 s for a sign of life, which comes every 5 s, and tries more often than we bury', () => {
    expect(workingEveryMs).toBe(5_000)
    const [lane] = consumers.map(consumerConfig)
    expect(lane).toEqual({
      durable_name: 'planner-default',
      description: 'Work of planner, lane default',
      filter_subject: 'work.planner.default.>',
      ack_policy: 'explicit',
      deliver_policy: 'all',
      ack_wait: nanos(15),
      max_deliver: 10,
      max_ack_pending: 64_000,
    })
    expect(lane?.max_deliver).toBeGreaterThan(maxDeliveries)
  })

  test('advisories come until they are told', () => {
    const last = consumers.map(consumerConfig).at(-1)
    expect(last).toMatchObject({ durable_name: 'conductor-max-deliveries', max_deliver: -1, ack_wait: nanos(15), max_ack_pending: 1_000 })
    expect(last).not.toHaveProperty('filter_subject')
  })
})
