import type { Record } from '@winnow/contracts/entities/record.ts'
import { maxEventBytes } from '@winnow/contracts/envelope.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import { utf8Length } from '@winnow/text/utf8-length.ts'

/** Room left in an event for its envelope and other fields, in bytes. */
const room = 16 * 1024
/** Bytes of records that an event holds. */
export const recordBytes = maxEventBytes - room
/** An abstract of more characters than this lies in the blob store (design §3: 8 KB). */
export const longAbstract = 8_000
/** Characters of a title that an event keeps. */
export const longTitle = 4_000
/** What a record that is still too large can do without, the first first: all of it stays in its library. */
const spareFields = ['references', 'keywords', 'openAccess', 'url', 'publisher', 'venue', 'rawType'] as const

/** Splits records into the parts of an event, in order; no record is left out. One part, empty, when there are none. */
export function partsOf(records: readonly Record[]): readonly (readonly Record[])[] {
  const parts: Record[][] = [[]]
  let bytes = 0
  for (const record of records) {
    const own = bytesOf(record)
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
 * The record, made to fit an event: an over-long title is cut; of what is still too large, spare fields go and then authors
 * are halved until it fits. A cut list of authors is marked; the whole record stays in its library.
 */
export function fitRecord(record: Record): Record {
  let fitting = record.title.length > longTitle ? { ...record, title: truncateText(record.title, longTitle) } : record
  for (const field of spareFields) {
    if (bytesOf(fitting) <= recordBytes) return fitting
    const { [field]: _spare, ...rest } = fitting
    fitting = rest
  }
  while (bytesOf(fitting) > recordBytes && fitting.authors.length > 0) {
    fitting = { ...fitting, authors: fitting.authors.slice(0, Math.floor(fitting.authors.length / 2)), authorsTruncated: true }
  }
  return fitting
}

/** Bytes of a record in an event, with the comma after it. */
export function bytesOf(record: Record): number {
  return utf8Length(JSON.stringify(record)) + 1
}
