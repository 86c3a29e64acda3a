import { type DriverLocks, openDriverLocks } from './driver-lock.ts'

/**
 * Driver locks for a process that outlives its database connections: after a connection is lost, and its locks with it, the
 * next question opens another. Throws, as every question does, while the database cannot be reached.
 */
export function lastingDriverLocks(url: string): Pick<DriverLocks, 'acquire' | 'undriven' | 'isDriven' | 'close'> {
  let current: DriverLocks | null = null
  let opening: Promise<DriverLocks> | null = null
  const open = async (): Promise<DriverLocks> => {
    if (current !== null && !current.lost.aborted) return current
    opening ??= openDriverLocks(url).finally(() => {
      opening = null
    })
    current = await opening
    return current
  }
  return {
    acquire: async (runId) => (await open()).acquire(runId),
    undriven: async (runIds) => (await open()).undriven(runIds),
    isDriven: async (runId) => (await open()).isDriven(runId),
    close: async () => {
      await current?.close()
    },
  }
}
