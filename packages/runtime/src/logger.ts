import { type Logger as PinoLogger, pino } from 'pino'
import { createSecretHider } from './hide-secrets.ts'
import { activePlace } from './telemetry/active-place.ts'

export type Logger = Pick<PinoLogger, 'error' | 'warn' | 'info' | 'debug'>

/** Fields that could hold secrets; they never reach a log, whatever they hold. */
const secret = ['apiKey', 'authorization', 'password', 'key', 'token', 'databaseUrl']

/**
 * JSON logs on standard error, so that standard output stays the command's own. Each line has the trace, the run and the work that
 * it is about, as far as there are any. `secrets`: values that no line shows (see `secretsIn`).
 */
export function createLogger(level: 'silent' | 'error' | 'warn' | 'info' | 'debug', secrets: readonly string[] = []): Logger {
  const paths = secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  return pino(
    {
      level,
      redact: { paths, censor: '[secret]' },
      mixin: () => ({ ...activePlace() }),
      hooks: { streamWrite: createSecretHider(secrets) },
    },
    pino.destination({ fd: 2, sync: true }),
  )
}
