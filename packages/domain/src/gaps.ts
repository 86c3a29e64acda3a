import type { AppliedAction, RejectedAction } from '@winnow/contracts/entities/plan.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import { claimClusters } from './clusters.ts'
import { usableEvidence } from './evidence-owner.ts'
import { contentTokens } from './same-words.ts'
import type { RunState, SubquestionState } from './state.ts'

/** Ids of the subquestions that have no claim cluster, or only weakly supported ones (spec §9). */
export function weakSubquestions(
  state: Pick<RunState, 'subquestions' | 'evidence' | 'records' | 'documents' | 'aliases'>,
): ReadonlySet<string> {
  const firm = new Set(
    claimClusters(usableEvidence(state))
      .filter((cluster) => !cluster.weak)
      .map((cluster) => cluster.subquestionId),
  )
  return new Set(Object.keys(state.subquestions).filter((id) => !firm.has(id)))
}

/**
 * The active subquestion that a free-text gap of the critic belongs to (spec §10): the one that shares most content words
 * with it; ties go to those with only weakly supported claims, then to the lowest coverage, then to the lower number. Null
 * when no subquestion is active. A gap that shares no word with any is a tie of all.
 */
export function assignGap(gap: string, subquestions: readonly SubquestionState[], weak: ReadonlySet<string>): string | null {
  const tokens = contentTokens(gap)
  const ranked = subquestions
    .filter((subquestion) => subquestion.status === 'active')
    .map(({ subquestionId, text, coverage }) => ({
      subquestionId,
      overlap: contentTokens(text).intersection(tokens).size,
      weak: weak.has(subquestionId) ? 1 : 0,
      coverage,
    }))
    .sort((a, b) => b.overlap - a.overlap || b.weak - a.weak || a.coverage - b.coverage || compareIds(a.subquestionId, b.subquestionId))
  return ranked[0]?.subquestionId ?? null
}

/**
 * The gaps that a critique named, whether or not their intents were applied, sorted and each once: a gap that comes again
 * is rejected as a duplicate, and is open all the same. For `critiques[].gaps` of the state.
 */
export function gapsOf(applied: readonly AppliedAction[], rejected: readonly RejectedAction[]): readonly string[] {
  const planned = applied.flatMap((action) => (action.kind === 'intent-planned' && action.gap === true ? [action.text] : []))
  const refused = rejected.flatMap(({ edit }) => (edit.kind === 'gap' ? [edit.text.trim()] : []))
  return [...new Set([...planned, ...refused])].sort()
}
