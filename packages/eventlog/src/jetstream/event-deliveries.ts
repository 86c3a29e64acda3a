import { AckPolicy, DeliverPolicy, type JsMsg } from '@nats-io/jetstream'
import { jserrors } from '@nats-io/jetstream/internal'
import { nanos } from '@nats-io/transport-node'
import type { DeliverySource } from '../competing-consumer.ts'
import type { ConsumerFilter } from '../event-log.ts'
import type { EventsStream } from './events-stream.ts'
import { type JetStreamClaim, JetStreamDeliveries } from './jetstream-deliveries.ts'
import type { BrokerMessage } from './read-message.ts'
import { ackWaitMs, eventsStream } from './topology.ts'

/**
 * The deliveries of one consumer group over EVENTS: a durable consumer of the group's name. It has a filter for one
 * aggregate; a server of 2.9 knows no list of them, so with several the others are taken and passed over here.
 */
export class EventDeliveries<E> implements DeliverySource<E, JetStreamClaim<E>> {
  readonly #stream: EventsStream
  readonly #group: string
  readonly #filter: ConsumerFilter
  /** The event of a message with its place, or null when it has none or does not parse. */
  readonly #find: (message: BrokerMessage) => Promise<E | null>
  readonly #matches: (event: E) => boolean
  readonly #messages: JetStreamDeliveries<JsMsg>
  #ready: Promise<void> | null = null

  constructor(
    stream: EventsStream,
    group: string,
    filter: ConsumerFilter,
    find: (message: BrokerMessage) => Promise<E | null>,
    matches: (event: E) => boolean,
    onError: (error: unknown) => void,
  ) {
    this.#stream = stream
    this.#group = group
    this.#filter = filter
    this.#find = find
    this.#matches = matches
    this.#messages = new JetStreamDeliveries<JsMsg>(stream.nc, eventsStream, group, (message) => message, onError)
  }

  async claim(limit: number, signal: AbortSignal): Promise<{ claimed: JetStreamClaim<E>[]; nextInMs: number | null }> {
    await this.#consumerMade()
    const { claimed, nextInMs } = await this.#messages.claim(limit, signal)
    const wanted: JetStreamClaim<E>[] = []
    for (const claim of claimed) {
      const { message } = claim
      const event = await this.#find({ seq: message.seq, subject: message.subject, payload: message.data, at: message.time.getTime() })
      if (event !== null && this.#matches(event)) wanted.push({ ...claim, item: event })
      else await this.#messages.finish(claim)
    }
    return { claimed: wanted, nextInMs }
  }

  extend(claim: JetStreamClaim<E>): Promise<void> {
    return this.#messages.extend(messageOf(claim))
  }

  finish(claim: JetStreamClaim<E>): Promise<void> {
    return this.#messages.finish(messageOf(claim))
  }

  release(claim: JetStreamClaim<E>, delayMs: number): Promise<void> {
    return this.#messages.release(messageOf(claim), delayMs)
  }

  /** Makes the group's consumer when there is none. */
  async #consumerMade(): Promise<void> {
    this.#ready ??= this.#make()
    try {
      await this.#ready
    } catch (error) {
      this.#ready = null
      throw error
    }
  }

  async #make(): Promise<void> {
    await this.#stream.known()
    const { consumers } = await this.#stream.manager()
    const [aggregate, ...others] = this.#filter.aggregates
    const filter = aggregate === undefined || others.length > 0 ? undefined : `research.*.*.${aggregate}`
    try {
      await consumers.info(eventsStream, this.#group)
    } catch (error) {
      if (!(error instanceof jserrors.ConsumerNotFoundError)) throw error
      await consumers.add(eventsStream, {
        durable_name: this.#group,
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(ackWaitMs),
        deliver_policy: DeliverPolicy.All,
        // Deliveries are counted, and ended, by the consumer of the log.
        max_deliver: -1,
        ...(filter === undefined ? {} : { filter_subject: filter }),
      })
    }
  }
}

function messageOf<E>({ id, delivery, message }: JetStreamClaim<E>): JetStreamClaim<JsMsg> {
  return { id, delivery, message, item: message }
}
