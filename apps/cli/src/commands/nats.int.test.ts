import { readFileSync } from 'node:fs'
import { BrokerUnavailable } from '@winnow/eventlog/jetstream/broker-unavailable.ts'
import { adminUser, natsUsers, passwordVariable, renderNatsConfig } from '@winnow/eventlog/jetstream/nats-config.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import { sourceNames } from '@winnow/search-gateway/sources/catalogue.ts'
import { startTestNats, type TestNats } from '@winnow/testkit/nats-server.ts'
import { startTestPostgres } from '@winnow/testkit/postgres-server.ts'
import { requested, tell } from '@winnow/testkit/recorded-run.ts'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkshop } from '../engine/workshop.ts'
import { testConfig, winnow } from '../testing/command-line.ts'

const config = (natsUrl: string | undefined, databaseUrl = '') => ({ ...testConfig(databaseUrl, '/'), natsUrl })

test.each(['setup', 'restore'])('%s without NATS_URL, or with one that is no address, is bad usage', async (command) => {
  const unset = winnow(config(undefined), ['nats', command])
  await expect(unset).rejects.toBeInstanceOf(UsageError)
  await expect(unset).rejects.toThrow('NATS_URL is not set; it is the address of the NATS server, such as nats://localhost:4222')
  await expect(winnow(config('http://127.0.0.1:1'), ['nats', command])).rejects.toMatchObject({ kind: 'bad-address' })
})

test('a server that is not there is told', async () => {
  const asked = winnow(config('nats://127.0.0.1:1'), ['nats', 'setup'])
  await expect(asked).rejects.toBeInstanceOf(BrokerUnavailable)
  await expect(asked).rejects.toThrow(/^The NATS server 127\.0\.0\.1:1 \(NATS_URL\) cannot be reached/)
})

test.each(['0', '-1', '1.5', 'three'])('%s is no number of replicas', async (replicas) => {
  await expect(winnow(config('nats://127.0.0.1:1'), ['nats', 'setup', '--replicas', replicas])).rejects.toThrow(
    `--replicas takes a positive whole number, not "${replicas}"`,
  )
})

describe('with a server of the printed configuration', () => {
  let server: TestNats
  let url: string
  beforeAll(async () => {
    const { printed } = await winnow(config(undefined), ['nats', 'config', '--store-dir', 'HERE'])
    server = await startTestNats({
      config: (storeDir) => printed.replace('"HERE"', JSON.stringify(storeDir)),
      environment: Object.fromEntries(natsUsers.map((user) => [passwordVariable(user), `p-${user}`])),
    })
    url = server.url.replace('//', `//${adminUser}:p-${adminUser}@`)
  })
  afterAll(() => server.stop())

  test('setup makes everything, then keeps everything; as JSON too', async () => {
    const first = await winnow(config(url), ['nats', 'setup'])
    expect(first).toMatchObject({ code: 0, said: '' })
    const lines = first.printed.split('\n')
    expect(lines.slice(0, 3)).toEqual(['created stream EVENTS', 'created stream WORK', 'created stream ADVISORIES'])
    for (const source of [...sourceNames, 'full-text']) expect(lines).toContain(`created consumer WORK/search-gateway-${source}`)
    expect(lines.every((line) => line.startsWith('created '))).toBe(true)

    const again = await winnow(config(url), ['nats', 'setup'])
    expect(again.printed.split('\n')).toEqual(lines.map((line) => line.replace('created', 'kept   ')))

    const { steps } = JSON.parse((await winnow(config(url), ['nats', 'setup', '--json'])).printed)
    expect(steps).toHaveLength(lines.length)
    expect(steps[0]).toEqual({ kind: 'stream', name: 'EVENTS', did: 'kept' })
  })

  test('what cannot be is refused, and nothing is changed', async () => {
    const refusal = 'more than one replica needs a cluster of servers, and this server stands alone'
    expect(await winnow(config(url), ['nats', 'setup', '--replicas', '3'])).toEqual({
      code: 3,
      printed: '',
      said: `Nothing was changed, as something would be lost or cannot be:\n  ${refusal}`,
    })
    const { code, printed } = await winnow(config(url), ['nats', 'setup', '--replicas', '3', '--json'])
    expect([code, JSON.parse(printed)]).toEqual([3, { refused: [refusal] }])
  })

  test('a service may not set up', async () => {
    const asked = winnow(config(url.replace('admin:p-admin', 'screener:p-screener')), ['nats', 'setup'])
    await expect(asked).rejects.toThrow(/^The NATS server refused to tell of stream WORK/)
  })
})

test('restore puts the events of the database into the streams of a new server, once', async () => {
  const postgres = await startTestPostgres()
  const server = await startTestNats()
  try {
    const asked = config(server.url, await postgres.newDatabase())
    // A database of one's own, whose runs are to go on in a cluster.
    const workshop = await openWorkshop({ ...asked, natsUrl: undefined }, createLogger('silent'))
    await tell(workshop.log, 'r-20260701-restored', requested(), {
      type: 'RunPaused',
      data: { commandId: 'c1', reason: 'test', cause: 'user' },
    })
    await workshop.close()
    await expect(winnow(asked, ['nats', 'restore'])).rejects.toMatchObject({ kind: 'no-stream' })
    await winnow(asked, ['nats', 'setup'])
    expect(await winnow(asked, ['nats', 'restore'])).toEqual({
      code: 0,
      printed: 'The stream holds all 2 events of the database; 0 were there before.',
      said: '',
    })
    expect(JSON.parse((await winnow(asked, ['nats', 'restore', '--json'])).printed)).toEqual({ events: 2, before: 2 })
  } finally {
    await server.stop()
    await postgres.stop()
  }
})

test('setup makes the tables of the database too, and tells when it cannot', async () => {
  const postgres = await startTestPostgres()
  const server = await startTestNats()
  try {
    const databaseUrl = await postgres.newDatabase()
    expect((await winnow(config(server.url, databaseUrl), ['nats', 'setup'])).code).toBe(0)
    const pool = new Pool({ connectionString: databaseUrl })
    expect((await pool.query('select count(*)::int as n from event_log')).rows).toEqual([{ n: 0 }])
    await pool.end()
    const nowhere = winnow(config(server.url, 'postgres://127.0.0.1:1/none'), ['nats', 'setup'])
    await expect(nowhere).rejects.toThrow(/DATABASE_URL/)
  } finally {
    await server.stop()
    await postgres.stop()
  }
})

test('config prints what the files for Docker and Kubernetes hold', async () => {
  const { code, printed } = await winnow(config(undefined), ['nats', 'config'])
  expect(code).toBe(0)
  expect(`${printed}\n`).toBe(renderNatsConfig({ sources: sourceNames, storeDir: '/data' }))
  expect(`${printed}\n`).toBe(readFileSync(new URL('../../../../deploy/nats/winnow.conf', import.meta.url), 'utf8'))
})
