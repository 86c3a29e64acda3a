import type { Record } from '@winnow/contracts/entities/record.ts'
import type { ScreeningRecord } from './screening-record.ts'

/** What a ranking sees of a bibliographic record. Its source, address and citations are left out, and a label was never in it. */
export function screeningRecordOf({ recordId, title, abstract, keywords, rawType, type, year }: Record): ScreeningRecord {
  return { id: recordId, title, abstract: abstract ?? '', keywords: keywords ?? [], type: rawType ?? type, year: year ?? null }
}
