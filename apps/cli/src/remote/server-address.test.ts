import { UsageError } from '@winnow/runs/usage-error.ts'
import { describe, expect, test } from 'vitest'
import { readKey, readServerAddress } from './server-address.ts'

describe('a server', () => {
  test.each([
    ['https://w.example', 'https://w.example', false],
    ['https://w.example/', 'https://w.example', false],
    ['https://w.example/winnow//', 'https://w.example/winnow', false],
    ['https://W.example:8443', 'https://w.example:8443', false],
    ['http://w.example', 'http://w.example', true],
    ['http://10.0.0.1:8080', 'http://10.0.0.1:8080', true],
    ['http://127.0.0.1.example', 'http://127.0.0.1.example', true],
    ['http://1.127.0.0:80', 'http://1.127.0.0', true],
    ['http://notlocalhost', 'http://notlocalhost', true],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080', false],
    ['http://127.1.2.3', 'http://127.1.2.3', false],
    ['http://localhost:8080', 'http://localhost:8080', false],
    ['http://w.localhost', 'http://w.localhost', false],
    ['http://[::1]:8080', 'http://[::1]:8080', false],
    ['http://[::2]:8080', 'http://[::2]:8080', true],
  ])('%s', (text, url, exposed) => {
    expect(readServerAddress(text)).toEqual({ url, exposed })
  })

  test.each([
    ['w.example', '--server takes an http(s) address such as https://winnow.example.org, not "w.example"'],
    ['localhost:8080', 'not "localhost:8080"'],
    ['ftp://w.example', 'not "ftp://w.example"'],
    ['https://w.example/?a', 'without "?" and "#", not "https://w.example/?a"'],
    ['https://w.example/#a', 'without "?" and "#", not "https://w.example/#a"'],
    ['https://u@w.example', '--server takes no name and password: give a key with --key or WINNOW_KEY'],
    ['https://:secret@w.example', '--server takes no name and password: give a key with --key or WINNOW_KEY'],
  ])('%s is none', (text, says) => {
    expect(() => readServerAddress(text)).toThrow(UsageError)
    expect(() => readServerAddress(text)).toThrow(says)
  })
})

describe('a key', () => {
  test.each([
    ['wk_1_2', 'wk_1_2'],
    [' wk_1_2\n', 'wk_1_2'],
    ['!~', '!~'],
  ])('%j', (text, key) => {
    expect(readKey(text)).toBe(key)
  })

  test.each(['', ' ', 'a b', 'a\nb', 'ä', 'a\u007fb'])('%j is none, and is not repeated', (text) => {
    expect(() => readKey(text)).toThrow(new UsageError('the key (--key or WINNOW_KEY) is empty, or has characters that no key has'))
  })
})
