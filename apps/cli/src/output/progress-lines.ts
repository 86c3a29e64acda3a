import type { ScreeningPass } from '@winnow/contracts/entities/screening-pass.ts'
import type { Stage } from '@winnow/contracts/entities/stage.ts'
import type { EventData, TypedEvent } from '@winnow/contracts/registry.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { sanitiseText, truncateText } from '@winnow/text/sanitise-text.ts'

/** What progress says: a line of JSON an event, a line a decision, and the live line. Pure: the terminal is the caller's. */

/** One line of --json: where the run is and how much is done. */
export function progressLine(event: TypedEvent, state: RunState) {
  const work = Object.values(state.work)
  return {
    runId: event.runId,
    pos: event.pos,
    type: event.type,
    at: event.at,
    step: state.step,
    iteration: state.iteration,
    workOpen: work.filter((item) => item.status === 'open').length,
    workDone: work.filter((item) => item.status !== 'open').length,
    costUsd: state.spent.unpriced > 0 && state.spent.costUsd === 0 ? null : state.spent.costUsd,
  }
}

/** What is being done right now: the oldest open decision, how far it is, and what was spent; at most `width` columns. */
export function liveLine(state: RunState, calls: number, width: number): string {
  return truncateText(doingNow(state, calls), width)
}

function doingNow(state: RunState, calls: number): string {
  const open = Object.values(state.work).filter((work) => work.status === 'open')
  const [first] = open
  if (first === undefined) return '… deciding'
  const all = Object.values(state.work).filter((work) => work.pos === first.pos)
  const done = all.length - open.filter((work) => work.pos === first.pos).length
  const cost = state.spent.costUsd > 0 ? `, ${state.spent.costUsd.toFixed(4)} USD` : ''
  return `… ${doing[first.stage]} ${done}/${all.length}${calls === 0 ? '' : `, ${calls} model calls`}${cost}`
}

const doing: { readonly [S in Stage]: string } = {
  planning: 'planning',
  search: 'searching',
  dedup: 'removing duplicates',
  screening: 'screening batches',
  reading: 'reading documents',
  snowball: 'following references',
  synthesis: 'synthesising answers',
  critique: 'criticising',
  report: 'writing the report',
  check: 'checking citations',
  answer: 'answering',
}

const screening: { readonly [P in ScreeningPass | 'first']: string } = {
  first: 'Screening',
  second: 'Screening by the second screener',
  adjudication: 'Adjudicating where the screeners disagree',
  sample: 'Screening a sample of the exclusions again',
}

/** What an event means to a person, in one line; null for events that are no news. */
export function decisionLine(event: TypedEvent, state: RunState): string | null {
  const words = news(event, state)
  // Reasons may hold words from outside: no line breaks, nothing that steers a terminal.
  return words === null ? null : sanitiseText(words).replace(/[\s\u007f-\u009f]+/gu, ' ')
}

function news(event: TypedEvent, state: RunState): string | null {
  switch (event.type) {
    case 'PlanningRequested':
      return 'Planning'
    case 'IterationStarted':
      return `Iteration ${event.data.iteration}: ${count(Object.values(state.subquestions).filter((s) => s.status === 'active').length, 'subquestion')}, up to ${count(event.data.reads, 'read')}`
    case 'QueriesRequested':
      return `Writing queries: ${count(event.data.items.length, 'intent')}`
    case 'SearchesRequested':
      return `Searching: ${count(event.data.operations.length, 'operation')}`
    case 'SeedsRequested':
      return `Looking up the works you named: ${count(event.data.operations.length, 'operation')}`
    case 'FullTextRequested':
      return `Looking for full texts: ${count(event.data.items.length, 'document')}`
    case 'LookupRejected':
      // The best hit for a title was never said to be the work; what came for an identifier was.
      if (event.data.asked === 'title') return null
      return `${event.data.source}: ${event.data.asked} led to another work, "${event.data.foundTitle}" (${event.data.reason}): not used`
    case 'DedupRequested':
      return event.data.split === null ? 'Removing duplicates' : `Splitting ${event.data.split.documentId}`
    case 'ScreeningRequested':
      return `${screening[event.data.pass ?? 'first']}: ${count(new Set(event.data.items.flatMap((item) => item.documentIds)).size, 'document')}`
    case 'ReadingAllocated':
      return `Reading: ${count(event.data.entries.length, 'document')}`
    case 'SnowballRequested':
      return `Following references, round ${event.data.round}: ${count(event.data.operations.length, 'operation')}`
    case 'SynthesisRequested':
      return `Synthesising: ${count(event.data.items.length, 'answer')}`
    case 'CritiqueRequested':
      return 'Criticising'
    case 'CritiqueApplied':
      return `Critique: ${event.data.sufficient ? 'sufficient' : 'not sufficient'}, ${event.data.applied.length} applied, ${event.data.rejected.length} rejected`
    case 'ReportRequested':
      return `Writing the report (${event.data.stop.reason})`
    case 'CitationCheckRequested':
      return 'Checking citations'
    case 'PassagesRequested':
      return `Ranking and summarising: ${count(event.data.documentIds.length, 'document')}`
    case 'TurnTaken':
      return turnWords(event.data)
    case 'AnswerRequested':
      return `Writing the answer (${event.data.reason})`
    case 'SearchFailed':
      // A source that does not have a seed is no news; the report counts it.
      if (event.data.intentId === null && event.data.outcome === 'skipped' && state.request?.options.answer === undefined) return null
      return `${event.data.source}: search ${event.data.outcome} (${event.data.reason})`
    case 'WorkFailed':
      return `${event.data.service}: ${event.data.reason}`
    case 'RunRequested':
    case 'LibraryImported':
    case 'RunPaused':
    case 'RunResumed':
    case 'RunCancelled':
    case 'BudgetChanged':
    case 'PlanEdited':
    case 'DocumentOverridden':
    case 'ProviderStopped':
    case 'RunForked':
    case 'IntentsRequested':
    case 'IntentClosed':
    case 'PlanEditsApplied':
    case 'RunCompleted':
    case 'PlanProposed':
    case 'IntentCreated':
    case 'QueriesWritten':
    case 'CandidatesFound':
    case 'ReferencesFound':
    case 'FullTextFetched':
    case 'DocumentsRegistered':
    case 'DocumentsMerged':
    case 'DocumentSplit':
    case 'DocumentScreened':
    case 'EvidenceExtracted':
    case 'ReadingFailed':
    case 'CritiqueProposed':
    case 'SubquestionAnswered':
    case 'ReportWritten':
    case 'CitationsChecked':
    case 'PassagesSummarised':
    case 'TurnRequested':
    case 'AnswerWritten':
      return null
  }
}

function turnWords({ turn, action, query, refused }: EventData<'TurnTaken'>): string {
  if (action === 'answer') return `Turn ${turn}: the agent is ready to answer`
  if (action === 'unusable') return `Turn ${turn}: no usable reply of the agent`
  return refused === null ? `Turn ${turn}: search for ${query ?? ''}` : `Turn ${turn}: search refused. ${refused}`
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
