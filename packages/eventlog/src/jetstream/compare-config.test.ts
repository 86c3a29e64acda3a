import { describe, expect, test } from 'vitest'
import { compareConsumer, compareStream } from './compare-config.ts'
import { consumerConfig, streamConfig, type WantedConsumer, type WantedStream } from './server-config.ts'
import { topology } from './topology.ts'

const wanted = topology({ sources: ['library'], replicas: 3 })
const [events, work] = wanted.streams.map(streamConfig) as [WantedStream, WantedStream]
const [lane] = wanted.consumers.map(consumerConfig) as [WantedConsumer]

const refused = (...reasons: string[]) => ({ kind: 'refused', reasons })
const same = { kind: 'same' }
const update = { kind: 'update' }

describe('a stream that there is', () => {
  const { discard_new_per_subject: _, ...withoutFalse } = events
  test.each<{ name: string; is: Partial<WantedStream>; verdict: object }>([
    { name: 'as wanted', is: events, verdict: same },
    { name: 'with what is false left out', is: withoutFalse, verdict: same },
    { name: 'with more that the server says', is: { ...events, ...{ max_consumers: -1, sealed: false } }, verdict: same },
    { name: 'with another description', is: { ...events, description: 'old' }, verdict: update },
    { name: 'without description', is: { ...events, description: '' }, verdict: update },
    { name: 'with fewer replicas', is: { ...events, num_replicas: 1 }, verdict: update },
    { name: 'with more replicas', is: { ...events, num_replicas: 5 }, verdict: refused('num_replicas would fall from 5 to 3') },
    { name: 'with a limit of messages', is: { ...events, max_msgs: 10 }, verdict: update },
    { name: 'with a limit of bytes', is: { ...events, max_bytes: 10 }, verdict: update },
    { name: 'with a limit of age', is: { ...events, max_age: 10 }, verdict: update },
    { name: 'with smaller messages', is: { ...events, max_msg_size: 1_048_575 }, verdict: update },
    {
      name: 'with larger messages',
      is: { ...events, max_msg_size: 1_048_577 },
      verdict: refused('max_msg_size would fall from 1048577 to 1048576'),
    },
    {
      name: 'with messages of any size',
      is: { ...events, max_msg_size: -1 },
      verdict: refused('max_msg_size would fall from no limit to 1048576'),
    },
    { name: 'with a shorter window', is: { ...events, duplicate_window: 1 }, verdict: update },
    {
      name: 'with a longer window',
      is: { ...events, duplicate_window: 7_200_000_000_000 },
      verdict: refused('duplicate_window would fall from 7200000000000 to 3600000000000'),
    },
    { name: 'with deletion allowed', is: { ...events, deny_delete: false }, verdict: update },
    { name: 'without direct get', is: { ...events, allow_direct: false }, verdict: update },
    { name: 'that refuses new ones', is: { ...events, discard: 'new' }, verdict: update },
    {
      name: 'with other subjects and retention',
      is: { ...events, subjects: ['other.>'], retention: 'interest' },
      verdict: refused('subjects would change from ["other.>"] to ["research.>"]', 'retention would change from "interest" to "limits"'),
    },
    {
      name: 'with one more subject',
      is: { ...events, subjects: ['research.>', 'more'] },
      verdict: refused('subjects would change from ["research.>","more"] to ["research.>"]'),
    },
    { name: 'in memory', is: { ...events, storage: 'memory' }, verdict: refused('storage would change from "memory" to "file"') },
  ])('$name', ({ is, verdict }) => {
    expect(compareStream(is, events)).toEqual(verdict)
  })

  test('a work stream that keeps several items of a name, or whose messages cannot be deleted', () => {
    expect(compareStream({ ...work, max_msgs_per_subject: 2, deny_delete: true }, work)).toEqual(
      refused('max_msgs_per_subject would fall from 2 to 1', 'deny_delete would be taken away'),
    )
    expect(compareStream({ ...work, max_msgs_per_subject: -1 }, work)).toEqual(
      refused('max_msgs_per_subject would fall from no limit to 1'),
    )
  })

  test('nothing that has an age limit gets a shorter one', () => {
    expect(compareStream({ ...work, max_age: 0 }, { ...work, max_age: 5 })).toEqual(refused('max_age would fall from no limit to 5'))
    expect(compareStream({ ...work, max_msgs: -1, max_bytes: -1 }, { ...work, max_msgs: 5, max_bytes: 6 })).toEqual(
      refused('max_msgs would fall from no limit to 5', 'max_bytes would fall from no limit to 6'),
    )
  })
})

describe('a consumer that there is', () => {
  test.each<{ name: string; is: Partial<WantedConsumer>; verdict: object }>([
    { name: 'as wanted', is: lane, verdict: same },
    { name: 'with a shorter wait', is: { ...lane, ack_wait: 1 }, verdict: update },
    {
      name: 'with a longer wait',
      is: { ...lane, ack_wait: 30_000_000_000 },
      verdict: refused('ack_wait would fall from 30000000000 to 15000000000'),
    },
    { name: 'with fewer tries', is: { ...lane, max_deliver: 5 }, verdict: update },
    { name: 'with endless tries', is: { ...lane, max_deliver: -1 }, verdict: refused('max_deliver would fall from no limit to 10') },
    { name: 'with less in work', is: { ...lane, max_ack_pending: 1_000 }, verdict: update },
    {
      name: 'with more in work',
      is: { ...lane, max_ack_pending: 64_001 },
      verdict: refused('max_ack_pending would fall from 64001 to 64000'),
    },
    {
      name: 'of other subjects',
      is: { ...lane, filter_subject: 'work.>' },
      verdict: refused('filter_subject would change from "work.>" to "work.planner.default.>"'),
    },
    { name: 'with other acks', is: { ...lane, ack_policy: 'none' }, verdict: refused('ack_policy would change from "none" to "explicit"') },
    {
      name: 'that began later',
      is: { ...lane, deliver_policy: 'new' },
      verdict: refused('deliver_policy would change from "new" to "all"'),
    },
  ])('$name', ({ is, verdict }) => {
    expect(compareConsumer(is, lane)).toEqual(verdict)
  })
})
