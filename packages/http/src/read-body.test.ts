import { Readable } from 'node:stream'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readBody } from './read-body.ts'

const text = Buffer.from('rivers '.repeat(100))
const stream = (...chunks: readonly Buffer[]) => Readable.from(chunks)
const read = { kind: 'read', bytes: text }

test.each([
  ['plain', text, ''],
  ['plain, and says so', text, 'identity'],
  ['gzip', gzipSync(text), 'gzip'],
  ['gzip by its old name', gzipSync(text), 'x-gzip'],
  ['gzip in odd spelling', gzipSync(text), ' GZIP '],
  ['brotli', brotliCompressSync(text), 'br'],
])('a body is read: %s', async (_, bytes, encoding) => {
  expect(await readBody(stream(bytes.subarray(0, 5), bytes.subarray(5)), encoding, text.length)).toEqual(read)
})

test('an empty body is empty, whatever its encoding', async () => {
  expect(await readBody(stream(), 'gzip', 10)).toEqual({ kind: 'read', bytes: Buffer.alloc(0) })
})

test.each([
  ['as sent', text, ''],
  ['once decoded', gzipSync(text), 'gzip'],
  ['once decoded from brotli', brotliCompressSync(text), 'br'],
])('one byte more than the limit is too much, %s', async (_, bytes, encoding) => {
  expect(await readBody(stream(bytes), encoding, text.length - 1)).toEqual({ kind: 'too-large' })
})

test('reading stops at the limit', async () => {
  let given = 0
  const endless = async function* () {
    for (;;) {
      given += 1
      yield Buffer.alloc(10)
    }
  }
  expect(await readBody(endless(), '', 25)).toEqual({ kind: 'too-large' })
  expect(given).toBe(3)
})

test.each([
  ['cut gzip', gzipSync(text).subarray(0, 20), 'gzip', 'gzip'],
  ['cut brotli', brotliCompressSync(text).subarray(0, 10), 'br', 'br'],
  ['what is no gzip', text, 'gzip', 'gzip'],
  ['an encoding that was not asked for', text, 'deflate', 'deflate'],
  ['a name that every object knows', text, 'constructor', 'constructor'],
])('%s cannot be decoded', async (_, bytes, header, encoding) => {
  expect(await readBody(stream(bytes), header, 10_000)).toEqual({ kind: 'undecodable', encoding })
})

test('a stream that fails is not half a body', async () => {
  const cut = async function* () {
    yield text
    throw new Error('cut')
  }
  await expect(readBody(cut(), '', 10_000)).rejects.toThrow('cut')
})
