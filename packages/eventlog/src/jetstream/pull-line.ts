import { createInbox, type Msg, type NatsConnection, NatsConnectionImpl, nanos, type Subscription } from '@nats-io/transport-node'
import type { BrokerMessage } from './read-message.ts'

/** Messages asked for and not yet taken: as many as were these bytes at the size of the last ones, within these limits. */
const windowBytes = 8 * 1024 * 1024
const mostMessages = 2_048
const fewestMessages = 64
const pullMs = 30_000
const heartbeatMs = 500
/** Three heartbeats left out: the line is cut, or the consumer is gone. */
const silentMs = 3 * heartbeatMs
/** Statuses after which the pull is over, and the consumer still there: nothing more (404), time over (408). */
const pullOver: readonly number[] = [404, 408]

/**
 * One consumer's messages, from its first to where the line breaks. The client's own `consume` asks for more as messages
 * come in, not as they are taken, so a slow reader of a long stream would have it all in memory; hence this.
 */
export class PullLine {
  readonly #nc: NatsConnection
  readonly #pullSubject: string
  readonly #inbox: string
  readonly #subscription: Subscription
  readonly #onClose: () => void
  #buffer: BrokerMessage[] = []
  #window = fewestMessages
  #asked = 0
  #delivered = 0
  #heardAt = performance.now()
  #broken = false
  #resume: (() => void) | null = null

  constructor(nc: NatsConnection, stream: string, consumer: string, onClose: () => void) {
    this.#nc = nc
    this.#pullSubject = `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`
    this.#inbox = createInbox(nc instanceof NatsConnectionImpl ? nc.options.inboxPrefix : undefined)
    this.#onClose = onClose
    this.#subscription = nc.subscribe(this.#inbox, { callback: (error, message) => this.#receive(error, message) })
  }

  /** What has come, at least one message; null when the line is broken or `signal` is aborted. */
  async next(signal: AbortSignal): Promise<readonly BrokerMessage[] | null> {
    while (!signal.aborted) {
      const batch = this.#buffer
      this.#buffer = []
      if (batch.length > 0) this.#window = windowFor(batch)
      if (!this.#broken && this.#asked <= this.#window / 2) this.#pull()
      if (batch.length > 0) return batch
      if (this.#broken || performance.now() - this.#heardAt > silentMs) return null
      await this.#wait(signal)
    }
    return null
  }

  close(): void {
    this.#broken = true
    if (!this.#nc.isClosed()) {
      this.#subscription.unsubscribe()
      this.#onClose()
    }
  }

  #pull(): void {
    if (this.#nc.isClosed()) {
      this.#broken = true
      return
    }
    const batch = this.#window - this.#asked
    if (this.#asked === 0) this.#heardAt = performance.now()
    this.#asked += batch
    const request = { batch, expires: nanos(pullMs), idle_heartbeat: nanos(heartbeatMs) }
    this.#nc.publish(this.#pullSubject, JSON.stringify(request), { reply: this.#inbox })
  }

  #receive(error: Error | null, message: Msg): void {
    this.#heardAt = performance.now()
    if (error !== null) this.#broken = true
    else if (message.subject === this.#inbox) this.#status(message)
    else this.#message(message)
    this.#resume?.()
  }

  #status({ headers }: Msg): void {
    const code = headers?.code ?? 0
    if (code === 100) return
    const left = /^\d+$/.exec(headers?.get('Nats-Pending-Messages') ?? '')?.[0]
    if (!pullOver.includes(code) || left === undefined) this.#broken = true
    else this.#asked = Math.max(0, this.#asked - Number(left))
  }

  #message({ subject, data, reply }: Msg): void {
    if (this.#broken) return
    const { seq, delivery, at } = deliveryIn(reply ?? '')
    // The server sent one that did not come: what follows waits until a new consumer gives it.
    if (delivery !== this.#delivered + 1) {
      this.#broken = true
      return
    }
    this.#delivered = delivery
    this.#asked -= 1
    this.#buffer.push({ seq, subject, payload: data, at })
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, silentMs)
    const resolveOnAbort = () => resolve()
    signal.addEventListener('abort', resolveOnAbort)
    this.#resume = resolve
    await promise
    this.#resume = null
    signal.removeEventListener('abort', resolveOnAbort)
    clearTimeout(timer)
  }
}

function windowFor(batch: readonly BrokerMessage[]): number {
  const bytes = batch.reduce((sum, { payload }) => sum + payload.length, 0) / batch.length
  return Math.max(fewestMessages, Math.min(mostMessages, Math.floor(windowBytes / Math.max(1, bytes))))
}

/** Reads "$JS.ACK.[domain.account.]stream.consumer.tries.seq.delivery.nanoseconds.pending[.token]". */
function deliveryIn(reply: string): { readonly seq: number; readonly delivery: number; readonly at: number } {
  const tokens = reply.split('.')
  const shift = tokens.length > 9 ? 2 : 0
  const number = (index: number) => Number(tokens[index + shift])
  return { seq: number(5), delivery: number(6), at: Math.floor(number(7) / 1e6) }
}
