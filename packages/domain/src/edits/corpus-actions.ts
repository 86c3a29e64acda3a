import { repairId, repairIds } from '../id-repair.ts'
import { isAdmissible } from '../live-documents.ts'
import { seedKey } from '../seed-key.ts'
import { resolveDocument } from '../state.ts'
import { type Edit, type EditContext, findSubquestion, type Verdict } from './edit-context.ts'

/** Checks of the actions on documents and evidence (spec §10). Each gives what is to be applied, or the reason why nothing is. */

/** A document is followed from once in each direction, under whatever id it was known before merges. */
export function snowball({ state, plan, maxSnowballRounds }: EditContext, edit: Edit<'snowball'>): Verdict {
  if (maxSnowballRounds === 0) return 'snowballing is off'
  const known = repairId(edit.documentId, [
    ...Object.keys(state.documents),
    ...Object.keys(state.aliases).filter((id) => !(id in state.documents)),
  ])
  const document = known === null ? undefined : state.documents[resolveDocument(state, known)]
  if (document === undefined) return 'unknown id'
  if (!Object.values(document.readFor).includes('read')) return 'not read'
  if (!isAdmissible(document)) return 'excluded'
  const { documentId } = document
  const names = [documentId, ...Object.keys(state.aliases).filter((id) => resolveDocument(state, id) === documentId)]
  if (names.some((id) => state.seeded[seedKey(id, edit.direction)])) return 'already seeded'
  const requested = plan.snowballRequests.some((other) => other.direction === edit.direction && names.includes(other.documentId))
  return requested ? 'already requested' : [{ kind: 'snowball-requested', documentId, direction: edit.direction }]
}

/** A contradiction may be noted on a subquestion of any status; the same one again needs another status. */
export function contradiction(context: EditContext, edit: Edit<'contradiction'>): Verdict {
  const subquestion = findSubquestion(context, edit.subquestionId)
  const claims = [...repairIds(edit.claims, Object.keys(context.state.evidence)).ids]
  if (subquestion === null || claims.length === 0) return 'unknown id'
  const { subquestionId } = subquestion
  const noted = context.plan.contradictions.some(
    (other) =>
      other.subquestionId === subquestionId &&
      other.status === edit.status &&
      new Set(other.claims).symmetricDifference(new Set(claims)).size === 0,
  )
  return noted ? 'already noted' : [{ kind: 'contradiction-noted', subquestionId, claims, note: edit.note, status: edit.status }]
}
