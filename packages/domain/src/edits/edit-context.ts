import type { AppliedAction, PlannedSubquestion, ProposedSubquestion, ResearchAction } from '@winnow/contracts/entities/plan.ts'
import { numberOf } from '@winnow/contracts/ids.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import { repairId } from '../id-repair.ts'
import type { PlanDraft } from '../plan-draft.ts'
import { sameWords } from '../same-words.ts'
import type { RunState } from '../state.ts'

/** Longest text of a subquestion or intent, and longest rationale, in characters (contracts/entities/plan.ts). */
export const longestText = 1000
export const longestRationale = 2000

/** The actions that a check lets through, or why it does not. */
export type Verdict = readonly AppliedAction[] | string

/** What actions are checked against: the state before all of them, and the plan as the earlier ones leave it. */
export interface EditContext {
  readonly state: RunState
  readonly plan: PlanDraft
  readonly origin: 'critic' | 'user'
  readonly maxSubquestions: number
  readonly maxSnowballRounds: number
}

export type Edit<K extends ResearchAction['kind']> = Extract<ResearchAction, { kind: K }>

/** Why a text cannot be one of a subquestion or intent, or null. */
export function textProblem(text: string): string | null {
  if (text.trim() === '') return 'empty text'
  return text.trim().length > longestText ? `text over ${longestText} characters` : null
}

/** "duplicate text" when another subquestion, of any status, asks the same in the same words; else null. */
export function duplicateSubquestion({ plan }: EditContext, text: string, exceptId?: string): string | null {
  const others = Object.values(plan.subquestions).filter(({ subquestionId }) => subquestionId !== exceptId)
  return others.some((other) => sameWords(other.text, text)) ? 'duplicate text' : null
}

/** Why a text cannot be a new intent, or null. Intents are compared over all subquestions: the same words would be searched for again. */
export function intentProblem({ plan }: EditContext, text: string): string | null {
  const others = [...Object.values(plan.intents), ...plan.plannedIntents]
  return textProblem(text) ?? (others.some((other) => sameWords(other.text, text)) ? 'duplicate text' : null)
}

/** Proposed subquestions with the next free numbers, over all that ever were. */
export function numbered({ plan }: EditContext, proposed: readonly ProposedSubquestion[]): readonly PlannedSubquestion[] {
  const first = 1 + Math.max(0, ...Object.keys(plan.subquestions).map(numberOf))
  return proposed.map(({ text, rationale, priority }, index) => ({
    text: text.trim(),
    rationale: truncateText(rationale, longestRationale),
    priority,
    subquestionId: `RQ${first + index}`,
  }))
}

/** The subquestion that a critic or user means, after repair of the id; null when there is none. */
export function findSubquestion({ plan }: EditContext, rawId: string): PlanDraft['subquestions'][string] | null {
  const texts = new Map(Object.values(plan.subquestions).map(({ subquestionId, text }) => [subquestionId, text]))
  const id = repairId(rawId, [...texts.keys()], texts)
  return id === null ? null : (plan.subquestions[id] ?? null)
}

/** The same for a search intent. */
export function findIntent({ plan }: EditContext, rawId: string): PlanDraft['intents'][string] | null {
  const texts = new Map(Object.values(plan.intents).map(({ intentId, text }) => [intentId, text]))
  const id = repairId(rawId, [...texts.keys()], texts)
  return id === null ? null : (plan.intents[id] ?? null)
}

/** Ids of the active subquestions; `maxSubquestions` counts these. */
export function activeIds({ plan }: EditContext): readonly string[] {
  return Object.values(plan.subquestions).flatMap(({ status, subquestionId }) => (status === 'active' ? [subquestionId] : []))
}
