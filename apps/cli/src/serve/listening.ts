import { UsageError } from '@winnow/runs/usage-error.ts'

/**
 * Listens, as `listen` does. A port that cannot be had is the person's to mend, and waiting does not: throws UsageError then, which
 * names `variable`. Other faults are passed on.
 */
export async function listening<T>(variable: string, port: number, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new UsageError(`port ${port} is taken by another process: end that one, or set ${variable} to another port (0: any free one)`)
    if (code === 'EACCES') throw new UsageError(`port ${port} is not for this user: set ${variable} to one from 1024 on`)
    throw error
  }
}
