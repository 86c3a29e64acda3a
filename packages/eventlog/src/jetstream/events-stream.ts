import { type JetStreamManager, jetstreamManager, type StoredMsg } from '@nats-io/jetstream'
import { jserrors } from '@nats-io/jetstream/internal'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Pool } from 'pg'
import { AckedPublisher } from './acked-publisher.ts'
import { type ArchiveState, archiveState } from './archive-state.ts'
import { answer, answerWithinMs } from './broker-answers.ts'
import { BrokerUnavailable } from './broker-unavailable.ts'
import type { BrokerMessage } from './read-message.ts'
import { eventsStream } from './topology.ts'

/** The stream of a broker as it stands. */
export interface StreamStanding {
  /** When it was made, as the broker writes it: which of all streams of that name it is. */
  readonly created: string
  /** Its newest message; 0 when it never had one. */
  readonly lastSeq: number
}

/**
 * The stream EVENTS of one broker beside the archive that copies it. Single messages are asked of the stream's leader, not
 * of any replica (direct get): who has seen a version there must find the event that made it.
 */
export class EventsStream {
  readonly nc: NatsConnection
  readonly publisher: AckedPublisher
  readonly #pool: Pool
  #manager: Promise<JetStreamManager> | null = null
  #known: Promise<StreamStanding> | null = null

  constructor(nc: NatsConnection, pool: Pool) {
    this.nc = nc
    this.#pool = pool
    this.publisher = new AckedPublisher(nc)
    void this.#forgetOnReconnect()
  }

  manager(): Promise<JetStreamManager> {
    this.#manager ??= jetstreamManager(this.nc, { checkAPI: false, timeout: answerWithinMs })
    return this.#manager
  }

  /**
   * The stream, checked against the archive once per connection: after a reconnect there may be another broker. Throws
   * BrokerUnavailable when there is no stream or it is not the one that was archived.
   */
  known(): Promise<StreamStanding> {
    if (this.#known !== null) return this.#known
    const known = this.#checked()
    this.#known = known
    // What failed is asked again by the next.
    known.catch(() => {
      if (this.#known === known) this.#known = null
    })
    return known
  }

  /** Throws when the archive is that of another stream than the given one. */
  checkArchive(stream: Pick<StreamStanding, 'created'>, { checkpoint }: ArchiveState): void {
    if (checkpoint === null) return
    if (checkpoint.stream !== eventsStream || checkpoint.created !== stream.created) {
      throw otherBroker(`its stream ${eventsStream} was made at ${stream.created}, the archived one at ${checkpoint.created}`)
    }
  }

  /** The stream as it stands now. Throws BrokerUnavailable when there is none. */
  async standing(): Promise<StreamStanding> {
    const { created, state } = await this.#ask(async () => (await this.manager()).streams.info(eventsStream))
    return { created, lastSeq: state.last_seq }
  }

  /** The first message from `from` on whose subject matches; null when there is none. */
  async next(from: number, subject: string): Promise<BrokerMessage | null> {
    return this.#message({ seq: from, next_by_subj: subject })
  }

  /** The newest message of a subject; null when there is none. */
  async last(subject: string): Promise<BrokerMessage | null> {
    return this.#message({ last_by_subj: subject })
  }

  /** The message of a sequence; null when there is none. */
  async at(seq: number): Promise<BrokerMessage | null> {
    return this.#message({ seq })
  }

  async #message(query: { seq: number; next_by_subj: string } | { last_by_subj: string } | { seq: number }): Promise<BrokerMessage | null> {
    const stored = await this.#ask(async () => (await this.manager()).streams.getMessage(eventsStream, query))
    return stored === null ? null : messageOf(stored)
  }

  async #ask<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await answer(ask)
    } catch (error) {
      if (error instanceof jserrors.StreamNotFoundError) throw missingStream(error)
      throw error
    }
  }

  async #checked(): Promise<StreamStanding> {
    // In this order: meanwhile the stream may grow past what was archived, never the other way round.
    const archive = await archiveState(this.#pool)
    const stream = await this.standing()
    this.checkArchive(stream, archive)
    const archived = archive.checkpoint?.seq ?? 0
    if (stream.lastSeq < archived) {
      throw otherBroker(`its stream ${eventsStream} ends at message ${stream.lastSeq}, ${archived} are archived`)
    }
    return stream
  }

  async #forgetOnReconnect(): Promise<void> {
    for await (const status of this.nc.status()) if (status.type === 'reconnect') this.#known = null
  }
}

function messageOf({ seq, subject, data, time }: StoredMsg): BrokerMessage {
  return { seq, subject, payload: data, at: time.getTime() }
}

/** There is no stream EVENTS. */
export function missingStream(cause?: unknown): BrokerUnavailable {
  return new BrokerUnavailable('no-stream', `The broker has no stream ${eventsStream}. Make it with "winnow nats setup".`, cause)
}

function otherBroker(how: string): BrokerUnavailable {
  return new BrokerUnavailable(
    'other-broker',
    `This is not the broker whose events are in the database: ${how}. If its data is lost, remove the stream, make it anew with "winnow nats setup", and put the events back with "winnow nats restore".`,
  )
}
