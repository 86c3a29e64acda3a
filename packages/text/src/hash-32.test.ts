import { expect, it } from 'vitest'
import { hash32 } from './hash-32.ts'

it.each([
  { text: '', hash: 2_872_998_923 },
  { text: 'a', hash: 444_641_715 },
  { text: 'reef', hash: 839_890_315 },
  { text: '🔥', hash: 1_270_913_624 },
])('"$text" has the same hash everywhere', ({ text, hash }) => {
  expect(hash32(text)).toBe(hash)
})

it('hardly any of a hundred thousand near texts have one hash, in the low bits as in all', () => {
  const hashes = Array.from({ length: 100_000 }, (_, i) => hash32(`w${i} model study`))
  // Chance alone makes 1.2 pairs of equal hashes, and leaves 0.22 of the low 16 bits' values out.
  expect(new Set(hashes).size).toBeGreaterThan(99_985)
  const low = new Set(hashes.map((hash) => hash & 0xffff)).size / 65_536
  expect(low).toBeGreaterThan(0.77)
  expect(low).toBeLessThan(0.79)
})
