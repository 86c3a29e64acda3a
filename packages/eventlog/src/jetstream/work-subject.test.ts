import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { consumerName, fromToken, laneSubjects, maxTokenSource, runSubjects, toToken, workSubject } from './work-subject.ts'

test.each([
  { text: 'full-text', token: 'full-text' },
  { text: 'screen:D12', token: 'screen:D12' },
  { text: 'a.b', token: 'a%2Eb' },
  { text: 'a b', token: 'a%20b' },
  { text: '*', token: '%2A' },
  { text: '>', token: '%3E' },
  { text: 'a/b\\c', token: 'a%2Fb%5Cc' },
  { text: '100%', token: '100%25' },
  { text: '%2E', token: '%252E' },
  { text: 'é', token: '%C3%A9' },
  { text: '🔥', token: '%F0%9F%94%A5' },
  { text: 'tab\t', token: 'tab%09' },
  { text: "_~!'()", token: "_~!'()" },
])('$text is the token $token, and back', ({ text, token }) => {
  expect(toToken(text)).toBe(token)
  expect(fromToken(token)).toBe(text)
})

test('every text that a token can hold comes back, and no two share one; a token holds no character that a subject may not', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((s) => s.isWellFormed() && s.length <= maxTokenSource)
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(fromToken(toToken(a))).toBe(a)
      expect(toToken(a) === toToken(b)).toBe(a === b)
      expect(toToken(a)).toMatch(/^[\w\-~!'():%]+$/)
    }),
  )
})

test.each(['a.b', 'a%2eb', 'a%2', '%', '%61', 'a*', '', 'é', '%C3', 'a b'])('%j is the token of no text', (token) => {
  expect(fromToken(token)).toBeNull()
})

test.each([
  { name: 'empty', text: '' },
  { name: 'one character too long', text: 'x'.repeat(maxTokenSource + 1) },
  { name: 'half a character', text: '\ud83d' },
])('a text that is $name has no token', ({ text }) => {
  expect(() => toToken(text)).toThrow()
})

test('the longest text has a token, and its subject fits a control line of the server (4 KiB)', () => {
  expect(maxTokenSource).toBe(300)
  const workId = '語'.repeat(maxTokenSource)
  expect(fromToken(toToken(workId))).toBe(workId)
  const subject = workSubject({ service: 'search-gateway', lane: 'x'.repeat(100), runId: 'r'.repeat(64), workId })
  expect(subject.length).toBeLessThan(3_000)
})

describe('subjects and names', () => {
  const item = { service: 'search-gateway', lane: 'semantic.scholar', runId: 'r-1', workId: 'search:S1 x' }
  test('of an item', () => expect(workSubject(item)).toBe('work.search-gateway.semantic%2Escholar.r-1.search:S1%20x'))
  test('of a lane', () => expect(laneSubjects('search-gateway', 'a.b')).toBe('work.search-gateway.a%2Eb.>'))
  test('of a run', () => expect(runSubjects('r-1')).toBe('work.*.*.r-1.>'))
  test('a run named like a wildcard is none', () => expect(runSubjects('*')).toBe('work.*.*.%2A.>'))
  test.each([
    { service: 'screener', lane: 'default', name: 'screener-default' },
    { service: 'search-gateway', lane: 'full-text', name: 'search-gateway-full-text' },
    { service: 'search-gateway', lane: 'a.b', name: 'search-gateway-a%2Eb' },
  ])('the consumer of $service, $lane is $name', ({ service, lane, name }) => expect(consumerName(service, lane)).toBe(name))
})
