import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type ArchiveState, archiveState } from './archive-state.ts'
import { placeEvent, type RunHead } from './place-event.ts'
import { type BrokerMessage, type Candidate, type ReadMessage, type Refusal, readMessage } from './read-message.ts'
import type { PlacedEvent } from './run-events.ts'

export interface RefusedMessage {
  readonly message: BrokerMessage
  readonly refusal: Refusal
}

/** What a batch of messages came to. Between `from` and `through` lie the sequences of its messages in the stream. */
export interface PlacedBatch {
  readonly kind: 'placed'
  readonly from: number
  readonly through: number
  /** Sequence in the log of the event before the first of `events`. */
  readonly seq: number
  readonly events: readonly (PlacedEvent & { readonly candidate: Candidate })[]
  readonly refused: readonly RefusedMessage[]
}

/** The archive has gone past the place where the batch begins: what lies between is read there, then the batch again. */
export interface Overtaken {
  readonly kind: 'overtaken'
  /** The sequences in the log that have to be read from the archive: after `after`, up to `through`. */
  readonly after: number
  readonly through: number
}

/**
 * Places the messages of a stream from where the archive stood: the state between two batches. What the archive has copied
 * meanwhile is forgotten here and looked up there, so memory is bounded by how far the archive lags.
 */
export class Placer {
  readonly #pool: Pool
  /** The last message placed. */
  #position: number
  /** The sequence in the log of the last event placed. */
  #seq: number
  /** Where runs stand that the archive does not know as far, by the run's last message, oldest first. */
  readonly #heads = new Map<string, RunHead & { readonly last: number }>()
  /** Ids of events that the archive does not know yet, with their message, oldest first. */
  readonly #ids = new Map<string, number>()
  /** Throws when the archive is that of another stream. */
  readonly #check: (state: ArchiveState) => void

  constructor(pool: Pool, start: ArchiveState, check: (state: ArchiveState) => void) {
    this.#pool = pool
    this.#position = start.checkpoint?.seq ?? 0
    this.#seq = start.seq
    this.#check = check
  }

  get position(): number {
    return this.#position
  }

  get seq(): number {
    return this.#seq
  }

  /** Places messages, in the order of the stream; those up to `position` are passed over. Throws when the archive cannot be read. */
  async place(messages: readonly BrokerMessage[]): Promise<PlacedBatch | Overtaken> {
    const fresh = await readInSlices(messages.filter(({ seq }) => seq > this.#position))
    const candidates = fresh.flatMap(({ read }) => (read.ok ? [read.candidate] : []))
    const runs = new Set(candidates.map(({ event }) => event.runId).filter((runId) => !this.#heads.has(runId)))
    const ids = candidates.map(({ id }) => id).filter((id) => !this.#ids.has(id))
    const state = await archiveState(this.#pool, { runs: [...runs], ids })
    this.#check(state)
    const archived = state.checkpoint?.seq ?? 0
    if (archived > this.#position) return this.#overtaken(archived, state.seq)

    const from = this.#position
    const before = this.#seq
    const events: (PlacedEvent & { readonly candidate: Candidate })[] = []
    const refused: RefusedMessage[] = []
    for (const { message, read } of fresh) {
      this.#position = message.seq
      if (!read.ok) {
        refused.push({ message, refusal: read.refusal })
        continue
      }
      const { candidate } = read
      const { runId } = candidate.event
      const placement = placeEvent(
        candidate,
        {
          head: this.#heads.get(runId) ?? state.heads.get(runId) ?? null,
          deleted: state.deleted.has(runId),
          known: this.#ids.has(candidate.id) || state.known.has(candidate.id),
        },
        this.#seq + 1,
      )
      if (placement.kind === 'refused') refused.push({ message, refusal: placement.refusal })
      if (placement.kind !== 'placed') continue
      this.#seq += 1
      this.#ids.set(candidate.id, message.seq)
      this.#heads.delete(runId)
      this.#heads.set(runId, { ...placement.head, last: message.seq })
      events.push({ candidate, stored: placement.stored })
    }
    this.#forget(archived)
    return { kind: 'placed', from, through: this.#position, seq: before, events, refused }
  }

  #overtaken(archived: number, seq: number): Overtaken {
    const after = this.#seq
    this.#position = archived
    this.#seq = seq
    this.#heads.clear()
    this.#ids.clear()
    return { kind: 'overtaken', after, through: seq }
  }

  /** Forgets what the archive has up to this message. */
  #forget(archived: number): void {
    for (const [runId, { last }] of this.#heads) {
      if (last > archived) break
      this.#heads.delete(runId)
    }
    for (const [id, last] of this.#ids) {
      if (last > archived) break
      this.#ids.delete(id)
    }
  }
}

/** Messages read before others have their turn: a large batch must not hold up appends, while the broker waits for them. */
const slice = 64

async function readInSlices(messages: readonly BrokerMessage[]): Promise<{ message: BrokerMessage; read: ReadMessage }[]> {
  const read: { message: BrokerMessage; read: ReadMessage }[] = []
  for (const message of messages) {
    if (read.length > 0 && read.length % slice === 0) await nextTurn()
    read.push({ message, read: readMessage(message) })
  }
  return read
}
