import { type Logger as PinoLogger, pino } from 'pino'

export type Logger = Pick<PinoLogger, 'error' | 'warn' | 'info' | 'debug'>

/** Fields that could hold secrets; they never reach a log. */
const secret = ['apiKey', 'authorization', 'password', 'key', 'token', 'databaseUrl']

/** JSON logs on standard error, so that standard output stays the command's own. */
export function createLogger(level: 'silent' | 'error' | 'warn' | 'info' | 'debug'): Logger {
  const paths = secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  return pino({ level, redact: { paths, censor: '[secret]' } }, pino.destination({ fd: 2, sync: true }))
}
