const units = [
  { ms: 86_400_000, word: 'd' },
  { ms: 3_600_000, word: 'h' },
  { ms: 60_000, word: 'min' },
] as const

/** A length of time for people, rounded up: "45 s", "2 min", "6 h", "3 d"; a unit is used from twice its length on. */
export function durationWords(ms: number): string {
  const unit = units.find((each) => ms >= 2 * each.ms) ?? { ms: 1_000, word: 's' }
  return `${Math.ceil(ms / unit.ms)} ${unit.word}`
}

/** A moment (epoch ms) for people: "2026-03-10 12:02:00 UTC". */
export function momentWords(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
