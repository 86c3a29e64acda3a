import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitiseJson, sanitiseText, truncateText } from './sanitise-text.ts'

const storable = (text: string) => text.isWellFormed() && !/[\u0000-\u0008\u000b-\u001f]/.test(text)

describe('sanitiseText (PBR-033)', () => {
  // The rows stand here, as a strict JSON reader refuses a file with lone surrogates.
  it.each([
    { row: '1', text: 'speci\u0000c gain', expected: 'speci\uFFFDc gain' },
    { row: '2', text: 'heat \ud83d', expected: 'heat \uFFFD' },
    { row: '3', text: '\udd25 fire', expected: '\uFFFD fire' },
    { row: '4', text: 'fire 🔥 ok', expected: 'fire 🔥 ok' },
    { row: '6', text: 'tab\tand\u0001control\u001f', expected: 'tab\tandcontrol' },
  ])('row $row', ({ text, expected }) => {
    expect(sanitiseText(text)).toBe(expected)
  })

  it.each([
    { name: 'CRLF and CR become LF', text: 'a\r\nb\rc', expected: 'a\nb\nc' },
    { name: 'tab and line feed stay', text: 'a\tb\nc', expected: 'a\tb\nc' },
    { name: 'the first and last removed controls', text: '\u0001\u0008\u000b\u000c\u000e\u001fx', expected: 'x' },
    { name: 'NFC', text: 'e\u0301', expected: 'é' },
    { name: 'a space stays', text: ' a ', expected: ' a ' },
  ])('$name', ({ text, expected }) => {
    expect(sanitiseText(text)).toBe(expected)
  })

  it('row 5: object keys are cleaned too, at every depth', () => {
    const dirty = { 'key\u0000': ['a\ud83d', { 'n\u0001': 1 }], flag: true, none: null }
    expect(sanitiseJson(dirty)).toEqual({ 'key\uFFFD': ['a\uFFFD', { n: 1 }], flag: true, none: null })
  })

  it('gives storable text for anything, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.nat(0xffff), (text, unit) => {
        const clean = sanitiseText(text + String.fromCharCode(unit))
        expect(storable(clean)).toBe(true)
        expect(sanitiseText(clean)).toBe(clean)
      }),
    )
  })
})

describe('truncateText', () => {
  it.each([
    { name: 'PBR-033 row 7: no split pair', text: 'heat 🔥', max: 6, expected: 'heat ' },
    { name: 'the whole pair fits', text: 'heat 🔥', max: 7, expected: 'heat 🔥' },
    { name: 'shorter than the limit', text: 'abc', max: 5, expected: 'abc' },
    { name: 'exactly the limit', text: 'abc', max: 3, expected: 'abc' },
    { name: 'one over the limit', text: 'abcd', max: 3, expected: 'abc' },
    { name: 'cut between two pairs', text: '🔥🔥', max: 2, expected: '🔥' },
    { name: 'a lone high surrogate before the cut is no pair', text: 'a\ud83dbc', max: 2, expected: 'a\ud83d' },
    { name: 'a lone low surrogate after the cut is no pair', text: 'ab\udd25c', max: 2, expected: 'ab' },
    { name: 'the first pair there is', text: 'a\u{10000}', max: 2, expected: 'a' },
    { name: 'the last pair there is', text: 'a\u{10FFFF}', max: 2, expected: 'a' },
    { name: 'zero', text: 'abc', max: 0, expected: '' },
    { name: 'below zero', text: 'abc', max: -1, expected: '' },
  ])('$name', ({ text, max, expected }) => {
    expect(truncateText(text, max)).toBe(expected)
  })
})
