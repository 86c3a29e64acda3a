import { JetStreamApiError } from '@nats-io/jetstream'
import { jserrors } from '@nats-io/jetstream/internal'
import { createInbox, errors, headers, type Msg, type NatsConnection, NatsConnectionImpl, nuid } from '@nats-io/transport-node'
import { z } from 'zod'
import { answerWithinMs } from './broker-answers.ts'

/** The broker has the message: at `seq`, and since when it came before, if `duplicate`. */
export interface PublishAck {
  readonly seq: number
  readonly duplicate: boolean
}

export interface PublishOptions {
  /** By which the broker knows a message that comes again. */
  readonly msgId: string
  /** The sequence of the subject's last message; 0: it has none. */
  readonly expectedLastOfSubject?: number
  /** The sequence of the stream's last message; 0: it has none. */
  readonly expectedLast?: number
}

interface Waiting {
  readonly subject: string
  readonly until: number
  readonly resolve: (ack: PublishAck) => void
  readonly reject: (error: unknown) => void
}

const reply = z.union([
  z.object({ seq: z.number().int().positive(), duplicate: z.boolean().default(false) }),
  z.object({ error: z.object({ code: z.number(), err_code: z.number(), description: z.string() }) }),
])

const lookEveryMs = 250

/**
 * Publishes to a stream and gives what the stream answers. The client's own `publish` makes two timers and an error with its
 * stack for every message: at thousands of events a second that is as much work as all else in the client.
 */
export class AckedPublisher {
  readonly #nc: NatsConnection
  readonly #waiting = new Map<string, Waiting>()
  #inbox: string | null = null
  #count = 0
  #look: ReturnType<typeof setInterval> | undefined

  constructor(nc: NatsConnection) {
    this.#nc = nc
    void this.#hearRefusals()
  }

  /**
   * Sends the message at once, before this returns. Rejects with JetStreamApiError when the stream refuses it,
   * JetStreamNotEnabled when there is no stream, PermissionViolationError when the account may not publish there, TimeoutError
   * when no answer comes.
   */
  publish(subject: string, payload: string, { msgId, expectedLastOfSubject, expectedLast }: PublishOptions): Promise<PublishAck> {
    const { promise, resolve, reject } = Promise.withResolvers<PublishAck>()
    this.#count += 1
    const token = String(this.#count)
    const sent = headers()
    sent.set('Nats-Msg-Id', msgId)
    if (expectedLastOfSubject !== undefined) sent.set('Nats-Expected-Last-Subject-Sequence', String(expectedLastOfSubject))
    if (expectedLast !== undefined) sent.set('Nats-Expected-Last-Sequence', String(expectedLast))
    try {
      this.#inbox ??= this.#listen()
      this.#nc.publish(subject, payload, { reply: `${this.#inbox}.${token}`, headers: sent })
    } catch (error) {
      reject(error)
      return promise
    }
    this.#waiting.set(token, { subject, until: performance.now() + answerWithinMs, resolve, reject })
    this.#look ??= setInterval(() => this.#giveUp(), lookEveryMs)
    return promise
  }

  #listen(): string {
    const inbox = `${createInbox(this.#nc instanceof NatsConnectionImpl ? this.#nc.options.inboxPrefix : undefined)}.${nuid.next()}`
    this.#nc.subscribe(`${inbox}.*`, {
      callback: (error, message) => {
        if (error === null) return this.#answer(message)
        // The account may not hear the answers.
        this.#inbox = null
        this.#fail(error, () => true)
      },
    })
    return inbox
  }

  #answer(message: Msg): void {
    const token = message.subject.slice(message.subject.lastIndexOf('.') + 1)
    const waiting = this.#waiting.get(token)
    // An answer that nobody waits for any more.
    if (waiting === undefined) return
    this.#remove(token)
    if (message.headers?.code === 503) {
      waiting.reject(new jserrors.JetStreamNotEnabled('no stream takes the message'))
      return
    }
    try {
      const told = reply.parse(message.json())
      if ('error' in told) waiting.reject(new JetStreamApiError(told.error))
      else waiting.resolve(told)
    } catch (error) {
      waiting.reject(error)
    }
  }

  /** Those wait longest who came first. */
  #giveUp(): void {
    const closed = this.#nc.isClosed()
    const now = performance.now()
    for (const [token, { until, reject }] of this.#waiting) {
      if (until > now && !closed) return
      this.#remove(token)
      reject(closed ? new errors.ClosedConnectionError() : new errors.TimeoutError())
    }
  }

  /** What the account may not publish gets no answer; the server tells the connection. */
  async #hearRefusals(): Promise<void> {
    for await (const status of this.#nc.status()) {
      if (status.type !== 'error' || !(status.error instanceof errors.PermissionViolationError)) continue
      const { operation, subject } = status.error
      if (operation === 'publish') this.#fail(status.error, (waiting) => waiting.subject === subject)
    }
  }

  #fail(error: Error, concerned: (waiting: Waiting) => boolean): void {
    for (const [token, waiting] of this.#waiting) {
      if (!concerned(waiting)) continue
      this.#remove(token)
      waiting.reject(error)
    }
  }

  #remove(token: string): void {
    this.#waiting.delete(token)
    if (this.#waiting.size > 0) return
    clearInterval(this.#look)
    this.#look = undefined
  }
}
