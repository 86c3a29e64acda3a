import { UsageError } from '@winnow/runs/usage-error.ts'
import { describe, expect, test } from 'vitest'
import { testConfig, testContext } from '../testing/command-line.ts'
import { namedServer, withServer } from './with-server.ts'

const config = (server?: string, key?: string) => ({ server, key })
const address = { url: 'https://w.example', exposed: false }

describe('the server of a command', () => {
  test.each([
    ['nothing said', {}, config(), null],
    ['a key in the environment alone', {}, config(undefined, 'k'), null],
    ['a blank server', { server: ' ' }, config('https://other.example'), null],
    ['both options', { server: ' https://w.example/ ', key: 'k' }, config('https://other.example', 'other'), { address, key: 'k' }],
    ['the environment', {}, config('https://w.example', 'k'), { address, key: 'k' }],
    ['a server without a key', { server: 'https://w.example' }, config(), { address, key: undefined }],
    ['a server with the key of the environment', { server: 'https://w.example' }, config(undefined, 'k'), { address, key: 'k' }],
  ])('%s', (_, flags, own, named) => {
    expect(namedServer(flags, own)).toEqual(named)
  })

  test.each([
    ['a key for no server', { key: 'k' }, '--key is for a server: name it with --server or WINNOW_SERVER'],
    ['no address', { server: 'w' }, '--server takes an http(s) address'],
    ['no key', { server: 'https://w.example', key: 'a b' }, 'characters that no key has'],
  ])('%s', (_, flags, says) => {
    expect(() => namedServer(flags, config())).toThrow(UsageError)
    expect(() => namedServer(flags, config())).toThrow(says)
  })
})

test.each([
  [
    'a key over an open line',
    'http://w.example',
    'k',
    ['Warning: the key goes to http://w.example without encryption, so that others may read it on the way: use https.'],
  ],
  ['no key over an open line', 'http://w.example', undefined, []],
  ['a key over https', 'https://w.example', 'k', []],
  ['a key to this machine', 'http://127.0.0.1', 'k', []],
])('%s', async (_, server, key, said) => {
  const { context, ran } = testContext(testConfig('postgres://127.0.0.1:1/none', '/'))
  const named = namedServer({ server, key }, config())
  if (named === null) throw new Error('no server')
  expect(await withServer(named, context, context.signal, async (client) => client.url)).toBe(server)
  expect(ran.said).toEqual(said)
})

test('afterwards nothing is left open', async () => {
  const { context } = testContext(testConfig('postgres://127.0.0.1:1/none', '/'))
  const client = await withServer({ address, key: undefined }, context, context.signal, async (its) => its)
  await expect(client.newRun({ question: 'q' })).rejects.toThrow('UND_ERR_DESTROYED')
})
