import type { ApiRequest, Fault } from '@winnow/http/api-exchange.ts'
import type { Conversation } from '../../core/conversation.ts'
import { type ArxivFeed, feedOf } from './arxiv-feed.ts'

/** What a page brought: both when it is not whole, no feed when it was not answered. */
interface ArxivPage {
  readonly feed: ArxivFeed | null
  readonly fault?: Fault
}

/**
 * A slice of hits. arXiv sometimes sends fewer entries than it counts, or none (lukasschwab/arxiv.py#43): then it is asked
 * once more, and what it sent comes with a fault when that did not help.
 */
export function* askedPage(what: NonNullable<ApiRequest['query']>, start: number, size: number): Conversation<ArxivPage> {
  const request = pageRequest(what, start, size)
  const first = yield request
  if (!first.ok) return { feed: null, fault: first.fault }
  const feed = feedOf(first.response)
  const wanted = wantedEntries(feed, start, size)
  if (feed === null || feed.entries.length >= wanted) return { feed }
  // The answer that was kept is the one that is not whole.
  const second = yield { ...request, headers: { 'cache-control': 'no-cache' } }
  if (!second.ok) return { feed, fault: second.fault }
  const again = feedOf(second.response) ?? feed
  const best = again.entries.length >= feed.entries.length ? again : feed
  if (best.entries.length >= wantedEntries(best, start, size)) return { feed: best }
  const message = `arXiv counts ${best.total} hits and sent ${best.entries.length} of the ${wanted} asked for, twice`
  return { feed: best, fault: { kind: 'unreadable', message } }
}

function wantedEntries(feed: ArxivFeed | null, start: number, size: number): number {
  return Math.min(size, (feed?.total ?? 0) - start)
}

function pageRequest(what: NonNullable<ApiRequest['query']>, start: number, size: number): ApiRequest {
  return {
    method: 'GET',
    path: '/api/query',
    query: [...what, ['start', String(start)], ['max_results', String(size)], ['sortBy', 'relevance'], ['sortOrder', 'descending']],
  }
}
