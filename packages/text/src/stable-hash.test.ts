import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stableHash } from './stable-hash.ts'

describe('stableHash', () => {
  it('is pinned: a stored hash must stay valid', () => {
    expect([stableHash(''), stableHash('a'), stableHash('reef growth'), stableHash('城市🔥')]).toMatchInlineSnapshot(`
      [
        "488bdcb81aee8d83",
        "501c2ba782c97901",
        "185b59cd4e5db2f4",
        "a487948e01229e45",
      ]
    `)
  })

  it('is 16 hex digits, and different for different texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(stableHash(a)).toMatch(/^[0-9a-f]{16}$/)
        expect(stableHash(a) === stableHash(b)).toBe(a === b)
      }),
    )
  })

  it('has no collision among near-equal keys, in either half', () => {
    const hashes = Array.from({ length: 20_000 }, (_, i) => stableHash(`key ${i}`))
    expect(new Set(hashes).size).toBe(20_000)
    expect(new Set(hashes.map((hash) => hash.slice(0, 8))).size).toBeGreaterThan(19_990)
    expect(new Set(hashes.map((hash) => hash.slice(8))).size).toBeGreaterThan(19_990)
  })
})
