import { compareIds, numberOf } from '@winnow/contracts/ids.ts'
import { searchesLeft } from '../budget.ts'
import { foundRecords } from '../operation-records.ts'
import { queryKey } from '../query-key.ts'
import type { OperationState } from '../search-state.ts'
import { cutNewRecords } from '../snowball.ts'
import type { RunState } from '../state.ts'
import { type Attempt, goOn, type StartedRun } from './attempt.ts'
import { queriesWorkId } from './planning.ts'

/** Results an operation asks for (spec §1). */
export const resultsAsked = { library: 200, other: 50 } as const

interface PendingQuery {
  readonly intentId: string
  readonly source: string
  readonly query: string
}

/** New queries as operations, most important first, while the search budget lasts. An intent without a new query is closed. */
export function requestSearches(state: StartedRun): Attempt {
  const known = new Set(Object.values(state.operations).map((operation) => queryKey(operation.source, operation.query)))
  const fresh: PendingQuery[] = []
  for (const pending of pendingInOrder(state)) {
    const newOnes = pending.queries.filter(({ source, query }) => {
      const key = queryKey(source, query)
      return !known.has(key) && known.add(key) !== undefined
    })
    if (newOnes.length === 0) {
      return {
        decision: {
          type: 'IntentClosed',
          data: { iteration: state.iteration, intentId: pending.intentId, reason: whyNoNewQuery(state, pending.intentId) },
        },
      }
    }
    fresh.push(...newOnes.map((query) => ({ ...query, intentId: pending.intentId })))
  }
  const affordable = fresh.slice(0, Math.max(0, searchesLeft(state)))
  if (affordable.length === 0) return goOn('seeds')
  const first = nextOperation(state)
  const operations = affordable.map((query, index) => ({
    workId: `search:S${first + index}`,
    operationId: `S${first + index}`,
    ...query,
    limit: query.source === 'library' ? (state.request.options.review?.records ?? resultsAsked.library) : resultsAsked.other,
    fromYear: state.request.options.fromYear,
    toYear: state.request.options.toYear,
  }))
  const unaffordable = fresh.length - affordable.length
  return {
    decision: {
      type: 'SearchesRequested',
      data: { iteration: state.iteration, operations, unaffordable, reserve: { searches: operations.length } },
    },
  }
}

/** A failure never looks like nothing new: writing the queries of an intent may have ended without a result. */
function whyNoNewQuery(state: RunState, intentId: string): string {
  return state.work[queriesWorkId(intentId)]?.status === 'failed' ? 'writing its queries failed' : 'it would bring no new query'
}

/** Queries of open intents by priority of their subquestion, intent and the order of the run's sources. */
function pendingInOrder(
  state: StartedRun,
): { readonly intentId: string; readonly queries: readonly { source: string; query: string }[] }[] {
  const sources = state.request.options.sources
  return Object.entries(state.pendingQueries)
    .filter(([intentId]) => state.intents[intentId]?.status === 'open')
    .sort(([a], [b]) => priorityOf(state, a) - priorityOf(state, b) || compareIds(a, b))
    .map(([intentId, queries]) => ({
      intentId,
      queries: [...queries].sort((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source)),
    }))
}

function priorityOf(state: RunState, intentId: string): number {
  const intent = state.intents[intentId]
  return (intent === undefined ? undefined : state.subquestions[intent.subquestionId]?.priority) ?? Number.MAX_SAFE_INTEGER
}

/** The number of the next operation. */
export function nextOperation(state: RunState): number {
  return 1 + Math.max(0, ...Object.keys(state.operations).map(numberOf))
}

/** The number of the next document; ids of merged documents are never given again. */
export function nextDocument(state: RunState): number {
  return 1 + Math.max(0, ...[...Object.keys(state.documents), ...Object.keys(state.aliases)].map(numberOf))
}

/** Linkage of what the searches found, in the order subquestion priority, intent, source, rank (spec §0 (5)); works that the user named go first. */
export function dedupSearches(state: StartedRun): Attempt {
  const sources = state.request.options.sources
  const found = undeduped(state, ['seed', 'search']).sort(
    (a, b) =>
      Number(b.kind === 'seed') - Number(a.kind === 'seed') ||
      priorityOf(state, a.intentId ?? '') - priorityOf(state, b.intentId ?? '') ||
      compareIds(a.intentId ?? '', b.intentId ?? '') ||
      sources.indexOf(a.source) - sources.indexOf(b.source) ||
      compareIds(a.operationId, b.operationId),
  )
  if (found.length === 0) return goOn('screen-search')
  return {
    decision: {
      type: 'DedupRequested',
      data: {
        workId: `dedup:search:${state.iteration}`,
        phase: 'search',
        iteration: state.iteration,
        operations: found.map(({ operationId }) => ({ operationId })),
        firstDocument: nextDocument(state),
        split: null,
      },
    },
  }
}

/** Linkage of a snowball round: at most 100 new records go on (spec §8). What is cut is cut for good, also where nothing is kept. */
export function dedupSnowball(state: StartedRun): Attempt {
  const found = undeduped(state, ['references'])
    .filter((operation) => foundRecords(operation).length > 0)
    .sort((a, b) => compareIds(a.operationId, b.operationId))
  if (found.length === 0) return goOn('screen-snowball')
  const round = Math.max(...found.map((operation) => operation.round))
  return {
    decision: {
      type: 'DedupRequested',
      data: {
        workId: `dedup:snowball:${state.iteration}:${round}`,
        phase: 'snowball',
        iteration: state.iteration,
        operations: cutNewRecords(state, found).map(({ operationId, recordIds }) => ({ operationId, recordIds: [...recordIds] })),
        firstDocument: nextDocument(state),
        split: null,
      },
    },
  }
}

function undeduped(state: RunState, kinds: readonly OperationState['kind'][]): OperationState[] {
  return Object.values(state.operations).filter(
    (operation) =>
      kinds.includes(operation.kind) && !operation.deduped && (operation.outcome === 'hits' || operation.outcome === 'truncated'),
  )
}
