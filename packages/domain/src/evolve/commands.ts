import type { EventData } from '@winnow/contracts/registry.ts'
import { draftOf } from '../draft.ts'
import { resolveDocument } from '../state.ts'
import { inherit } from './inherit.ts'
import type { StateDraft } from './settle.ts'

/** Folding of commands: what users asked for. */

export function runRequested(draft: StateDraft, data: EventData<'RunRequested'>, at: string, traceparent: string): void {
  if (draft.request !== null) return
  draft.request = draftOf({
    asOf: data.asOf,
    question: data.question,
    options: data.options,
    libraries: data.libraries.map((library) => library.hash),
  })
  draft.status = 'running'
  draft.clock.startedAt = at
  draft.clock.traceId = traceparent.split('-')[1] ?? null
  for (const [index, subquestion] of (data.options.plan ?? []).entries()) {
    const subquestionId = `RQ${index + 1}`
    draft.subquestions[subquestionId] = { ...subquestion, subquestionId, status: 'active', origin: 'user', splitInto: [], coverage: 0 }
  }
}

export function runPaused(draft: StateDraft, data: Pick<EventData<'RunPaused'>, 'reason'>): void {
  if (draft.completed !== null) return
  draft.status = 'paused'
  draft.pauseReason = data.reason
}

export function runResumed(draft: StateDraft, at: string): void {
  if (draft.completed !== null) return
  draft.status = 'running'
  draft.pauseReason = null
  draft.clock.resumedAt = at
}

export function runCancelled(draft: StateDraft, data: EventData<'RunCancelled'>): void {
  draft.cancelRequested ??= data.reason
}

export function budgetChanged(draft: StateDraft, data: EventData<'BudgetChanged'>): void {
  if (draft.request === null || draft.completed !== null) return
  const given = Object.fromEntries(Object.entries(data.limits).filter(([, value]) => value !== undefined))
  Object.assign(draft.request.options.limits, given)
}

export function planEdited(draft: StateDraft, data: EventData<'PlanEdited'>): void {
  draft.pendingEdits.push(draftOf({ commandId: data.commandId, edits: data.edits }))
}

export function documentOverridden(draft: StateDraft, data: EventData<'DocumentOverridden'>): void {
  const document = draft.documents[resolveDocument(draft, data.documentId)]
  if (document === undefined) return
  if (data.action === 'split') {
    draft.pendingSplits.push({ commandId: data.commandId, documentId: document.documentId, records: [...data.records] })
    return
  }
  document.override = data.action
}

/**
 * The copies end here and the run is its own: it goes on with its models, also where the parent had been paused or was to be
 * cancelled, and its time counts from here. What had ended stays ended. One that was itself copied is the parent's.
 */
export function runForked(
  draft: StateDraft,
  data: EventData<'RunForked'>,
  { at, inherited }: { readonly at: string; readonly inherited?: true | undefined },
): void {
  const fork = inherit(draft)
  fork.from = {
    runId: data.parentRunId,
    at: data.at,
    models: { ...data.models },
    reason: data.reason,
    ancestors: [...(data.ancestors ?? [])],
  }
  fork.copying = inherited === true
  if (draft.request !== null) Object.assign(draft.request.options.models, data.models)
  draft.clock.startedAt = at
  draft.clock.resumedAt = at
  if (draft.completed !== null) return
  draft.status = 'running'
  draft.pauseReason = null
  draft.cancelRequested = null
}
