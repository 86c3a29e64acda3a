import type { Envelope } from '@winnow/contracts/envelope.ts'
import { canonicalJson } from './canonical-json.ts'

/**
 * The canonical text of an event, parted where "pos" sorts in, so that a position can be put in without parsing JSON. The
 * text in the chain is `before`, the position in decimal, `after`.
 */
export interface PartedText {
  readonly before: string
  readonly after: string
  /** UTF-8 bytes of the event's canonical text without a position. */
  readonly bytes: number
}

const posName = ',"pos":'

/** All fields of an envelope; the compiler finds one that is missing. */
const fields: { readonly [F in keyof Required<Envelope>]: true } = {
  id: true,
  key: true,
  type: true,
  version: true,
  runId: true,
  workspaceId: true,
  aggregate: true,
  at: true,
  actor: true,
  causationId: true,
  traceparent: true,
  usage: true,
  inherited: true,
  data: true,
}
const inOrder = (Object.keys(fields) as (keyof typeof fields)[]).sort()
const fieldsBefore = inOrder.filter((field) => field < 'pos')
const fieldsAfter = inOrder.filter((field) => field > 'pos')

/** The text of an event in the chain, around its position. Throws on what JSON cannot hold. */
export function partedText(event: Envelope): PartedText {
  const lower = textOf(event, fieldsBefore)
  const higher = textOf(event, fieldsAfter)
  // Joined, the two inner braces become one comma.
  const bytes = Buffer.byteLength(lower) + Buffer.byteLength(higher) - 1
  return { before: `${lower.slice(0, -1)}${posName}`, after: `,${higher.slice(1)}`, bytes }
}

function textOf(event: Envelope, names: readonly (keyof Envelope)[]): string {
  const part: Record<string, unknown> = {}
  for (const name of names) if (event[name] !== undefined) part[name] = event[name]
  return canonicalJson(part)
}

/** The canonical text of the event without a position: what is sent to a broker. */
export function envelopeText({ before, after }: Pick<PartedText, 'before' | 'after'>): string {
  return before.slice(0, -posName.length) + after
}
