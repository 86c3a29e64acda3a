import type { AppliedAction, RejectedAction, ResearchAction } from '@winnow/contracts/entities/plan.ts'
import type { StopRule } from '@winnow/contracts/events/conductor.ts'
import { contradiction, snowball } from './edits/corpus-actions.ts'
import type { EditContext, Verdict } from './edits/edit-context.ts'
import { addIntent, closeIntent, gap, rewordIntent } from './edits/intent-actions.ts'
import { add, close, deprioritize, rephrase, split } from './edits/subquestion-edits.ts'
import { gapsOf } from './gaps.ts'
import { carryOut, draftPlan } from './plan-draft.ts'
import type { RunState } from './state.ts'

export interface AppliedActions {
  readonly applied: readonly AppliedAction[]
  /** Each with its reason, in the order of the actions. */
  readonly rejected: readonly RejectedAction[]
  /** The gaps that the actions name, applied or not (see `gapsOf`). */
  readonly gaps: readonly string[]
}

/**
 * Applies the actions of a critic, or the edits of a user, to the plan (spec §1, §10): checks each in order against the
 * state as the earlier ones leave it, and gives ids. Nothing is changed; what is to happen stands in `applied`. With `stop`
 * set, actions that ask for further research (subquestions, intents, gaps, snowballing) are rejected as "stopped: rule N";
 * the others still shape the report (our reading).
 */
export function applyActions(
  state: RunState,
  actions: readonly ResearchAction[],
  options: { readonly origin: 'critic' | 'user'; readonly stop: StopRule | null },
): AppliedActions {
  if (state.request === null) throw new Error('actions on the plan of a run that was not requested')
  const plan = draftPlan(state)
  const runOptions = state.request.options
  const context = {
    state,
    plan,
    origin: options.origin,
    maxSubquestions: runOptions.maxSubquestions,
    maxSnowballRounds: runOptions.limits.maxSnowballRounds,
  }
  const applied: AppliedAction[] = []
  const rejected: RejectedAction[] = []
  for (const edit of actions) {
    const verdict = options.stop !== null && asksForResearch(edit) ? `stopped: rule ${options.stop.rule}` : check(context, edit)
    if (typeof verdict === 'string') {
      rejected.push({ edit, reason: verdict })
      continue
    }
    for (const action of verdict) carryOut(plan, action, options.origin)
    applied.push(...verdict)
  }
  return { applied, rejected, gaps: gapsOf(applied, rejected) }
}

/** Whether an applied action gives the next iteration something to do: what rule 4 looks for (spec §11). */
export function isActionable(action: AppliedAction): boolean {
  return ['subquestion-added', 'subquestion-split', 'intent-planned', 'snowball-requested'].includes(action.kind)
}

function asksForResearch(edit: ResearchAction): boolean {
  return ['add', 'split', 'add-intent', 'reword-intent', 'gap', 'snowball'].includes(edit.kind)
}

function check(context: EditContext, edit: ResearchAction): Verdict {
  switch (edit.kind) {
    case 'add':
      return add(context, edit)
    case 'split':
      return split(context, edit)
    case 'rephrase':
      return rephrase(context, edit)
    case 'deprioritize':
      return deprioritize(context, edit.subquestionId)
    case 'close':
      return close(context, edit.subquestionId)
    case 'add-intent':
      return addIntent(context, edit.subquestionId, edit.text)
    case 'reword-intent':
      return rewordIntent(context, edit)
    case 'close-intent':
      return closeIntent(context, edit.intentId)
    case 'snowball':
      return snowball(context, edit)
    case 'contradiction':
      return contradiction(context, edit)
    case 'gap':
      return gap(context, edit.text)
  }
}
