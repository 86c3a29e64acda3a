import { sameWords } from '../same-words.ts'
import {
  activeIds,
  duplicateSubquestion,
  type Edit,
  type EditContext,
  findSubquestion,
  numbered,
  textProblem,
  type Verdict,
} from './edit-context.ts'

/** Checks of the edits of subquestions (spec §1). Each gives what is to be applied, or the reason why nothing is. */

/** A new subquestion, with the next number. */
export function add(context: EditContext, edit: Edit<'add'>): Verdict {
  const problem = textProblem(edit.text) ?? duplicateSubquestion(context, edit.text)
  if (problem !== null) return problem
  if (activeIds(context).length + 1 > context.maxSubquestions) return 'over maxSubquestions'
  return numbered(context, [edit]).map((subquestion) => ({ kind: 'subquestion-added', subquestion }))
}

/** The parent's place is free for a child; a child's text given twice is one child. */
export function split(context: EditContext, edit: Edit<'split'>): Verdict {
  const parent = findSubquestion(context, edit.subquestionId)
  if (parent === null) return 'unknown id'
  if (parent.status === 'closed') return 'already closed'
  const children = edit.into.filter((child, index) => !edit.into.slice(0, index).some((earlier) => sameWords(earlier.text, child.text)))
  if (children.length < 2) return 'split into fewer than 2'
  for (const child of children) {
    const problem = textProblem(child.text) ?? duplicateSubquestion(context, child.text)
    if (problem !== null) return problem
  }
  const others = activeIds(context).filter((id) => id !== parent.subquestionId).length
  if (others + children.length > context.maxSubquestions) return 'over maxSubquestions'
  return [{ kind: 'subquestion-split', subquestionId: parent.subquestionId, into: [...numbered(context, children)] }]
}

/** Rephrasing may keep the words of the subquestion itself (their order, their case), not those of another. */
export function rephrase(context: EditContext, edit: Edit<'rephrase'>): Verdict {
  const subquestion = findSubquestion(context, edit.subquestionId)
  if (subquestion === null) return 'unknown id'
  if (subquestion.status === 'closed') return 'already closed'
  const text = edit.text.trim()
  const problem =
    textProblem(text) ?? (text === subquestion.text ? 'duplicate text' : duplicateSubquestion(context, text, subquestion.subquestionId))
  return problem ?? [{ kind: 'subquestion-rephrased', subquestionId: subquestion.subquestionId, text }]
}

/** No new work for an active subquestion; its evidence stays. */
export function deprioritize(context: EditContext, rawId: string): Verdict {
  const subquestion = findSubquestion(context, rawId)
  if (subquestion === null) return 'unknown id'
  if (subquestion.status !== 'active') return `already ${subquestion.status}`
  if (isLastActive(context, subquestion.subquestionId)) return 'last active subquestion'
  return [{ kind: 'subquestion-deprioritized', subquestionId: subquestion.subquestionId }]
}

/** Ends a subquestion, active or deprioritized. */
export function close(context: EditContext, rawId: string): Verdict {
  const subquestion = findSubquestion(context, rawId)
  if (subquestion === null) return 'unknown id'
  if (subquestion.status === 'closed') return 'already closed'
  if (isLastActive(context, subquestion.subquestionId)) return 'last active subquestion'
  return [{ kind: 'subquestion-closed', subquestionId: subquestion.subquestionId }]
}

/** A user may empty the plan; a critic may not. */
function isLastActive(context: EditContext, subquestionId: string): boolean {
  const active = activeIds(context)
  return context.origin === 'critic' && active.length === 1 && active[0] === subquestionId
}
