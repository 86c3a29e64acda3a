import { describe, expect, test } from 'vitest'
import { natsAddress } from './nats-address.ts'

describe('NATS_URL', () => {
  test.each([
    ['nats://127.0.0.1:4223', { servers: ['127.0.0.1:4223'], tls: false, shown: '127.0.0.1:4223' }],
    ['nats://broker', { servers: ['broker:4222'], tls: false, shown: 'broker:4222' }],
    ['broker:4223', { servers: ['broker:4223'], tls: false, shown: 'broker:4223' }],
    ['tls://broker', { servers: ['broker:4222'], tls: true, shown: 'broker:4222' }],
    ['nats://[::1]:4223', { servers: ['[::1]:4223'], tls: false, shown: '[::1]:4223' }],
    [' nats://a , nats://b:1 ', { servers: ['a:4222', 'b:1'], tls: false, shown: 'a:4222, b:1' }],
    ['nats://a,tls://b', { servers: ['a:4222', 'b:4222'], tls: true, shown: 'a:4222, b:4222' }],
    ['nats://me:secret@a', { servers: ['a:4222'], tls: false, user: 'me', password: 'secret', shown: 'a:4222' }],
    ['nats://a,nats://me:secret@b', { servers: ['a:4222', 'b:4222'], tls: false, user: 'me', password: 'secret', shown: 'a:4222, b:4222' }],
    ['nats://m%40e:s%2Fecret@a', { servers: ['a:4222'], tls: false, user: 'm@e', password: 's/ecret', shown: 'a:4222' }],
    ['nats://me:100%@a', { servers: ['a:4222'], tls: false, user: 'me', password: '100%', shown: 'a:4222' }],
    ['nats://tok%3Aen@a', { servers: ['a:4222'], tls: false, token: 'tok:en', shown: 'a:4222' }],
  ])('%s', (url, address) => {
    expect(natsAddress(url)).toEqual(address)
  })

  test.each(['', 'http://secret@a', 'nats://', 'nats://me:secret@', 'ws://a', 'nats://a:secret', 'a,,b'])(
    '%j is none, and is not repeated',
    (url) => {
      expect(() => natsAddress(url)).toThrow(
        expect.objectContaining({ kind: 'bad-address', message: expect.not.stringContaining('secret@') }),
      )
      expect(() => natsAddress(url)).toThrow('nats://user:password@host:4222')
    },
  )
})
