import type { GatewayContext } from '../gateway-context.ts'
import { keyHolds } from './api-keys.ts'

/**
 * Calls `end` when a key is revoked, within a heartbeat; null: there is no key. For answers that last. What is given back is to be
 * cleared at their end.
 */
export function watchKey(
  { pool, limits, logger }: Pick<GatewayContext, 'pool' | 'limits' | 'logger'>,
  keyId: string | null,
  end: () => void,
): ReturnType<typeof setInterval> | undefined {
  if (keyId === null) return undefined
  const look = async () => {
    if (!(await keyHolds(pool, keyId))) end()
  }
  // A database that is away says nothing of the key: it is asked again.
  const failed = (error: unknown) => logger.warn({ err: error }, 'whether a key still holds could not be asked')
  return setInterval(() => void look().catch(failed), limits.heartbeatMs)
}
