import { setTimeout as sleep } from 'node:timers/promises'
import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import { subjectOf } from '@winnow/contracts/flow.ts'
import type { AppendBatch, PreparedEvent } from '../append-batch.ts'
import type { Appended, Conflict } from '../event-log.ts'
import { envelopeText } from '../parted-text.ts'
import type { PublishAck } from './acked-publisher.ts'
import { attempts, isTransient, noAnswer, pauseMs } from './broker-answers.ts'
import type { EventsStream } from './events-stream.ts'
import { readMessage } from './read-message.ts'

/** What the broker said of one event. */
type Published = { readonly seq: number; readonly isNew: boolean }

/**
 * Publishes checked events of one aggregate, in their order, without waiting between them. An event whose answer does not
 * come is sent again with those after it; the broker knows those that it has by their ids. Throws BrokerUnavailable when
 * there is no answer for long: then any part may be stored.
 */
export async function publishEvents(stream: EventsStream, batch: AppendBatch): Promise<Appended | Conflict> {
  const published: Published[] = []
  for (let attempt = 1; published.length < batch.events.length; attempt++) {
    const rest = batch.events.slice(published.length)
    // All are written in one go: when the line breaks, the broker has the first of them or none.
    const answers = await Promise.allSettled(rest.map((event) => publish(stream, batch, event, event.id)))
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 'rejected') {
        if (isConflict(answer.reason)) return await conflict(stream, batch)
        if (!isTransient(answer.reason)) throw answer.reason
        if (attempt === attempts) throw noAnswer(answer.reason)
        break
      }
      published.push(await checked(stream, batch, rest[index], answer.value))
    }
    if (published.length < batch.events.length) await sleep(pauseMs)
  }
  return {
    kind: 'appended',
    version: String(Math.max(...published.map(({ seq }) => seq))),
    recorded: published.filter(({ isNew }) => isNew).length,
  }
}

function publish(stream: EventsStream, batch: AppendBatch, event: PreparedEvent, msgId: string): Promise<PublishAck> {
  return stream.publisher.publish(subjectOf(batch), envelopeText(event), {
    msgId,
    ...(batch.expected === null ? {} : { expectedLastOfSubject: batch.expected }),
  })
}

/**
 * Anybody who may publish could have used our event's id for something else, and the broker would take ours for known. What
 * it has is looked at, and ours is sent under another id when it is not that.
 */
async function checked(stream: EventsStream, batch: AppendBatch, event: PreparedEvent | undefined, answer: PublishAck): Promise<Published> {
  if (!answer.duplicate || event === undefined) return { seq: answer.seq, isNew: !answer.duplicate }
  const stored = await stream.at(answer.seq)
  const read = stored === null ? null : readMessage(stored)
  if (read === null || (read.ok && read.candidate.id === event.id)) return { seq: answer.seq, isNew: false }
  const again = await publish(stream, batch, event, `${event.id} ${answer.seq}`)
  return { seq: again.seq, isNew: !again.duplicate }
}

function isConflict(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamWrongLastSequence
}

async function conflict(stream: EventsStream, batch: AppendBatch): Promise<Conflict> {
  const last = await stream.last(subjectOf(batch))
  return { kind: 'conflict', version: String(last?.seq ?? 0) }
}
