import { setTimeout as sleep } from 'node:timers/promises'
import { JetStreamApiError } from '@nats-io/jetstream'
import { jserrors } from '@nats-io/jetstream/internal'
import { errors } from '@nats-io/transport-node'
import { BrokerUnavailable } from './broker-unavailable.ts'

/** An answer takes a millisecond; none comes while the broker restarts. */
export const answerWithinMs = 2_000
export const pauseMs = 250
/** Together at least 2 s, at most 18 s: long enough for a restart. */
export const attempts = 8

/** No answer, or none that is about what was asked: the broker is away, starts, or elects a leader. */
export function isTransient(error: unknown): boolean {
  if (error instanceof errors.TimeoutError || error instanceof jserrors.JetStreamNotEnabled) return true
  if (error instanceof JetStreamApiError) return error.status === 503
  return error instanceof errors.RequestError && !(error.cause instanceof errors.PermissionViolationError)
}

/** What `ask` gives, asked again while the broker does not answer. Throws BrokerUnavailable when that lasts too long. */
export async function answer<T>(ask: () => Promise<T>, pause: (ms: number) => Promise<unknown> = sleep): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (!isTransient(error)) throw error
      if (attempt === attempts) throw noAnswer(error)
    }
    await pause(pauseMs)
  }
}

/** The broker has been silent for long. */
export function noAnswer(cause: unknown): BrokerUnavailable {
  return new BrokerUnavailable('unreachable', 'The NATS server (NATS_URL) does not answer.', cause)
}
