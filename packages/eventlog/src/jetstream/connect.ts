import { type ConnectionOptions, connect, errors, type NatsConnection } from '@nats-io/transport-node'
import { BrokerUnavailable } from './broker-unavailable.ts'
import { natsAddress } from './nats-address.ts'
import { inboxPrefix } from './permissions.ts'

export type { NatsConnection }

export interface NatsOptions {
  /** NATS_URL: "nats://user:password@host:4222", several servers with commas between them. */
  readonly url: string
  /** Names the connection to who looks at the broker: the service and its instance. */
  readonly name: string
  /** Account of the broker; wins over the one in the address. */
  readonly user?: string
  readonly password?: string
  /** Wait until there is a server, for services that start in any order; false: fail at once. */
  readonly waitForServer: boolean
  /** Where the connection tells how it is: which server, when it is lost, when it is back. A pino logger fits. */
  readonly log?: ConnectionLog
}

export interface ConnectionLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

const connectTimeoutMs = 5_000
const reconnectWaitMs = 250
/** A line that is cut without a word is found after three of these. */
const pingEveryMs = 5_000
const pingsUnanswered = 2

/**
 * Opens a connection to the broker, which then lasts for ever: it reconnects by itself (design §5). Throws
 * BrokerUnavailable, whose message is for a person and never holds a password, when there is no server, the account is
 * refused, or the server runs without JetStream.
 */
export async function connectNats(options: NatsOptions): Promise<NatsConnection> {
  const address = natsAddress(options.url)
  const user = options.user ?? address.user
  const pass = options.password ?? address.password
  const settings: ConnectionOptions = {
    servers: [...address.servers],
    name: options.name,
    timeout: connectTimeoutMs,
    reconnectTimeWait: reconnectWaitMs,
    maxReconnectAttempts: -1,
    waitOnFirstConnect: options.waitForServer,
    // Accounts may be changed while we are connected: that must not end us.
    ignoreAuthErrorAbort: true,
    // A stack for every request costs more than the request.
    noAsyncTraces: true,
    pingInterval: pingEveryMs,
    maxPingOut: pingsUnanswered,
    ...(address.tls ? { tls: {} } : {}),
    ...(address.token === undefined ? {} : { token: address.token }),
    ...(user === undefined ? {} : { user, inboxPrefix: inboxPrefix(user) }),
    ...(pass === undefined ? {} : { pass }),
  }
  const nc = await opened(settings, address.shown)
  if (nc.info?.jetstream !== true) {
    await nc.close()
    throw new BrokerUnavailable(
      'no-jetstream',
      `The NATS server ${address.shown} runs without JetStream. Start it with -js (or "jetstream {}" in its configuration).`,
    )
  }
  if (options.log !== undefined) {
    options.log.info({ server: address.shown, version: nc.info.version }, 'connected to NATS')
    void tellStatus(nc, address.shown, options.log)
  }
  return nc
}

async function opened(settings: ConnectionOptions, shown: string): Promise<NatsConnection> {
  try {
    return await connect(settings)
  } catch (error) {
    if (error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError) {
      const who = settings.user === undefined ? 'without an account' : `for ${settings.user}`
      throw new BrokerUnavailable(
        'refused',
        `The NATS server ${shown} refused the connection ${who}: check user and password in NATS_URL.`,
        error,
      )
    }
    const why = error instanceof Error ? error.message : String(error)
    throw new BrokerUnavailable(
      'unreachable',
      `The NATS server ${shown} (NATS_URL) cannot be reached: ${why}. Is it running, and is the address right?`,
      error,
    )
  }
}

/** Tells of every change of the connection until it is closed. */
async function tellStatus(nc: NatsConnection, server: string, log: ConnectionLog): Promise<void> {
  for await (const status of nc.status()) {
    if (status.type === 'disconnect') log.warn({ server }, 'connection to NATS lost; reconnecting')
    if (status.type === 'reconnect') log.info({ server, version: nc.info?.version }, 'connected to NATS again')
    if (status.type === 'error') log.warn({ server, error: status.error.message }, 'NATS refused something')
  }
}
