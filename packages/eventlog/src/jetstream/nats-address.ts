import { BrokerUnavailable } from './broker-unavailable.ts'

export interface NatsAddress {
  /** host:port of each server. */
  readonly servers: readonly string[]
  readonly tls: boolean
  readonly user?: string
  readonly password?: string
  /** A user name without a password is a token, as NATS' own tools read it. */
  readonly token?: string
  /** What may be shown to a person: no user, no secret. */
  readonly shown: string
}

const defaultPort = '4222'

/**
 * Reads NATS_URL: servers with commas between them, the account in the first that names one. "nats://" may be left out.
 * Throws BrokerUnavailable when it is no address; the message does not repeat it, as it may hold a secret.
 */
export function natsAddress(url: string): NatsAddress {
  const parts = url.split(',').map((part) => parsed(part.trim()))
  const servers = parts.map(({ hostname, port }) => `${hostname}:${port === '' ? defaultPort : port}`)
  const account = parts.find(({ username }) => username !== '')
  const credentials =
    account === undefined
      ? {}
      : account.password === ''
        ? { token: decoded(account.username) }
        : { user: decoded(account.username), password: decoded(account.password) }
  return { servers, tls: parts.some(({ protocol }) => protocol === 'tls:'), ...credentials, shown: servers.join(', ') }
}

function parsed(part: string): URL {
  const text = /^[a-z]+:\/\//.test(part) ? part : `nats://${part}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.hostname === '' || !['nats:', 'tls:'].includes(url.protocol)) {
    throw new BrokerUnavailable(
      'bad-address',
      'NATS_URL is not the address of a NATS server; one looks like nats://user:password@host:4222',
    )
  }
  return url
}

/** A password with a percent sign that nobody has written as %25 is taken as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
