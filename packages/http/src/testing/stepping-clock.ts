import type { HttpClock } from '../http-clock.ts'

/** A clock that stands still but for sleeping, which takes no time and is written down. Chance is always 0. */
export function steppingClock(start: string): HttpClock & { readonly slept: readonly number[]; readonly advance: (ms: number) => void } {
  let now = Date.parse(start)
  const slept: number[] = []
  return {
    slept,
    advance: (ms) => {
      now += ms
    },
    now: () => now,
    sleep: async (ms, signal) => {
      signal.throwIfAborted()
      slept.push(ms)
      now += ms
    },
    random: () => 0,
  }
}
