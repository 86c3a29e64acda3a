import type { Record } from '@winnow/contracts/entities/record.ts'
import type { ApiReply, ApiRequest, Fault } from '@winnow/http/api-exchange.ts'
import type { Found, NotFound, SearchRequest, WorkId } from './source.ts'

/**
 * An exchange with an API as a pure generator: it yields requests, is given their replies, and returns what it made of them.
 * The shell does the asking, so a conversation is tested with recorded answers and no network.
 */
export type Conversation<T> = Generator<ApiRequest, T, ApiReply>

/**
 * Records by the identifier that was asked for, as `workKey` spells it; ids that the source does not know are absent. Ids
 * that it could not be asked for, while others were answered, are in `unanswered` with the reason: not known to be unknown.
 */
export type LookedUp =
  | {
      readonly outcome: 'answered'
      readonly records: ReadonlyMap<string, Record>
      readonly unanswered?: ReadonlyMap<string, string>
    }
  | NotFound

/** "doi:10.5555/x", "arxiv:2301.00001" … */
export function workKey({ scheme, value }: WorkId): string {
  return `${scheme}:${value}`
}

const schemes: readonly WorkId['scheme'][] = ['doi', 'arxiv', 'pmid', 'pmcid', 'openalex', 's2']

/** The identifier that a key of `workKey` spells; null for what is none. */
export function parseWorkKey(key: string): WorkId | null {
  const colon = key.indexOf(':')
  const scheme = schemes.find((known) => known === key.slice(0, colon))
  const value = key.slice(colon + 1)
  return scheme === undefined || value === '' ? null : { scheme, value }
}

/** What an API can be asked. Pure: requests from questions, records from responses. */
export interface Api {
  readonly search: (request: SearchRequest) => Conversation<Found | NotFound>
  /** Schemes that `lookup` understands, the surest first. */
  readonly lookupSchemes: readonly WorkId['scheme'][]
  /** Works by their identifiers, in as few requests as the API allows. Answers are matched by id, never by place. */
  readonly lookup?: (ids: readonly WorkId[]) => Conversation<LookedUp>
  /** The few best hits for the words of a title; to be verified by the caller. */
  readonly findTitle?: (title: string) => Conversation<Found | NotFound>
  /** Works that `work` cites; `work` is the source's own record of it. At most `limit`; dead ids are counted as unresolved. */
  readonly backward?: (work: Record, limit: number) => Conversation<Found | NotFound>
  /** Works that cite `work`. */
  readonly forward?: (work: Record, limit: number) => Conversation<Found | NotFound>
}

/** A fault as the outcome of an operation: throttled, failed, or skipped when nothing was asked. */
export function notFound(fault: Fault): NotFound {
  switch (fault.kind) {
    case 'throttled':
    case 'budget-spent':
      return { outcome: 'throttled', reason: fault.message }
    case 'refused':
      return { outcome: 'skipped', reason: fault.message }
    case 'unauthorised':
    case 'bad-request':
    case 'not-found':
    case 'broken':
    case 'unreadable':
      return { outcome: 'failed', reason: fault.message }
  }
}

/**
 * What pages brought, as one answer: none, hits, or truncated when the source has more than was taken or a later page failed
 * (`fault`; what came before it is kept). `more`: there are further hits, where the source says so without a count.
 */
export function foundPages(
  records: readonly Record[],
  { limit, total, more = false, fault, unresolved = 0, unusable = 0 }: PageEnd & { readonly limit: number },
): Found | NotFound {
  if (fault !== undefined && records.length === 0) return notFound(fault)
  const taken = records.slice(0, limit)
  const cut = fault !== undefined || more || records.length > limit || (total !== null && total > taken.length + unresolved + unusable)
  const outcome = cut && taken.length > 0 ? 'truncated' : taken.length > 0 ? 'hits' : 'none'
  return {
    outcome,
    records: taken,
    total,
    unresolved,
    ...(fault === undefined ? {} : { note: `not whole: ${fault.message}` }),
  }
}

export interface PageEnd {
  /** Hits that the source says it has; null when it does not say or counts what nobody would. */
  readonly total: number | null
  readonly more?: boolean
  readonly fault?: Fault | undefined
  readonly unresolved?: number
  /** Hits that came and are no record, such as one without a title: they are not what makes an answer truncated. */
  readonly unusable?: number
}
