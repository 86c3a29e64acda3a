import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '@winnow/runtime/logger.ts'
import type { Pool } from 'pg'
import { follow, type ProjectionLock, standByMs } from './projection.ts'
import type { ProjectionParts } from './projector.ts'

/** Whether the service does its part, and in words what it does or what keeps it from that. A replica that stands by is ready. */
export interface ProjectionHealth {
  readonly ready: boolean
  readonly reason: string
}

export interface ProjectionService extends ProjectionParts {
  readonly pool: Pool
  readonly logger: Pick<Logger, 'warn' | 'error'>
  /** Its `acquire` connects anew after its connection was lost (`lastingDriverLocks`), and rejects while it cannot. */
  readonly lock: ProjectionLock
  /** Ends the service. */
  readonly signal: AbortSignal
  /** Copies the broker's events into the log until its signal is aborted; absent where events are appended to the log itself. */
  readonly archive?: (signal: AbortSignal) => Promise<void>
  /** Told whenever it changes. */
  readonly health?: (health: ProjectionHealth) => void
}

/** Milliseconds before the first new attempt after a failure; they double with each, up to the greatest. */
const firstWaitMs = 250
const greatestWaitMs = 5_000

/**
 * The projection service: archive and live projection, both in the one replica that has the lock; the others stand by. What
 * fails (log, database, broker) is told by `health` and tried again for ever; a lock that is lost makes this replica one of
 * those that stand by. Resolves when `signal` is aborted and both have ended.
 */
export async function runProjectionService(service: ProjectionService): Promise<void> {
  const { lock, signal, logger, health = () => undefined } = service
  let failures = 0
  while (!signal.aborted) {
    try {
      const claim = await lock.acquire()
      if (claim.kind === 'driven') {
        health({ ready: true, reason: 'stands by: another replica projects' })
        await pause(standByMs, signal)
        continue
      }
      try {
        await beActive(service, AbortSignal.any([signal, claim.lost]), () => {
          failures = 0
        })
      } finally {
        await claim.release()
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      health({ ready: false, reason })
      logger.error({ err: error }, 'the projection failed and is tried again')
      await pause(waitAfter(failures), signal)
      failures += 1
    }
  }
}

/** Milliseconds to wait after a failure that followed `failures` others. */
export function waitAfter(failures: number): number {
  return Math.min(greatestWaitMs, firstWaitMs * 2 ** failures)
}

/** Archive and projection until `signal` is aborted. When one fails the other is ended, and the failure thrown. */
async function beActive(service: ProjectionService, signal: AbortSignal, onProgress: () => void): Promise<void> {
  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  const onStart = () => service.health?.({ ready: true, reason: 'projects' })
  const parts = [follow(service, both, { onStart, onBatch: onProgress })]
  if (service.archive !== undefined) parts.push(untilAborted(service.archive, both))
  const outcomes = await Promise.allSettled(parts.map((part) => part.finally(() => stop.abort())))
  // The first that failed made the others end; what these say then is of no interest.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

async function untilAborted(archive: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
  await archive(signal)
  if (!signal.aborted) throw new Error('the archive ended by itself')
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
