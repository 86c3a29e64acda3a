import type { EventData } from '@winnow/contracts/registry.ts'
import { draftOf } from '../draft.ts'
import { gapsOf } from '../gaps.ts'
import { carryOut } from '../plan-draft.ts'
import { type DecisionPlace, openWork, type StateDraft } from './settle.ts'

/** Folding of the conductor's decisions: each moves the step on and opens its work items. */

export function planningRequested(draft: StateDraft, data: EventData<'PlanningRequested'>, place: DecisionPlace): void {
  draft.step = 'planning'
  openWork(draft, place, { workId: data.workId, service: 'planner', stage: 'planning', entry: 0, fallback: data.fallback !== undefined })
}

export function iterationStarted(draft: StateDraft, data: EventData<'IterationStarted'>): void {
  draft.step = 'iteration'
  draft.iteration = data.iteration
  draft.iterationReads = { total: data.reads, keptForSnowball: data.keptForSnowball, allocated: 0 }
  draft.progress.push({ iteration: data.iteration, documents: data.documents, relevantPairs: data.relevantPairs })
}

export function intentsRequested(draft: StateDraft, data: EventData<'IntentsRequested'>, place: DecisionPlace): void {
  draft.step = 'intents'
  draft.plannedIntents = []
  for (const [entry, item] of data.items.entries()) {
    openWork(draft, place, { workId: item.workId, service: 'planner', stage: 'planning', entry, fallback: item.fallback !== undefined })
  }
}

export function queriesRequested(draft: StateDraft, data: EventData<'QueriesRequested'>, place: DecisionPlace): void {
  draft.step = 'queries'
  for (const [entry, item] of data.items.entries()) {
    const intent = draft.intents[item.intentId]
    if (intent !== undefined) intent.queried = true
    draft.pendingQueries[item.intentId] = []
    openWork(draft, place, { workId: item.workId, service: 'planner', stage: 'search', entry, fallback: item.fallback !== undefined })
  }
}

export function intentClosed(draft: StateDraft, data: EventData<'IntentClosed'>): void {
  const intent = draft.intents[data.intentId]
  if (intent === undefined || intent.status === 'closed') return
  intent.status = 'closed'
  intent.closedReason = data.reason
}

export function dedupRequested(draft: StateDraft, data: EventData<'DedupRequested'>, place: DecisionPlace): void {
  if (data.split === null) draft.step = data.phase === 'search' ? 'dedup-search' : 'dedup-snowball'
  const commandId = data.split?.commandId
  draft.pendingSplits = draft.pendingSplits.filter((split) => split.commandId !== commandId)
  for (const { operationId } of data.operations) {
    const operation = draft.operations[operationId]
    if (operation !== undefined) operation.deduped = true
  }
  openWork(draft, place, { workId: data.workId, service: 'dedup', stage: 'dedup', entry: 0, fallback: false })
}

export function screeningRequested(draft: StateDraft, data: EventData<'ScreeningRequested'>, place: DecisionPlace): void {
  draft.step = screeningStep(data)
  for (const [entry, item] of data.items.entries()) {
    openWork(draft, place, { workId: item.workId, service: 'screener', stage: 'screening', entry, fallback: item.fallback !== undefined })
  }
}

function screeningStep({ phase, pass }: EventData<'ScreeningRequested'>): StateDraft['step'] {
  switch (pass) {
    case undefined:
      return `screen-${phase}`
    case 'second':
      return `second-screen-${phase}`
    case 'adjudication':
      return `adjudicate-${phase}`
    case 'sample':
      return 'rescreen'
  }
}

export function readingAllocated(draft: StateDraft, data: EventData<'ReadingAllocated'>, place: DecisionPlace): void {
  draft.step = data.phase === 'queue' ? 'read-queue' : 'read-snowball'
  draft.iterationReads.allocated += data.entries.length
  for (const [entry, item] of data.entries.entries()) {
    const document = draft.documents[item.documentId]
    if (document !== undefined) for (const subquestionId of item.subquestionIds) document.readFor[subquestionId] = 'allocated'
    openWork(draft, place, { workId: item.workId, service: 'reader', stage: 'reading', entry, fallback: item.fallback !== undefined })
  }
}

export function synthesisRequested(draft: StateDraft, data: EventData<'SynthesisRequested'>, place: DecisionPlace): void {
  draft.step = 'synthesis'
  for (const [entry, item] of data.items.entries()) {
    openWork(draft, place, { workId: item.workId, service: 'writer', stage: 'synthesis', entry, fallback: item.fallback !== undefined })
  }
}

export function critiqueRequested(draft: StateDraft, data: EventData<'CritiqueRequested'>, place: DecisionPlace): void {
  draft.step = 'critique'
  openWork(draft, place, { workId: data.workId, service: 'critic', stage: 'critique', entry: 0, fallback: data.fallback !== undefined })
}

export function critiqueApplied(draft: StateDraft, data: EventData<'CritiqueApplied'>): void {
  draft.step = 'critique-applied'
  draft.critique = null
  draft.stop = data.stop
  for (const action of data.applied) carryOut(draft, action, 'critic')
  draft.critiques.push({
    iteration: data.iteration,
    sufficient: data.sufficient,
    applied: draftOf(data.applied),
    rejected: data.rejected.length,
    gaps: [...gapsOf(data.applied, data.rejected)],
  })
}

export function planEditsApplied(draft: StateDraft, data: EventData<'PlanEditsApplied'>): void {
  draft.pendingEdits = draft.pendingEdits.filter((pending) => pending.commandId !== data.commandId)
  for (const action of data.applied) carryOut(draft, action, 'user')
}

export function reportRequested(draft: StateDraft, data: EventData<'ReportRequested'>, place: DecisionPlace): void {
  draft.step = 'report'
  draft.stop = data.stop
  openWork(draft, place, { workId: data.workId, service: 'writer', stage: 'report', entry: 0, fallback: data.fallback !== undefined })
}

export function citationCheckRequested(draft: StateDraft, data: EventData<'CitationCheckRequested'>, place: DecisionPlace): void {
  draft.step = 'check'
  openWork(draft, place, { workId: data.workId, service: 'writer', stage: 'check', entry: 0, fallback: data.fallback !== undefined })
}

export function runCompleted(draft: StateDraft, data: EventData<'RunCompleted'>, at: string): void {
  draft.step = 'completed'
  draft.completed = { status: data.status, stopReason: data.stopReason, rule: data.rule }
  draft.status = data.status
  draft.clock.endedAt = at
}
