import { runProjection } from '@winnow/projection/projection.ts'
import { projectionLockName } from '@winnow/projection/projection-lock.ts'
import type { CommandContext } from '../command-context.ts'
import { projectionParts, type Workshop } from './workshop.ts'

/**
 * Keeps the read model up with the log while `work` goes on, so that another terminal's `winnow runs` and `winnow show` are
 * of now. A projection that fails is told, and fails nothing: every command that asks the read model catches it up first.
 */
export async function projectDuring<T>(workshop: Workshop, context: CommandContext, work: () => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const lock = { acquire: () => workshop.locks.acquire(projectionLockName) }
  const projection = runProjection({ ...projectionParts(workshop, context.logger), lock, signal: stop.signal }).catch((error: unknown) => {
    context.logger.error({ err: error }, 'the live projection failed')
    context.terminal.say('`winnow runs` and `winnow show` of other terminals lag behind: the live projection failed. The run goes on.')
  })
  try {
    return await work()
  } finally {
    stop.abort()
    await projection
  }
}
