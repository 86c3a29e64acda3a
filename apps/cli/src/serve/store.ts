import type { Logger } from '@winnow/runtime/logger.ts'
import { DatabaseUnavailable } from '@winnow/runtime/postgres/database-unavailable.ts'
import type { Readiness } from '@winnow/runtime/readiness.ts'
import { waited } from '@winnow/runtime/waited.ts'
import type { Config } from '../config.ts'
import { openStore, type Store } from '../engine/store.ts'

export type { Store }

const longestWaitMs = 5_000

/**
 * Opens the database of a service: one that is away is waited for until `signal` is aborted (null then), as services start in
 * any order. What is waited for shows in the readiness. The embedded database is opened or fails at once.
 */
export async function waitForStore(config: Config, logger: Logger, readiness: Readiness, signal: AbortSignal): Promise<Store | null> {
  readiness.set('database', 'is being opened')
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      const store = await openStore(config, logger)
      readiness.set('database', null)
      return store
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || config.databaseUrl === undefined) throw error
      readiness.set('database', error.message)
      logger.warn({ failures }, error.message)
      await waited(Math.min(longestWaitMs, 250 * 2 ** failures), signal)
    }
  }
  return null
}
