const VALUES: ReadonlyMap<string, number> = new Map([
  ['i', 1],
  ['v', 5],
  ['x', 10],
  ['l', 50],
  ['c', 100],
  ['d', 500],
  ['m', 1000],
])
const CANONICAL = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/

/** The value of a lower-case Roman numeral in its standard form (1–3999); null for every other word. */
export function romanValue(word: string): number | null {
  if (!/^[ivxlcdm]+$/.test(word) || !CANONICAL.test(word)) return null
  let total = 0
  let highest = 0
  for (const letter of [...word].reverse()) {
    const value = VALUES.get(letter) ?? 0
    total += value < highest ? -value : value
    highest = Math.max(highest, value)
  }
  return total
}
