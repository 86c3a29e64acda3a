import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ScriptedModelServer, startScriptedModelServer } from '@winnow/testkit/scripted-model-server.ts'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDispatcher } from './http-dispatcher.ts'

let server: ScriptedModelServer
const seen: string[] = []
// A proxy that answers plain requests itself and refuses to open tunnels; it notes what was asked for.
const proxy = createServer((asked, response) => {
  seen.push(asked.url ?? '')
  response.writeHead(200).end()
})
proxy.on('connect', (asked, socket) => {
  seen.push(asked.url ?? '')
  socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
})

beforeAll(async () => {
  server = await startScriptedModelServer(() => 'hello')
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await server.stop()
  proxy.closeAllConnections()
  await new Promise((resolve) => proxy.close(resolve))
})

const proxyUrl = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

/** Posts a chat to `url` and gives back the status and what the proxy saw. */
const post = async (url: string, environment: Record<string, string>) => {
  seen.length = 0
  const dispatcher = createDispatcher(environment)
  try {
    const response = await request(`${url}/api/chat`, { method: 'POST', dispatcher, body: '{"model":"m"}' })
    await response.body.dump()
    return [response.statusCode, [...seen]]
  } finally {
    await dispatcher.destroy()
  }
}

test.each([
  ['HTTP_PROXY', { HTTP_PROXY: 'on' }],
  ['http_proxy', { http_proxy: 'on' }],
  ['http_proxy before HTTP_PROXY', { http_proxy: 'on', HTTP_PROXY: 'http://127.0.0.1:1' }],
])('%s is gone through', async (_, environment) => {
  const set = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value === 'on' ? proxyUrl() : value]))
  expect(await post('http://model.invalid', set)).toEqual([200, ['http://model.invalid/api/chat']])
})

test.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY'])('a tunnel for https is asked of %s', async (name) => {
  await expect(post('https://model.invalid', { [name]: proxyUrl() })).rejects.toThrow()
  expect(seen).toEqual(['model.invalid:443'])
})

test('without a proxy the request goes straight', async () => {
  expect(await post(server.url, {})).toEqual([200, []])
})

test('this machine and the hosts of NO_PROXY are never reached through it', async () => {
  expect(await post(server.url, { HTTP_PROXY: proxyUrl(), HTTPS_PROXY: proxyUrl() })).toEqual([200, []])
  expect(await post(server.url.replace('127.0.0.1', 'localhost'), { HTTP_PROXY: proxyUrl() })).toEqual([200, []])
  await expect(post('http://model.invalid', { HTTP_PROXY: proxyUrl(), NO_PROXY: 'other.invalid,model.invalid' })).rejects.toThrow(
    /model\.invalid/,
  )
})

test('a proxy for https alone leaves http alone', async () => {
  await expect(post('http://model.invalid', { HTTPS_PROXY: proxyUrl() })).rejects.toThrow(/model\.invalid/)
})
