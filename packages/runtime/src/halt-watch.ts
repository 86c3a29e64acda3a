import type { RetryDelay } from '@winnow/eventlog/retry-policy.ts'
import type { Logger } from './logger.ts'
import type { RunSignals } from './run-signals.ts'
import { waited } from './waited.ts'

export interface HaltWatch {
  /** Commands to runs, from now on, until the signal is aborted. */
  readonly commands: (signal: AbortSignal) => AsyncIterable<{ readonly runId: string; readonly type: string }>
  readonly signals: RunSignals
  readonly retryDelay: RetryDelay
  readonly logger: Pick<Logger, 'warn'>
}

/**
 * In a process that drives no runs: ends what is under way for a run that somebody pauses or cancels, before it buys more.
 * Work that is queued is taken away by the conductor. Resolves when `signal` is aborted.
 */
export async function watchHalts({ commands, signals, retryDelay, logger }: HaltWatch, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    try {
      for await (const { runId, type } of commands(signal)) {
        failures = 0
        if (type === 'RunPaused') signals.halt(runId, 'the run is paused')
        if (type === 'RunCancelled') signals.halt(runId, 'the run is cancelled')
        if (type === 'RunResumed') signals.renew(runId)
      }
    } catch (error) {
      logger.warn({ err: error }, 'commands to runs cannot be watched: trying again')
    }
    failures += 1
    await waited(retryDelay(failures), signal)
  }
}
