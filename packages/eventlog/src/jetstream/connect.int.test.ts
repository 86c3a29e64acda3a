import { startTestNats, type TestNats } from '@winnow/testkit/nats-server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectNats } from './connect.ts'

const config = (storeDir: string) => `jetstream { store_dir: ${JSON.stringify(storeDir)} }
accounts {
  OURS { jetstream: enabled, users: [{ user: me, password: secret }] }
  SYS { users: [{ user: sys, password: secret }] }
}
system_account: SYS
`
let open: TestNats
let guarded: TestNats
beforeAll(async () => {
  ;[open, guarded] = await Promise.all([startTestNats(), startTestNats({ config })])
})
afterAll(async () => {
  await open.stop()
  await guarded.stop()
})

const options = { name: 'test', waitForServer: false } as const
const withAccount = (account: string) => guarded.url.replace('nats://', `nats://${account}@`)

test('tells of the server, of a lost connection, and of the next one', async () => {
  const told: string[] = []
  const back = Promise.withResolvers<void>()
  const tell = (_: object, message: string) => {
    told.push(message)
    if (message.endsWith('again')) back.resolve()
  }
  const nc = await connectNats({ ...options, url: open.url, log: { info: tell, warn: tell } })
  await open.restart('SIGKILL')
  await back.promise
  expect(told).toEqual(['connected to NATS', 'connection to NATS lost; reconnecting', 'connected to NATS again'])
  await nc.flush()
  await nc.close()
})

test('account and password come from the address, or beside it; replies to a prefix of its own', async () => {
  const nc = await connectNats({ ...options, url: withAccount('me:secret') })
  const inboxes: string[] = []
  const heard = Promise.withResolvers<void>()
  nc.subscribe('ask', {
    callback: (_, message) => {
      inboxes.push(message.reply ?? '')
      message.respond()
      heard.resolve()
    },
  })
  const other = await connectNats({ ...options, url: withAccount('you:other'), user: 'me', password: 'secret' })
  await nc.flush()
  await other.request('ask')
  await heard.promise
  expect(inboxes[0]).toMatch(/^_INBOX_me\./)
  await nc.close()
  await other.close()
})

describe('says what is wrong, and never the password', () => {
  test.each([
    { name: 'another password', account: 'me:wrong-secret', says: 'refused the connection for me: check user and password in NATS_URL' },
    { name: 'no account', account: '', says: 'refused the connection without an account' },
  ])('$name', async ({ account, says }) => {
    const connecting = connectNats({ ...options, url: account === '' ? guarded.url : withAccount(account) })
    await expect(connecting).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining(says) })
    await expect(connecting).rejects.toMatchObject({ message: expect.not.stringContaining('wrong-secret') })
  })

  test('nobody there', async () => {
    const connecting = connectNats({ ...options, url: 'nats://me:secret@127.0.0.1:1' })
    await expect(connecting).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('127.0.0.1:1 (NATS_URL) cannot be reached'),
    })
    await expect(connecting).rejects.toMatchObject({ message: expect.not.stringContaining('secret') })
  })
})

test('one that waits is connected when the server comes', async () => {
  await open.halt()
  const connecting = connectNats({ ...options, url: open.url, waitForServer: true })
  await open.start()
  const nc = await connecting
  expect(nc.isClosed()).toBe(false)
  await nc.close()
})
