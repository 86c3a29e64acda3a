import type { RunState } from './state.ts'

/**
 * What holds or ended a run, for a person: reason and stop rule (spec §10), null where there is none. A paused run is held by its
 * pause even when it had decided to stop before; otherwise the end goes before the rule, the rule before an earlier pause (our reading).
 */
export function stopReason({ status, completed, stop, pauseReason }: Pick<RunState, 'status' | 'completed' | 'stop' | 'pauseReason'>): {
  readonly reason: string | null
  readonly rule: number | null
} {
  if (status === 'paused') return { reason: pauseReason, rule: null }
  return { reason: completed?.stopReason ?? stop?.reason ?? pauseReason, rule: completed?.rule ?? stop?.rule ?? null }
}
