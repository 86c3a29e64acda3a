/** Node's errors of a connection that cannot be made, or was cut. */
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** PostgreSQL: connection exceptions (class 08), shutdown, crash, starting up, too many connections. */
const sqlStates = /^(?:08...|57P0[1-3]|53300)$/

/** What the pg client says without a code. */
const databaseWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

/** The names of the NATS client's errors of a broker that is away. */
const brokerErrors = new Set(['ConnectionError', 'ClosedConnectionError', 'DrainingConnectionError', 'TimeoutError', 'NoRespondersError'])

/** What our own code makes of such errors. */
const ourErrors = new Set(['BrokerUnavailable', 'DatabaseUnavailable'])

/**
 * Whether something thrown says that the database or the broker is away for now: no fault of the work at hand, which can be
 * done once they are back. Looks at causes and parts too.
 */
export function isUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const code = 'code' in thrown ? String(thrown.code) : ''
  if (connectionCodes.has(code) || sqlStates.test(code) || databaseWords.test(thrown.message)) return true
  if (brokerErrors.has(thrown.name) || ourErrors.has(thrown.name)) return true
  if (thrown instanceof AggregateError && thrown.errors.some(isUnavailable)) return true
  return isUnavailable(thrown.cause)
}
