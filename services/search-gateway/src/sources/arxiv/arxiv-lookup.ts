import type { Record } from '@winnow/contracts/entities/record.ts'
import { arxivIdOfDoi, normaliseArxivId } from '@winnow/domain/linkage/arxiv-id.ts'
import type { Fault } from '@winnow/http/api-exchange.ts'
import { batches } from '../../core/batches.ts'
import { type Conversation, type LookedUp, workKey } from '../../core/conversation.ts'
import { lookedUp } from '../../core/looked-up.ts'
import type { WorkId } from '../../core/source.ts'
import { askedPage } from './arxiv-page.ts'
import { arxivRecord } from './arxiv-record.ts'

/** Ids asked for at once. */
const BATCH = 100

/** Records by arXiv ids and arXiv DOIs. An id that arXiv refuses as malformed costs itself only. */
export function* lookup(ids: readonly WorkId[]): Conversation<LookedUp> {
  const asked = ids.flatMap((id) => {
    const arxivId = arxivIdOf(id)
    return arxivId === null ? [] : [{ key: workKey(id), arxivId }]
  })
  const records = new Map<string, Record>()
  const faults = new Map<string, Fault>()
  const open = [...batches([...new Set(asked.map(({ arxivId }) => arxivId))], BATCH)]
  for (let batch = open.shift(); batch !== undefined; batch = open.shift()) {
    const { feed, fault } = yield* askedPage([['id_list', batch.join(',')]], 0, batch.length)
    for (const record of feed?.entries.flatMap((entry) => arxivRecord(entry) ?? []) ?? []) records.set(record.recordId, record)
    if (fault === undefined) continue
    if (fault.kind === 'bad-request' && batch.length > 1) open.unshift(...batches(batch, Math.ceil(batch.length / 2)))
    else for (const id of batch) faults.set(id, fault)
  }
  const found = asked.flatMap(({ key, arxivId }) => {
    const record = records.get(arxivId)
    return record === undefined ? [] : [[key, record] as const]
  })
  const unanswered = asked.flatMap(({ key, arxivId }) => {
    const fault = records.has(arxivId) ? undefined : faults.get(arxivId)
    return fault === undefined ? [] : [[key, fault] as const]
  })
  return lookedUp(found, unanswered)
}

/** The id to ask for. One that is no arXiv id is asked for as it is, so that arXiv says what is wrong; another DOI is not. */
function arxivIdOf({ scheme, value }: WorkId): string | null {
  if (scheme === 'arxiv') return normaliseArxivId(value) ?? value
  return scheme === 'doi' && arxivIdOfDoi(value) !== null ? normaliseArxivId(value) : null
}
