import type { EventData } from '@winnow/contracts/registry.ts'
import { notAnswered } from '../answering/answering-state.ts'
import { draftOf } from '../draft.ts'
import { countDegraded, type DecisionPlace, openWork, type StateDraft, settle } from './settle.ts'

/** Folding of a run of kind `answer`: what the conductor asks for, and the answerer's facts. */

type Answering = NonNullable<StateDraft['answering']>

/** The answering of a run; begins with the first thing that is said of it. */
export function answeringOf(draft: StateDraft): Answering {
  draft.answering ??= draftOf(notAnswered)
  return draft.answering
}

/** A search of an answer: its operations belong to no intent. */
export function answerSearched(draft: StateDraft, data: EventData<'SearchesRequested'>): void {
  if (draft.request?.options.answer === undefined) return
  const query = data.iteration === 1 ? draft.request.question : (answeringOf(draft).turns.at(-1)?.query ?? draft.request.question)
  answeringOf(draft).searches.push({
    search: data.iteration,
    query,
    operations: data.operations.map(({ operationId }) => operationId),
    requested: false,
    shown: null,
  })
}

export function passagesRequested(draft: StateDraft, data: EventData<'PassagesRequested'>, place: DecisionPlace): void {
  draft.step = 'passages'
  const search = answeringOf(draft).searches.find((one) => one.search === data.search)
  if (search !== undefined) search.requested = true
  openAnswerWork(draft, data, place)
}

export function turnRequested(draft: StateDraft, data: EventData<'TurnRequested'>, place: DecisionPlace): void {
  draft.step = 'turn'
  openAnswerWork(draft, data, place)
}

export function answerRequested(draft: StateDraft, data: EventData<'AnswerRequested'>, place: DecisionPlace): void {
  draft.step = 'answer'
  answeringOf(draft).reason = data.reason
  openAnswerWork(draft, data, place)
}

function openAnswerWork(
  draft: StateDraft,
  { workId, fallback }: { readonly workId: string; readonly fallback?: 'budget' | undefined },
  place: DecisionPlace,
): void {
  openWork(draft, place, { workId, service: 'answerer', stage: 'answer', entry: 0, fallback: fallback !== undefined })
}

export function passagesSummarised(draft: StateDraft, data: EventData<'PassagesSummarised'>): void {
  if (!settle(draft, data.workId)) return
  countDegraded(draft, 'answer', data.degraded)
  const search = answeringOf(draft).searches.find((one) => one.search === data.search)
  if (search !== undefined) search.shown = data.passages.map(({ documentId }) => documentId)
}

export function turnTaken(draft: StateDraft, data: EventData<'TurnTaken'>): void {
  if (!settle(draft, data.workId)) return
  countDegraded(draft, 'answer', data.degraded)
  const { turn, action, query, refused } = data
  answeringOf(draft).turns.push({ turn, action, query, refused })
}

export function answerWritten(draft: StateDraft, data: EventData<'AnswerWritten'>): void {
  if (!settle(draft, data.workId)) return
  countDegraded(draft, 'answer', data.degraded)
  const { contentHash, mode, citations, removedMarks } = data
  answeringOf(draft).answer = { contentHash, mode, citations: citations.map(({ documentId }) => documentId), removedMarks }
}
