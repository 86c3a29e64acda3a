import type { Record } from '@winnow/contracts/entities/record.ts'
import { type ApiRequest, type Fault, jsonBody } from '@winnow/http/api-exchange.ts'
import type { Conversation } from '../../core/conversation.ts'
import { countMember, listMember } from '../answers/json-members.ts'
import { openalexRecord, workId } from './openalex-record.ts'
import { type WorkFilter, worksRequest } from './openalex-request.ts'

/** Works a page: documented limit 100 (the server takes 200). */
export const LARGEST_PAGE = 100
/** The last hit that pages reach; beyond it only a cursor, which needs a key, leads on (shared/scholarly-apis.md §1). */
const REACH = 10_000

/** The works that pages brought, by id in their order, and how the paging ended. */
interface PagedWorks {
  readonly records: ReadonlyMap<string, Record>
  readonly total: number | null
  readonly unusable: number
  /** A full page came and OpenAlex does not say how many works there are. */
  readonly more: boolean
  readonly fault?: Fault
}

/** Works of a search or filter, page by page, up to `limit`. What came before a failing page is kept. */
export function* pagedWorks(
  parameters: Parameters<typeof worksRequest>[0],
  filters: readonly (readonly [WorkFilter, string])[],
  limit: number,
): Conversation<PagedWorks> {
  const size = Math.min(LARGEST_PAGE, limit)
  const records = new Map<string, Record>()
  let total: number | null = null
  let unusable = 0
  let more = false
  const known = new Set<string>()
  const end = (fault = records.size === 0 && unusable > 0 ? noTitles(unusable) : undefined): PagedWorks => ({
    records,
    total,
    unusable,
    more,
    ...(fault === undefined ? {} : { fault }),
  })
  for (let number = 1, seen = 0; records.size < limit && seen < (total ?? 1) && number * size <= REACH; number += 1) {
    const page = yield* askedWorks(worksRequest(parameters, filters, { size, number }))
    if ('fault' in page) return end(page.fault)
    total = page.total ?? total
    const before = known.size
    for (const id of page.ids) known.add(id)
    for (const record of page.records) records.set(record.recordId, record)
    unusable += page.unusable
    if (seen < (total ?? 0) && known.size === before) return end(nothingNew(number, page.received, total))
    // A server that makes smaller pages than it was asked for says so; 25 are never taken as all of 50 (PBR-015).
    seen += page.pageSize ?? size
    more = total === null && page.received >= size
  }
  return end()
}

function nothingNew(page: number, received: number, total: number | null): Fault {
  const what = received === 0 ? 'empty' : 'a repetition'
  return { kind: 'unreadable', message: `OpenAlex counts ${total} works, but page ${page} is ${what}` }
}

function noTitles(works: number): Fault {
  return { kind: 'unreadable', message: `OpenAlex answered only with works that lack an id or a title (${works})` }
}

interface WorksPage {
  readonly records: readonly Record[]
  /** Of all its works, with a title or without. */
  readonly ids: readonly string[]
  readonly total: number | null
  readonly received: number
  readonly unusable: number
  readonly pageSize: number | null
}

/** One page; `unusable` are works without a title and what is no work. */
export function* askedWorks(request: ApiRequest): Conversation<WorksPage | { readonly fault: Fault }> {
  const reply = yield request
  if (!reply.ok) return { fault: reply.fault }
  const body = jsonBody(reply.response)
  if (workId(body) !== null) return { fault: { kind: 'unreadable', message: 'OpenAlex answered with one work instead of a list' } }
  const works = listMember(body, 'results')
  const records = works.flatMap((work) => openalexRecord(work, 'list') ?? [])
  return {
    records,
    ids: works.flatMap((work) => workId(work) ?? []),
    total: countMember(body, 'meta', 'count'),
    received: works.length,
    unusable: works.length - records.length,
    pageSize: countMember(body, 'meta', 'per_page'),
  }
}
