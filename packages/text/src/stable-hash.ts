/**
 * A 64-bit hash of a string as 16 lower-case hex digits; the same in every process and on every platform (two
 * multiply-xorshift lanes over UTF-16 units, as in cyrb53). For keys in state and in indexes; not for security.
 */
export function stableHash(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  const mixedHigh = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  const mixedLow = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(mixedHigh ^ (mixedHigh >>> 13), 3266489909)
  return hex(mixedLow) + hex(mixedHigh)
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0')
}
