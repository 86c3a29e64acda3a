import { workKey } from '@winnow/search-gateway/core/conversation.ts'
import type { WorkId } from '@winnow/search-gateway/core/source.ts'
import type { Lookup } from '../engine/lookup-outcome.ts'
import { recordText, shownRecord } from './found-records.ts'
import { withoutControls } from './without-controls.ts'

/** What `winnow lookup --json` prints. */
export function lookupJson(id: WorkId, { source, outcome, record, error }: Lookup) {
  return {
    source,
    id: workKey(id),
    outcome,
    record: record === null ? null : shownRecord(record),
    ...(error === undefined ? {} : { error }),
  }
}

/** The same for a person, with the abstract. */
export function lookupText(id: WorkId, { title, outcome, record, error }: Lookup): string {
  if (record === null) return `${workKey(id)}: ${outcome.replace('-', ' ')}. ${error}`
  const abstract = record.abstract === undefined ? '' : `\n\n${withoutControls(record.abstract)}`
  return `${recordText(shownRecord(record))}${abstract}\n\nFrom ${title}.`
}
