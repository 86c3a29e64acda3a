import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { sameWords } from '@winnow/domain/same-words.ts'
import type { ComparedRun } from './compared-run.ts'

/** Subquestions of A by their id → those of B that ask the same. */
export type SameSubquestions = ReadonlyMap<string, string>

/**
 * Matches the subquestions of two runs: by id where an event that both runs have made them, otherwise by their words. Each is
 * matched once, in the order of A.
 */
export function sameSubquestions(a: ComparedRun, b: ComparedRun, shared: ReadonlySet<string>): SameSubquestions {
  const made = new Set(a.events.filter(({ key }) => shared.has(key)).flatMap(subquestionsMadeBy))
  const matched = new Map<string, string>()
  for (const id of Object.keys(a.state.subquestions)) if (made.has(id) && b.state.subquestions[id] !== undefined) matched.set(id, id)
  const taken = new Set(matched.values())
  for (const { subquestionId, text } of Object.values(a.state.subquestions)) {
    if (matched.has(subquestionId)) continue
    const other = Object.values(b.state.subquestions).find((one) => !taken.has(one.subquestionId) && sameWords(one.text, text))
    if (other === undefined) continue
    matched.set(subquestionId, other.subquestionId)
    taken.add(other.subquestionId)
  }
  return matched
}

function subquestionsMadeBy(event: TypedEvent): readonly string[] {
  if (event.type === 'RunRequested') return (event.data.options.plan ?? []).map((_, index) => `RQ${index + 1}`)
  if (event.type === 'PlanProposed') return event.data.subquestions.map(({ subquestionId }) => subquestionId)
  if (event.type !== 'CritiqueApplied' && event.type !== 'PlanEditsApplied') return []
  return event.data.applied.flatMap((action) => {
    if (action.kind === 'subquestion-added') return [action.subquestion.subquestionId]
    return action.kind === 'subquestion-split' ? action.into.map(({ subquestionId }) => subquestionId) : []
  })
}
