import type { Record } from '@winnow/contracts/entities/record.ts'
import type { Fault } from '@winnow/http/api-exchange.ts'
import { arxivQuery, arxivTitleQuery } from '@winnow/text/arxiv-query.ts'
import type { ApiSource } from '../../core/api-source.ts'
import { type Conversation, foundPages, notFound } from '../../core/conversation.ts'
import type { Found, NotFound, SearchRequest } from '../../core/source.ts'
import { baseUrl } from '../../source-settings.ts'
import { arxivFault } from './arxiv-fault.ts'
import { lookup } from './arxiv-lookup.ts'
import { askedPage } from './arxiv-page.ts'
import { arxivRecord } from './arxiv-record.ts'

/** Entries asked for at once; arXiv allows 2,000, and answers small slices more surely. */
const SLICE = 200
/** The last hit that can be reached (start + max_results; shared/scholarly-apis.md §5). */
const REACH = 30_000
/** Hits of a title search that are worth checking. */
const TITLE_HITS = 5
/** The years that stand for an open bound: arXiv began in 1991. */
const YEARS = { first: 1991, last: 2099 } as const

function* search({ query, limit, fromYear, toYear }: SearchRequest): Conversation<Found | NotFound> {
  const asked = arxivQuery(query)
  if (asked === '') return notFound({ kind: 'refused', message: 'arXiv was not asked: the query holds no word' })
  if (fromYear === null && toYear === null) return yield* searchPages(asked, limit)
  const years = `submittedDate:[${fromYear ?? YEARS.first}01010000 TO ${toYear ?? YEARS.last}12312359]`
  return yield* searchPages(`${/\s/.test(asked) ? `(${asked})` : asked} AND ${years}`, limit)
}

function* findTitle(title: string): Conversation<Found | NotFound> {
  const asked = arxivTitleQuery(title)
  if (asked === '') return notFound({ kind: 'refused', message: 'arXiv was not asked: the title holds no word' })
  return yield* searchPages(asked, TITLE_HITS)
}

function* searchPages(query: string, limit: number): Conversation<Found | NotFound> {
  const records = new Map<string, Record>()
  const size = Math.min(SLICE, limit)
  let total: number | null = null
  let unusable = 0
  const known = new Set<string>()
  for (let start = 0; records.size < limit && start < Math.min(total ?? 1, REACH); start += size) {
    const page = yield* askedPage([['search_query', query]], start, Math.min(size, REACH - start))
    const before = known.size
    for (const entry of page.feed?.entries ?? []) {
      known.add(entry.id)
      const record = arxivRecord(entry)
      if (record === null) unusable += 1
      else records.set(record.recordId, record)
    }
    total = page.feed?.total ?? total
    const repeated = start > 0 && known.size === before
    const fault = page.fault ?? (repeated ? repetition(start) : undefined)
    if (fault !== undefined) return foundPages([...records.values()], { limit, total, unusable, fault })
  }
  const fault = records.size === 0 && unusable > 0 ? noTitles(unusable) : undefined
  return foundPages([...records.values()], { limit, total, unusable, more: total === null && records.size + unusable >= size, fault })
}

function noTitles(entries: number): Fault {
  return { kind: 'unreadable', message: `arXiv answered only with entries that lack an id or a title (${entries})` }
}

function repetition(start: number): Fault {
  return { kind: 'unreadable', message: `arXiv sent the same hits again from number ${start + 1} on` }
}

/** Preprints with their abstracts and PDFs; no references, no citation counts. */
export const arxiv: ApiSource = {
  name: 'arxiv',
  title: 'arXiv',
  needs: 'nothing',
  api: { search, lookupSchemes: ['arxiv'], lookup, findTitle },
  unusable: () => null,
  // One request at a time and one in three seconds, over all machines of a user (arXiv's terms of use).
  policy: (settings) => ({
    name: 'arxiv',
    baseUrl: baseUrl(settings.WINNOW_ARXIV_URL, 'https://export.arxiv.org'),
    intervalMs: 3_000,
    exclusive: true,
    throttleWaitsMs: [3_000, 30_000],
    dress: (request) => request,
    faultOf: arxivFault,
  }),
}
