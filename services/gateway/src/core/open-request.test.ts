import { describe, expect, test } from 'vitest'
import { openRefusal, type RequestOrigin } from './open-request.ts'

const at = (more: Partial<RequestOrigin>): RequestOrigin => ({
  method: 'POST',
  host: '127.0.0.1:8080',
  origin: undefined,
  fetchSite: undefined,
  ...more,
})

describe('let in', () => {
  test.each([
    ['a tool without a browser', {}],
    ['localhost', { host: 'localhost:8080' }],
    ['localhost in capitals', { host: 'LOCALHOST' }],
    ['another address of the loopback', { host: '127.1.2.3' }],
    ['IPv6', { host: '[::1]:8080' }],
    ['a page of its own', { origin: 'http://127.0.0.1:8080' }],
    ['a page of its own, in capitals', { host: 'LocalHost:8080', origin: 'HTTP://localhost:8080' }],
    ['a browser that tells where from', { origin: 'http://127.0.0.1:8080', fetchSite: 'same-origin' }],
    ['the address bar', { fetchSite: 'none' }],
    [
      'reading from elsewhere, which browsers do not show to the page',
      { method: 'GET', origin: 'https://evil.example', fetchSite: 'cross-site' },
    ],
    ['HEAD', { method: 'HEAD', origin: 'https://evil.example' }],
    ['OPTIONS', { method: 'OPTIONS', origin: 'https://evil.example' }],
  ])('%s', (_, more) => {
    expect(openRefusal(at(more))).toBeNull()
  })
})

describe('refused', () => {
  test.each([
    ['a name that leads here', { method: 'GET', host: 'evil.example:8080' }],
    ['a name that looks like here', { method: 'GET', host: '127.0.0.1.evil.example' }],
    ['a name that begins elsewhere', { method: 'GET', host: 'x.localhost' }],
    ['a port that is none', { method: 'GET', host: 'localhost:x' }],
    ['no host', { method: 'GET', host: undefined }],
    ['an address of the network', { method: 'GET', host: '10.0.0.1:8080' }],
  ])('%s', (_, more) => {
    expect(openRefusal(at(more))).toMatch(/^without a key this server answers to localhost alone/)
  })

  test.each([
    ['a form of another page', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:3000' }],
    ['another scheme', { origin: 'https://127.0.0.1:8080' }],
    ['another site', { fetchSite: 'cross-site' }],
    ['another origin of the site', { fetchSite: 'same-site' }],
    ['DELETE from elsewhere', { method: 'DELETE', origin: 'https://evil.example' }],
    ['either is enough', { origin: 'http://127.0.0.1:8080', fetchSite: 'cross-site' }],
  ])('writing: %s', (_, more) => {
    expect(openRefusal(at(more))).toBe('without a key this server takes nothing from pages of other origins')
  })
})
