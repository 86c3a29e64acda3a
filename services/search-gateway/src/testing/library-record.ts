import type { Record } from '@winnow/contracts/entities/record.ts'

/** A library's record "r1" with title "Title r1", unless the parts say otherwise. */
export function libraryRecord(recordId: string, parts: Partial<Record> = {}): Record {
  return { recordId, source: 'library', ids: {}, title: `Title ${recordId}`, authors: [], type: 'article', ...parts }
}
