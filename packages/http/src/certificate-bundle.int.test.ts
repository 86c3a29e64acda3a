import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trustedAuthorities } from './certificate-bundle.ts'
import { createDispatcher } from './http-dispatcher.ts'
import { type CertifiedServer, canCertify, startCertifiedServer } from './testing/certified-server.ts'

const noBundle = fileURLToPath(new URL('fixtures/pbr-006.json', import.meta.url))

test.each([
  ['no variable', {}],
  ['an empty one', { SSL_CERT_FILE: '', REQUESTS_CA_BUNDLE: '' }],
  ['a file that is not there', { SSL_CERT_FILE: '/nowhere/ca.pem' }],
  ['what Node has read already', { SSL_CERT_FILE: noBundle, NODE_EXTRA_CA_CERTS: noBundle }],
])('nothing is added by %s', (_, environment) => {
  expect(trustedAuthorities(environment)).toBeUndefined()
})

test.each([
  ['a folder', { REQUESTS_CA_BUNDLE: '/' }, 'REQUESTS_CA_BUNDLE names /, which cannot be read'],
  ['no bundle', { SSL_CERT_FILE: noBundle }, `SSL_CERT_FILE names ${noBundle}, which is no PEM bundle of certificates`],
])('%s is told with its variable', (_, environment, message) => {
  expect(() => trustedAuthorities(environment)).toThrow(message)
})

describe.skipIf(!canCertify)('a server whose certificate nobody vouches for', () => {
  let one: CertifiedServer
  let two: CertifiedServer
  // Opens the tunnels that it is asked for, whatever their name, to the first server.
  const proxy = createServer()
  proxy.on('connect', (_, socket) => {
    const through = connect(one.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      through.pipe(socket).pipe(through)
    })
    socket.on('error', () => through.destroy())
    through.on('error', () => socket.destroy())
  })
  beforeAll(async () => {
    one = await startCertifiedServer()
    two = await startCertifiedServer()
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await one.stop()
    await two.stop()
    proxy.close()
  })

  const get = async (url: string, environment: Record<string, string>) => {
    const dispatcher = createDispatcher(environment)
    try {
      return await (await request(url, { dispatcher })).body.text()
    } finally {
      await dispatcher.destroy()
    }
  }

  test('is not trusted', async () => {
    await expect(get(one.url, {})).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })

  test.each(['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE'])('is trusted when %s names its certificate', async (variable) => {
    expect(await get(one.url, { [variable]: one.certificate })).toBe('secured')
    await expect(get(two.url, { [variable]: one.certificate })).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })

  test('is trusted beside that of another variable, and beside the authorities of Node', async () => {
    const both = { SSL_CERT_FILE: one.certificate, REQUESTS_CA_BUNDLE: two.certificate }
    expect(await get(one.url, both)).toBe('secured')
    expect(await get(two.url, both)).toBe('secured')
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, readFileSync(two.certificate, 'utf8')])
    try {
      expect(await get(two.url, { SSL_CERT_FILE: one.certificate })).toBe('secured')
    } finally {
      setDefaultCACertificates(before)
    }
  })

  test('is trusted behind a proxy', async () => {
    const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    expect(await get('https://papers.example', { HTTPS_PROXY, SSL_CERT_FILE: one.certificate })).toBe('secured')
    await expect(get('https://papers.example', { HTTPS_PROXY })).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })
})
