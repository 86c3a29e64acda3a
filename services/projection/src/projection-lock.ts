import { type DriverLocks, openDriverLocks } from '@winnow/runtime/postgres/driver-lock.ts'
import type { ProjectionLock } from './projection.ts'

/** The name under which the active projection holds its lock among those of drivers; no run can have it. */
export const projectionLockName = '#projection'

/**
 * The lock of the active projection in the database at `url`, for a service: it connects when it is first asked, and again
 * after its connection was lost. `acquire` rejects while the database cannot be reached.
 */
export function openProjectionLock(url: string): ProjectionLock & { close(): Promise<void> } {
  let locks: DriverLocks | null = null
  const close = async () => {
    const held = locks
    locks = null
    await held?.close()
  }
  return {
    acquire: async () => {
      locks ??= await openDriverLocks(url)
      const own = locks
      try {
        const claim = await own.acquire(projectionLockName)
        if (claim.kind === 'held') claim.lost.addEventListener('abort', () => forget(own), { once: true })
        return claim
      } catch (error) {
        forget(own)
        throw error
      }
    },
    close,
  }

  function forget(lost: DriverLocks): void {
    if (locks === lost) locks = null
    lost.close().catch(() => undefined)
  }
}
