import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { deployedServices } from '@winnow/contracts/flow.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endWorkers, item, Journal, startWork } from '../behaviour/test-work.ts'
import { done } from '../retry-policy.ts'
import { connectNats, type NatsConnection } from './connect.ts'
import { JetStreamWorkQueue } from './jetstream-work-queue.ts'
import { natsUsers, passwordVariable, renderNatsConfig } from './nats-config.ts'
import { queueDepths } from './queue-depths.ts'
import { setupNats } from './setup.ts'
import { startWorkBroker, testPassword, testSources, testTopology, type WorkBroker } from './testing/work-broker.ts'
import { workBody } from './work-message.ts'
import { workSubject } from './work-subject.ts'

let broker: WorkBroker
const users = new Map<string, NatsConnection>()
const as = (user: string): NatsConnection => {
  const nc = users.get(user)
  if (nc === undefined) throw new Error(`${user} is not connected`)
  return nc
}

beforeAll(async () => {
  const options = {
    config: (storeDir: string) => renderNatsConfig({ sources: testSources, storeDir }),
    environment: Object.fromEntries(natsUsers.map((user) => [passwordVariable(user), testPassword(user)])),
  }
  broker = await startWorkBroker(10_000, options, 'admin')
  users.set('admin', broker.nc)
  for (const service of deployedServices) users.set(service, await broker.connect(service))
})
beforeEach(() => broker.clear())
endWorkers()
afterAll(() => broker.close())

const denied = { name: 'RequestError' }
const event = (aggregate: string) => `research.acme.r-1.${aggregate}`
const screening = item('r-1/screen:D1', { service: 'screener', lane: 'default' })

describe('with the rendered configuration, a screener', () => {
  test('publishes screening events', async () => {
    expect((await jetstream(as('screener')).publish(event('screening'), '{}')).stream).toBe('EVENTS')
  })

  test.each([
    ...['run', 'command', 'reading', 'corpus', 'screening.more', '*'].map(event),
    'research.acme.screening',
    workSubject(screening),
    'other',
  ])('does not publish %s', async (subject) => {
    const { streams } = await jetstreamManager(broker.nc)
    const before = (await streams.info('EVENTS')).state.messages
    await expect(jetstream(as('screener')).publish(subject, '{}', { timeout: 500 })).rejects.toThrow()
    expect((await streams.info('WORK')).state.messages).toBe(0)
    expect((await streams.info('EVENTS')).state.messages).toBe(before)
  })

  test('takes and ends its own work', async () => {
    await new JetStreamWorkQueue(as('conductor'), () => 1).offer([screening])
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const worker = new JetStreamWorkQueue(as('screener'), () => 1).work(
      'screener',
      'default',
      async (taken) => {
        resolve(taken)
        return done
      },
      { concurrency: 1, onDead: async () => undefined, onError: resolve },
    )
    expect(await promise).toEqual(screening)
    await worker.drain()
    const { streams } = await jetstreamManager(broker.nc)
    expect((await streams.info('WORK')).state.messages).toBe(0)
  })

  test('reads events, one and all', async () => {
    const subject = event('screening')
    await jetstream(as('screener')).publish(subject, '{"n":1}')
    const manager = await jetstreamManager(as('reader'))
    expect((await manager.direct.getMessage('EVENTS', { last_by_subj: subject }))?.string()).toBe('{"n":1}')
    const ordered = await jetstream(as('reader')).consumers.get('EVENTS', { filter_subjects: 'research.>' })
    expect((await ordered.next({ expires: 2_000 }))?.subject).toBe(subject)
  })

  test.each<{ name: string; act: (nc: NatsConnection) => Promise<unknown> }>([
    { name: 'purge events', act: async (nc) => (await manager(nc)).streams.purge('EVENTS') },
    { name: 'delete an event', act: async (nc) => (await manager(nc)).streams.deleteMessage('EVENTS', 1) },
    { name: 'delete the stream of events', act: async (nc) => (await manager(nc)).streams.delete('EVENTS') },
    { name: 'change the stream of events', act: async (nc) => (await manager(nc)).streams.update('EVENTS', { max_age: 1 }) },
    { name: 'purge work', act: async (nc) => (await manager(nc)).streams.purge('WORK') },
    { name: 'read work by its number', act: async (nc) => (await manager(nc)).streams.getMessage('WORK', { seq: 1 }) },
    {
      name: 'make a consumer of work',
      act: async (nc) => (await manager(nc)).consumers.add('WORK', { name: 'mine', filter_subject: 'work.reader.more' }),
    },
    {
      name: 'make a durable consumer of work',
      act: async (nc) => (await manager(nc)).consumers.add('WORK', { durable_name: 'mine', ack_policy: 'explicit' }),
    },
    { name: "delete another's consumer", act: async (nc) => (await manager(nc)).consumers.delete('WORK', 'reader-default') },
    { name: "see another's consumer", act: async (nc) => (await manager(nc)).consumers.info('WORK', 'reader-default') },
    {
      name: "pull from another's consumer",
      act: (nc) => nc.request('$JS.API.CONSUMER.MSG.NEXT.WORK.reader-default', '{"batch":1}', { timeout: 500 }),
    },
    { name: "end another's work", act: (nc) => nc.request('$JS.ACK.WORK.reader-default.1.1.1.1.0', '+ACK', { timeout: 500 }) },
    { name: 'list how much work waits', act: (nc) => queueDepths(nc) },
  ])('does not $name', async ({ act }) => {
    await expect(act(as('screener'))).rejects.toMatchObject(denied)
  })

  test.each(['>', 'research.>', 'work.>', '_INBOX_reader.>', '_INBOX.>', '$JS.EVENT.>'])('does not listen to %s', async (subject) => {
    const subscription = as('screener').subscribe(subject)
    const listened = (async () => {
      for await (const message of subscription) return message.subject
      return 'nothing'
    })()
    await expect(listened).rejects.toMatchObject({ name: 'PermissionViolationError' })
  })
})

const manager = (nc: NatsConnection) => jetstreamManager(nc, { checkAPI: false })

describe('with the rendered configuration', () => {
  test('the conductor offers, counts and cancels work, and deletes what was delivered too often, but no event', async () => {
    const queue = new JetStreamWorkQueue(as('conductor'), () => 1)
    expect(await queue.offer([screening])).toBe(1)
    expect(await queueDepths(as('gateway'))).toContainEqual({ service: 'screener', lane: 'default', pending: 1, inWork: 0 })
    await queue.cancel(screening.runId)
    expect(await queueDepths(as('conductor'))).toContainEqual({ service: 'screener', lane: 'default', pending: 0, inWork: 0 })
    const { seq } = await jetstream(as('conductor')).publish(workSubject(screening), workBody(screening))
    const { streams } = await manager(as('conductor'))
    expect((await streams.getMessage('WORK', { seq }))?.subject).toBe(workSubject(screening))
    expect(await streams.deleteMessage('WORK', seq)).toBe(true)
    await expect(streams.purge('EVENTS')).rejects.toMatchObject(denied)
    await expect(streams.deleteMessage('EVENTS', 1)).rejects.toMatchObject(denied)
  })

  test('a service that sets up is refused, and told so', async () => {
    await expect(setupNats(as('reader'), testTopology(10_000))).rejects.toThrow(/^The NATS server refused to tell of stream WORK: /)
  })

  test('the admin may purge events; nobody deletes a single one', async () => {
    await jetstream(as('gateway')).publish(event('command'), '{}')
    const { streams } = await manager(as('admin'))
    await expect(streams.deleteMessage('EVENTS', 1)).rejects.toThrow('message delete not permitted')
    await streams.purge('EVENTS')
    expect((await streams.info('EVENTS')).state.messages).toBe(0)
  })

  test('a wrong password, and none, are refused', async () => {
    const to = { url: broker.server.url, name: 'test', waitForServer: false }
    await expect(connectNats({ ...to, user: 'screener', password: 'wrong' })).rejects.toMatchObject({ kind: 'refused' })
    await expect(connectNats(to)).rejects.toMatchObject({ kind: 'refused' })
  })

  test("a worker of another service's lane gets nothing and says why", async () => {
    const journal = new Journal()
    await broker.clear()
    startWork(new JetStreamWorkQueue(as('screener'), () => 1), journal)
    await journal.until(1)
    expect(journal.lines[0]).toMatch(/^error consumer reader-main of WORK: .*permission/i)
  })
})
