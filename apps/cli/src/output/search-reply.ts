import type { SearchRequest, SourceAnswer } from '@winnow/search-gateway/core/source.ts'
import { recordList, shownRecord } from './found-records.ts'

/** The source that was asked: its id of spec §3, the name that people know it by, and which engine of "web" it was. */
export interface SearchedSource {
  readonly id: string
  readonly title: string
  readonly engine?: string
}

export interface Searched {
  readonly source: SearchedSource
  readonly request: SearchRequest
  readonly answer: SourceAnswer
}

/** What `winnow search --json` prints: never more records than were asked for, and an error exactly when there is no answer. */
export function searchJson({ source, request, answer }: Searched) {
  const head = {
    source: source.id,
    ...(source.engine === undefined ? {} : { engine: source.engine }),
    query: request.query,
    outcome: answer.outcome,
  }
  if (!('records' in answer)) return { ...head, total: null, records: [], error: answer.reason }
  return {
    ...head,
    total: answer.total,
    records: answer.records.slice(0, request.limit).map(shownRecord),
    ...(answer.note === undefined ? {} : { note: answer.note }),
  }
}

/** The same for a person. */
export function searchText({ source, request, answer }: Searched): string {
  if (!('records' in answer)) return `${source.title} did not answer (${answer.outcome}): ${answer.reason}`
  const records = answer.records.slice(0, request.limit)
  const note = answer.note === undefined ? [] : ['', `Note: ${answer.note}`]
  if (records.length === 0) return [`${source.title} has nothing for “${request.query}”.`, ...note].join('\n')
  const of = answer.total === null || answer.total <= records.length ? '' : ` of ${answer.total.toLocaleString('en-US')}`
  const more = answer.outcome === 'truncated' && of === '' ? '; there are more' : ''
  const hits = records.length === 1 && of === '' ? 'hit' : 'hits'
  return [`${source.title}: ${records.length}${of} ${hits}${more}`, '', recordList(records), ...note].join('\n')
}
