import { jetstreamManager } from '@nats-io/jetstream'
import { startTestNats, type TestNats } from '@winnow/testkit/nats-server.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BrokerUnavailable } from './broker-unavailable.ts'
import { connectNats, type NatsConnection } from './connect.ts'
import { setupNats } from './setup.ts'
import { type Topology, topology } from './topology.ts'

let server: TestNats
let nc: NatsConnection
beforeEach(async () => {
  server = await startTestNats()
  nc = await connectNats({ url: server.url, name: 'test', waitForServer: false })
})
afterEach(async () => {
  await nc.close()
  await server.stop()
})

const wanted = topology({ sources: ['library'], replicas: 1 })
const did = async (asked: Topology) => {
  const result = await setupNats(nc, asked)
  return result.kind === 'set-up'
    ? result.steps.filter(({ did }) => did !== 'kept').map(({ kind, name, did }) => `${did} ${kind} ${name}`)
    : result
}
const withEvents = (change: Partial<Topology['streams'][number]>): Topology => ({
  ...wanted,
  streams: wanted.streams.map((stream) => (stream.name === 'EVENTS' ? { ...stream, ...change } : stream)),
})

test('everything is made the first time; the second time nothing is done; what is added later is made', async () => {
  const first = await setupNats(nc, wanted)
  const named = [...wanted.streams.map(({ name }) => name), ...wanted.consumers.map(({ stream, name }) => `${stream}/${name}`)]
  expect(first).toMatchObject({ kind: 'set-up', steps: named.map((name) => ({ name, did: 'created' })) })
  expect(await did(wanted)).toEqual([])
  expect(await did(topology({ sources: ['library', 'arxiv'], replicas: 1 }))).toEqual(['created consumer WORK/search-gateway-arxiv'])
  expect(await did(wanted)).toEqual([])
})

test('what loses nothing is updated, and the rest of the stream stays as it is', async () => {
  const { streams, consumers } = await jetstreamManager(nc)
  await streams.add({
    name: 'EVENTS',
    subjects: ['research.>'],
    max_msg_size: 10,
    max_age: 1e12,
    duplicate_window: 1e9,
    allow_rollup_hdrs: true,
    allow_direct: false,
  })
  await streams.add({
    name: 'WORK',
    subjects: ['work.>'],
    retention: 'workqueue',
    duplicate_window: 1e8,
    max_msgs_per_subject: 1,
    max_msg_size: 1,
  })
  await consumers.add('WORK', {
    durable_name: 'reader-default',
    ack_policy: 'explicit',
    filter_subject: 'work.reader.default.>',
    ack_wait: 1e9,
    max_deliver: 2,
  })
  expect(await did({ ...wanted, consumers: wanted.consumers.filter(({ name }) => name.startsWith('reader')) })).toEqual([
    'updated stream EVENTS',
    'updated stream WORK',
    'created stream ADVISORIES',
    'updated consumer WORK/reader-default',
  ])
  expect((await streams.info('EVENTS')).config).toMatchObject({
    max_age: 0,
    deny_delete: true,
    allow_direct: true,
    allow_rollup_hdrs: true,
  })
  expect((await streams.info('WORK')).config).toMatchObject({ max_msgs_per_subject: 1, discard: 'new', discard_new_per_subject: true })
  expect((await consumers.info('WORK', 'reader-default')).config).toMatchObject({ ack_wait: 15e9, max_deliver: 10 })
})

test('what would lose something refuses everything, before anything is done', async () => {
  const { streams, consumers } = await jetstreamManager(nc)
  await streams.add({ name: 'WORK', subjects: ['work.>', 'more.>'] })
  await consumers.add('WORK', { durable_name: 'reader-default', ack_policy: 'explicit', filter_subject: 'work.>' })
  expect(await setupNats(nc, wanted)).toEqual({
    kind: 'refused',
    reasons: expect.arrayContaining([
      'stream WORK: subjects would change from ["work.>","more.>"] to ["work.>"]',
      'stream WORK: retention would change from "limits" to "workqueue"',
      'consumer WORK/reader-default: filter_subject would change from "work.>" to "work.reader.default.>"',
    ]),
  })
  expect(await streams.names().next()).toEqual(['WORK'])
  expect((await streams.info('WORK')).config.subjects).toEqual(['work.>', 'more.>'])
})

test('a smaller limit refuses, and the stream keeps what it has', async () => {
  await setupNats(nc, wanted)
  expect(await setupNats(nc, withEvents({ maxAgeMs: 1_000, maxMsgSize: 10 }))).toEqual({
    kind: 'refused',
    reasons: ['stream EVENTS: max_msg_size would fall from 1048576 to 10', 'stream EVENTS: max_age would fall from no limit to 1000000000'],
  })
  expect(await did(wanted)).toEqual([])
})

test('replicas on a server alone are refused, which the server itself would take', async () => {
  await setupNats(nc, wanted)
  const three = topology({ sources: ['library'], replicas: 3 })
  expect(await setupNats(nc, three)).toEqual({
    kind: 'refused',
    reasons: ['more than one replica needs a cluster of servers, and this server stands alone'],
  })
  expect(await did(wanted)).toEqual([])
})

test('what the server refuses is told with what was asked', async () => {
  const { streams } = await jetstreamManager(nc)
  await streams.add({ name: 'OTHER', subjects: ['research.acme.>'] })
  const asked = setupNats(nc, wanted)
  await expect(asked).rejects.toThrow('The NATS server refused to make stream EVENTS: subjects overlap with an existing stream')
  await expect(asked).rejects.toBeInstanceOf(BrokerUnavailable)
  await expect(asked).rejects.toMatchObject({ kind: 'refused' })
})
