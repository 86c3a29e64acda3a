import { type Recorded, recorded } from '@winnow/contracts/envelope.ts'
import { hasOwnId } from './event-id.ts'
import type { EventParser, Quarantined } from './event-log.ts'

/** An event as a log stores it: the chained text, and what the log itself knows of its place. */
export interface StoredEvent {
  readonly seq: number
  readonly runId: string
  readonly pos: number
  readonly aggregate: string
  readonly workspaceId: string
  readonly hash: string
  readonly text: string
}

export type ReadBack<E> = { readonly ok: true; readonly event: E } | { readonly ok: false; readonly quarantined: Quarantined }

/** Reads a stored event and types it, or says why it must not be folded (design §3). */
export function readBack<E>(stored: StoredEvent, parse: EventParser<E>): ReadBack<E> {
  const refuse = (reason: Quarantined['reason'], detail: string): ReadBack<E> => refused(stored, reason, detail)
  const json = jsonOf(stored.text)
  if (!json.ok) return refuse('not-json', json.detail)
  const checked = recorded.safeParse(withHash(json.value, stored.hash))
  if (!checked.success)
    return refuse('invalid', checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
  const event = checked.data
  const wrong = disagreement(event, stored)
  if (wrong !== null) return refuse('disagrees', wrong)
  const parsed = parse(event)
  return parsed.ok ? { ok: true, event: parsed.event } : refuse(parsed.reason, parsed.detail)
}

/** That a stored event must not be folded, and why, as a database takes it. */
export function refused(stored: StoredEvent, reason: Quarantined['reason'], detail: string): Extract<ReadBack<never>, { ok: false }> {
  return { ok: false, quarantined: { runId: stored.runId, pos: stored.pos, reason, detail: storable(detail) } }
}

/** A stored event without typing it. Throws when its text is not JSON: nothing can be exported of it. */
export function rawEvent(stored: StoredEvent): Recorded {
  return withHash(JSON.parse(stored.text), stored.hash) as Recorded
}

function withHash(value: unknown, hash: string): unknown {
  return typeof value === 'object' && value !== null ? { ...value, hash } : value
}

function disagreement(event: Recorded, stored: StoredEvent): string | null {
  const names = ['runId', 'pos', 'aggregate', 'workspaceId'] as const
  const wrong = names.find((name) => event[name] !== stored[name])
  if (wrong !== undefined) return `${wrong}: stored under ${stored[wrong]}, says ${event[wrong]}`
  return hasOwnId(event) ? null : `id: ${event.id} is not that of key ${event.key}`
}

function jsonOf(text: string): { ok: true; value: unknown } | { ok: false; detail: string } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

/** Text that a database takes: the detail may quote what was wrong. */
export function storable(detail: string): string {
  return detail.replaceAll('\0', '\ufffd').toWellFormed()
}
