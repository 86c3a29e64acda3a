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

/** The text of an event in the chain, around its position. Throws on what JSON cannot hold. */
export function partedText(event: Envelope): PartedText {
  const members = Object.entries(event)
  const half = (wanted: (name: string) => boolean) => canonicalJson(Object.fromEntries(members.filter(([name]) => wanted(name))))
  const lower = half((name) => name < 'pos')
  const higher = half((name) => name > 'pos')
  // Joined, the two inner braces become one comma.
  const bytes = Buffer.byteLength(lower) + Buffer.byteLength(higher) - 1
  return { before: `${lower.slice(0, -1)}${posName}`, after: `,${higher.slice(1)}`, bytes }
}

/** The canonical text of the event without a position: what is sent to a broker. */
export function envelopeText({ before, after }: Pick<PartedText, 'before' | 'after'>): string {
  return before.slice(0, -posName.length) + after
}
