import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatKey, hashOfSecret, isKeyId, newKeyParts, parseKey, sameHash } from './presented-key.ts'

const id = '0123456789abcdef'
const secret = '0f'.repeat(32)

test('a fresh key has an id of 64 and a secret of 256 bits, both from the given randomness', () => {
  const asked: number[] = []
  const parts = newKeyParts((size) => {
    asked.push(size)
    return new Uint8Array(size).fill(asked.length)
  })
  expect(asked).toEqual([8, 32])
  expect(parts).toEqual({ keyId: '01'.repeat(8), secret: '02'.repeat(32) })
  expect(formatKey(parts)).toBe(`wk_${'01'.repeat(8)}_${'02'.repeat(32)}`)
  expect(parseKey(formatKey(parts))).toEqual(parts)
})

test.each([
  ['an empty text', ''],
  ['a word', 'wrong'],
  ['an id that is too short', `wk_${id.slice(1)}_${secret}`],
  ['an id that is too long', `wk_${id}0_${secret}`],
  ['a secret that is too short', `wk_${id}_${secret.slice(1)}`],
  ['a secret that is too long', `wk_${id}_${secret}0`],
  ['capital letters', `wk_${id.toUpperCase()}_${secret}`],
  ['another prefix', `xk_${id}_${secret}`],
  ['something before', ` wk_${id}_${secret}`],
  ['a line break after', `wk_${id}_${secret}\n`],
  ['a NUL', `wk_${id}_${secret.slice(1)}\0`],
])('%s is no key', (_, text) => {
  expect(parseKey(text)).toBeNull()
})

test.each([
  ['an id', id, true],
  ['one that is too short', id.slice(1), false],
  ['one that is too long', `${id}0`, false],
  ['a NUL', `${id.slice(1)}\0`, false],
])('%s has the form of an id or not', (_, text, is) => {
  expect(isKeyId(text)).toBe(is)
})

test('what is stored of a secret is its SHA-256', () => {
  expect(hashOfSecret(secret)).toBe(createHash('sha256').update(secret, 'utf8').digest('hex'))
})

test.each([
  ['the same', 'aa', 'aa', true],
  ['another', 'aa', 'ab', false],
  ['a shorter one', 'aa', 'a', false],
  ['none', 'aa', '', false],
])('hashes are compared as a whole: %s', (_, a, b, same) => {
  expect(sameHash(a, b)).toBe(same)
})
