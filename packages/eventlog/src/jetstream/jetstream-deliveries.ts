import { setTimeout as wait } from 'node:timers/promises'
import { type Consumer, type JsMsg, jetstream } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Claimed, DeliverySource } from '../competing-consumer.ts'
import { reasonOf } from '../retry-policy.ts'

/** How long one pull waits for a message, and how often the broker says meanwhile that it knows of it: two signs missed end it. */
const pull = { max_messages: 1, expires: 10_000, idle_heartbeat: 2_000 }

/** How long the broker has to answer a question of ours: one that is away does not. */
const answerMs = 2_000

/**
 * An end that the broker does not confirm is told again, as it may be starting anew or choosing another leader: after 0.25 s,
 * 0.5 s, 0.75 s … 11 s in all.
 */
const ackTries = 10
const ackPauseMs = 250

/** One message of a durable consumer, with what was in it. */
export interface JetStreamClaim<T> extends Claimed<T> {
  readonly message: JsMsg
}

/**
 * The messages of a durable pull consumer, taken one by one as there is room for them, so that none waits in a busy
 * process. A message that `read` throws on is told to `onError` and is gone.
 */
export class JetStreamDeliveries<T> implements DeliverySource<T, JetStreamClaim<T>> {
  readonly #nc: NatsConnection
  readonly #stream: string
  readonly #name: string
  readonly #read: (message: JsMsg) => T
  readonly #onError: (error: unknown) => void
  #consumer: Promise<Consumer> | null = null

  constructor(nc: NatsConnection, stream: string, name: string, read: (message: JsMsg) => T, onError: (error: unknown) => void) {
    this.#nc = nc
    this.#stream = stream
    this.#name = name
    this.#read = read
    this.#onError = onError
  }

  /** Waits for a message, as a pull does; none when there was none for the time of the pull, or when `signal` is aborted. */
  async claim(_limit: number, signal: AbortSignal): Promise<{ claimed: JetStreamClaim<T>[]; nextInMs: number | null }> {
    const message = await this.#pull(signal)
    if (message === null) return { claimed: [], nextInMs: 0 }
    if (signal.aborted) {
      message.nak()
      return { claimed: [], nextInMs: null }
    }
    try {
      const item = this.#read(message)
      return { claimed: [{ id: String(message.seq), item, delivery: message.info.deliveryCount, message }], nextInMs: 0 }
    } catch (error) {
      await this.#ack(message)
      this.#onError(new Error(`${message.subject} held no work and was dropped: ${reasonOf(error)}`, { cause: error }))
      return { claimed: [], nextInMs: 0 }
    }
  }

  async extend({ message }: JetStreamClaim<T>): Promise<void> {
    message.working()
  }

  async finish({ message }: JetStreamClaim<T>): Promise<void> {
    await this.#ack(message)
  }

  async release({ message }: JetStreamClaim<T>, delayMs: number): Promise<void> {
    message.nak(delayMs)
  }

  /** Resolves when the broker has taken the message off. The client's own `ackAck` tries just once. */
  async #ack(message: JsMsg): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#nc.request(ackSubject(message), '+ACK', { timeout: answerMs })
        return
      } catch (error) {
        if (tries === ackTries || this.#nc.isClosed()) throw error
        await wait(ackPauseMs * tries)
      }
    }
  }

  async #pull(signal: AbortSignal): Promise<JsMsg | null> {
    try {
      this.#consumer ??= jetstream(this.#nc, { timeout: answerMs }).consumers.get(this.#stream, this.#name)
      const messages = await (await this.#consumer).fetch(pull)
      const stop = () => messages.stop()
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
      try {
        for await (const message of messages) return message
        return null
      } finally {
        signal.removeEventListener('abort', stop)
      }
    } catch (error) {
      this.#consumer = null
      throw new Error(`consumer ${this.#name} of ${this.#stream}: ${reasonOf(error)}`, { cause: error })
    }
  }
}

/** Where the broker hears of a message; the client has it, but its type does not tell. */
function ackSubject(message: JsMsg): string {
  if (!('reply' in message) || typeof message.reply !== 'string') throw new Error('the client gave a message without its reply subject')
  return message.reply
}
