import type { Record } from '@winnow/contracts/entities/record.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'

/** Room left for the envelope and the other fields of an event, in bytes. */
const room = 16 * 1024
/** Bytes of records an event holds: the limit of an event (contracts/envelope.ts) less that room. */
export const recordBytes = 256 * 1024 - room
/** An abstract of more characters than this lies in the blob store (design §3: 8 KB). */
export const longAbstract = 8_000
/** Characters of a title that an event keeps. */
const longTitle = 4_000

/** Splits records into the parts of an event, in order; no record is left out. One part, empty, when there are none. */
export function partsOf(records: readonly Record[], size: (record: Record) => number): readonly (readonly Record[])[] {
  const parts: Record[][] = [[]]
  let bytes = 0
  for (const record of records) {
    const own = size(record)
    if (own > recordBytes) throw new Error(`record ${record.recordId} has ${own} bytes: shorten it before`)
    if (bytes + own > recordBytes) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)?.push(record)
    bytes += own
  }
  return parts
}

/**
 * The record, made to fit an event: an over-long title is cut, then references go and authors are halved until it fits.
 * A cut list of authors is marked; the whole record stays in its library.
 */
export function fitRecord(record: Record, size: (record: Record) => number): Record {
  let fitting = record.title.length > longTitle ? { ...record, title: truncateText(record.title, longTitle) } : record
  if (size(fitting) > recordBytes && fitting.references !== undefined) {
    const { references, ...rest } = fitting
    fitting = rest
  }
  while (size(fitting) > recordBytes && fitting.authors.length > 1) {
    fitting = { ...fitting, authors: fitting.authors.slice(0, Math.ceil(fitting.authors.length / 2)), authorsTruncated: true }
  }
  return fitting
}
