import type { HttpClock } from './http-clock.ts'
import type { RateLimit, Turn } from './rate-limit.ts'
import { durationWords, momentWords } from './time-words.ts'

/** Why a request may not go now. */
export type TurnRefused = Exclude<Turn, { readonly kind: 'turn' }>

/**
 * Waits for a turn in the shared rate limit; null when the request may go. A rest that the source asked for while we waited is
 * kept: another turn is taken.
 */
export async function takeTurn(
  limits: RateLimit,
  clock: HttpClock,
  { name, intervalMs, signal }: { readonly name: string; readonly intervalMs: number; readonly signal: AbortSignal },
): Promise<TurnRefused | null> {
  for (;;) {
    const turn = await limits.reserve(name, intervalMs)
    if (turn.kind !== 'turn') return turn
    if (turn.waitMs === 0) return null
    await clock.sleep(turn.waitMs, signal)
    if (!(await limits.heldBackSince(name, turn))) return null
  }
}

/** How long a refused turn is to be waited for, in words that follow "left alone" or "not asked". */
export function restWords(refused: TurnRefused): string {
  switch (refused.kind) {
    case 'held-back':
      return `for another ${durationWords(refused.waitMs)}`
    case 'blocked':
      return `until ${momentWords(refused.untilMs)}`
  }
}
