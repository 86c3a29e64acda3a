/** A measurement lasts at least so long, and is taken so often. */
const LEAST_MS = 200
const TIMES = 9

/**
 * Events per second of `work`, one call of which handles `events`; rounded. The best of several measurements counts: the
 * first ones warm the code, and whatever else the machine does makes others slower, never faster.
 */
export function eventsPerSecond(events: number, work: () => void): number {
  return Math.round(Math.max(...Array.from({ length: TIMES }, () => once(events, work))))
}

function once(events: number, work: () => void): number {
  const start = performance.now()
  let done = 0
  let ms = 0
  while (ms < LEAST_MS) {
    work()
    done += events
    ms = performance.now() - start
  }
  return (done / ms) * 1_000
}
