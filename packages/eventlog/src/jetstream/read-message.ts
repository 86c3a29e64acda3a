import { type Envelope, envelope, maxEventBytes } from '@winnow/contracts/envelope.ts'
import { subjectOf } from '@winnow/contracts/flow.ts'
import { type EventType, eventDefinitions } from '@winnow/contracts/registry.ts'
import { hasOwnId, isKey } from '../event-id.ts'
import { type PartedText, partedText } from '../parted-text.ts'

/** A message of the stream EVENTS, as the broker gives it. */
export interface BrokerMessage {
  readonly seq: number
  readonly subject: string
  readonly payload: Uint8Array
  /** When the broker stored it, ms since 1970. */
  readonly at: number
}

/** Why a message gets no place in any run. The first five are seen in the message alone, the others in its run. */
export type RefusalReason = 'oversized' | 'not-json' | 'no-envelope' | 'disagrees' | 'unfit' | 'other-workspace' | 'run-deleted'

export interface Refusal {
  readonly reason: RefusalReason
  readonly detail: string
}

/** An event that may get a place: a well-formed envelope that agrees with its subject, and its text around the position. */
export interface Candidate {
  readonly id: string
  readonly event: Envelope
  readonly text: PartedText
}

export type ReadMessage = { readonly ok: true; readonly candidate: Candidate } | { readonly ok: false; readonly refusal: Refusal }

/** Levels of arrays and objects in an event. Far more than any event has, far less than would exhaust a stack. */
export const maxDepth = 100

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Whether a message can be given a place in its run, by the message alone. Whether its type is known and its data fit is no
 * matter here: such an event gets its place and is quarantined when it is read (design §3). Pure, so that all who read the
 * stream, and the archiver, say the same of the same bytes. A type is as long as its key lets it be.
 */
export function readMessage({ subject, payload }: Pick<BrokerMessage, 'subject' | 'payload'>): ReadMessage {
  if (payload.length > maxEventBytes) return refused('oversized', `${payload.length} bytes`)
  const json = jsonOf(payload)
  if (!json.ok) return refused('not-json', json.detail)
  const checked = envelope.safeParse(json.value)
  if (!checked.success)
    return refused('no-envelope', checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  const event = whole(json.value, checked.data)
  if (!isKey(event.type)) return refused('no-envelope', 'type: not a name')
  if (subject !== subjectOf(event)) return refused('disagrees', `subject: the event says ${subjectOf(event)}`)
  const misplaced = misplacement(event)
  if (misplaced !== null) return refused('disagrees', misplaced)
  if (!hasOwnId(event)) return refused('disagrees', `id: ${event.id} is not that of key ${event.key}`)
  const unfit = unfitness(event.data, maxDepth - 1)
  if (unfit !== null) return refused('unfit', unfit)
  const text = partedText(event)
  return text.bytes > maxEventBytes ? refused('oversized', `${text.bytes} bytes`) : { ok: true, candidate: { id: event.id, event, text } }
}

/**
 * The event as it was parsed, when the envelope's schema has nothing left out: its members are in the order of the text,
 * which is that of the chain, and need not be put in order.
 */
function whole(value: unknown, checked: Envelope): Envelope {
  const given = value as Envelope
  const same =
    isAsLarge(given, checked) &&
    isAsLarge(given.actor, checked.actor) &&
    given.usage.every((each, index) => isAsLarge(each, checked.usage[index] ?? {}))
  return same ? given : checked
}

function isAsLarge(one: object, other: object): boolean {
  return Object.keys(one).length === Object.keys(other).length
}

/**
 * Why an event may not take the place of its key: the key is one of another type, or the aggregate one of another producer. A
 * place is taken once, so that an event with the key of RunCompleted, quarantined or not, would keep its run from ending.
 */
function misplacement({ key, type, aggregate }: Envelope): string | null {
  if (!key.startsWith(`${type}:`)) return `key: ${key} is not one of ${type}`
  const owner = Object.hasOwn(eventDefinitions, type) ? eventDefinitions[type as EventType].aggregate : null
  return owner === null || owner === aggregate ? null : `aggregate: ${type} belongs to ${owner}, not to ${aggregate}`
}

function refused(reason: RefusalReason, detail: string): ReadMessage {
  return { ok: false, refusal: { reason, detail } }
}

function jsonOf(payload: Uint8Array): { ok: true; value: unknown } | { ok: false; detail: string } {
  try {
    return { ok: true, value: JSON.parse(utf8.decode(payload)) }
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

/** Why a parsed value has no canonical text: more than so many levels, or a number such as 1e400. Null when it has one. */
function unfitness(value: unknown, levels: number): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'a number beyond those of JSON'
  if (typeof value !== 'object' || value === null) return null
  if (levels === 0) return `more than ${maxDepth} levels`
  for (const member of Object.values(value)) {
    const unfit = unfitness(member, levels - 1)
    if (unfit !== null) return unfit
  }
  return null
}
