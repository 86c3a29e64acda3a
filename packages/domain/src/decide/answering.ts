import type { AnswerOptions } from '@winnow/contracts/entities/answer.ts'
import { type AnsweringState, type AnswerSearch, notAnswered } from '../answering/answering-state.ts'
import { searchCandidates } from '../answering/search-candidates.ts'
import { affordable, estimateReserve, searchesLeft } from '../budget.ts'
import { keywordQuery } from '../queries/keyword-query.ts'
import type { Decision, StartedRun } from './attempt.ts'
import { payFor, usesModel } from './model-work.ts'
import { nextDocument, nextOperation } from './searching.ts'

type AnswerRun = StartedRun & { readonly answer: AnswerOptions; readonly answering: AnsweringState }

/**
 * What is due in a run of kind `answer` (spec §13): the question is searched, its passages are ranked and summarised; then the
 * agent takes turns, each of which may search further, until it answers or a limit is reached; then the answer is written.
 */
export function decideAnswer(state: StartedRun, options: AnswerOptions): Decision {
  const run: AnswerRun = { ...state, answer: options, answering: state.answering ?? notAnswered }
  const { searches, answer, reason } = run.answering
  if (answer !== null) return completed('completed', reason ?? 'the answer is written')
  if (reason !== null) return completed('failed', 'the answer could not be written')
  const last = searches.at(-1)
  if (last === undefined) return search(run, run.request.question) ?? requestAnswer(run, whyNoSearch(run))
  return concludeSearch(run, last) ?? goOn(run)
}

/** Linkage of what a search found, then its passages; null when nothing is due for it any more. */
function concludeSearch(run: AnswerRun, { search: number, query, operations, requested }: AnswerSearch): Decision | null {
  if (requested) return null
  const found = operations.filter((id) => {
    const operation = run.operations[id]
    return operation !== undefined && !operation.deduped && (operation.outcome === 'hits' || operation.outcome === 'truncated')
  })
  if (found.length > 0) {
    return {
      type: 'DedupRequested',
      data: {
        workId: `dedup:search:${number}`,
        phase: 'search',
        iteration: number,
        operations: found.map((operationId) => ({ operationId })),
        firstDocument: nextDocument(run),
        split: null,
      },
    }
  }
  const documentIds = searchCandidates(run, operations)
  if (documentIds.length === 0) return null
  const wanted = { workId: `passages:${number}`, search: number, query, documentIds: [...documentIds] }
  const { items, reserve } = payFor(run, 'summarizer', [wanted])
  return { type: 'PassagesRequested', data: { ...only(items), reserve } }
}

/** The next turn, the search that the last one asked for, or the answer. */
function goOn(run: AnswerRun): Decision {
  const { turns, searches } = run.answering
  const left = Math.max(0, run.answer.maxSearches - (searches.length - 1))
  const last = turns.at(-1)
  const asked = turns.filter(({ action, refused }) => action === 'search' && refused === null).length
  if (last?.action === 'answer') return requestAnswer(run, 'the agent had what it needed')
  if (last?.action === 'search' && last.refused === null && last.query !== null && asked > searches.length - 1) {
    const wanted = left === 0 ? null : search(run, last.query)
    return wanted ?? requestAnswer(run, whyNoSearch(run))
  }
  if (!usesModel(run, 'agent')) return requestAnswer(run, 'no model is routed to the agent')
  if (left === 0) return requestAnswer(run, 'the searches are used up')
  if (lostTurns(run) >= run.answer.attempts) return requestAnswer(run, `the agent gave no usable turn in ${run.answer.attempts} attempts`)
  const turn = turnsRequested(run) + 1
  if (turn > run.answer.maxTurns) return requestAnswer(run, 'the turns are used up')
  // A turn that leaves nothing for writing the answer would be in vain.
  if (affordable(run, 'agent', 2) < 2) return requestAnswer(run, 'the budget is used up')
  const reserve = estimateReserve(run, 'agent', 1)
  return { type: 'TurnRequested', data: { workId: `turn:${turn}`, turn, searchesLeft: left, reserve } }
}

/** One operation a source, in its own syntax; null when the budget pays for none, or the query has no word for any. */
function search(run: AnswerRun, query: string): Decision | null {
  const first = nextOperation(run)
  const { sources, fromYear, toYear } = run.request.options
  const operations = sources
    .map((source) => ({ source, query: source === 'open-corpus' || source === 'web' ? query : keywordQuery(source, query) }))
    .filter((one) => one.query !== '')
    .slice(0, searchesLeft(run))
    .map((one, index) => ({
      workId: `search:S${first + index}`,
      operationId: `S${first + index}`,
      intentId: null,
      ...one,
      limit: run.answer.topK,
      fromYear,
      toYear,
    }))
  if (operations.length === 0) return null
  const iteration = run.answering.searches.length + 1
  return { type: 'SearchesRequested', data: { iteration, operations, unaffordable: 0, reserve: { searches: operations.length } } }
}

function whyNoSearch(run: AnswerRun): string {
  return searchesLeft(run) === 0 ? 'the search budget is used up' : 'the question has no word to search for'
}

function requestAnswer(run: AnswerRun, reason: string): Decision {
  const { items, reserve } = payFor(run, 'agent', [{ workId: 'answer', reason }])
  return { type: 'AnswerRequested', data: { ...only(items), reserve } }
}

/** Turns asked for: those that failed as work have no event of their own. */
function turnsRequested(run: AnswerRun): number {
  return Object.keys(run.work).filter((workId) => workId.startsWith('turn:')).length
}

/** Turns in a row, up to now, that brought nothing: unusable replies, and work that failed. */
function lostTurns(run: AnswerRun): number {
  const usable = run.answering.turns.filter(({ action }) => action !== 'unusable').at(-1)?.turn ?? 0
  return turnsRequested(run) - usable
}

function completed(status: 'completed' | 'failed', stopReason: string): Decision {
  return { type: 'RunCompleted', data: { status, stopReason, rule: null } }
}

function only<T>(items: readonly T[]): T {
  const [item] = items
  if (item === undefined) throw new Error('one item was asked for')
  return item
}
