import { recordsOf } from '@winnow/domain/corpus.ts'
import { type DocumentStatus, documentStatus } from '@winnow/domain/document-status.ts'
import { documentFates } from '@winnow/domain/prisma.ts'
import { queryKey } from '@winnow/domain/query-key.ts'
import type { OperationState } from '@winnow/domain/search-state.ts'
import { type Cause, type Comparison, causeOf } from './causes.ts'
import { type ComparedRun, citedDocuments, type Side } from './compared-run.ts'
import type { SameWork } from './same-documents.ts'

/** How far documents come, each step with the ones before: what `in` and `out` are said of. */
export const milestones = ['found', 'screened in', 'read', 'cited'] as const
export type Milestone = (typeof milestones)[number]

/** How far a work came in one run; null when the run does not have it. */
export interface Reached {
  readonly documentIds: readonly string[]
  readonly status: DocumentStatus
}

/** A work that came further in one run than in the other. */
export interface DocumentChange {
  readonly title: string
  readonly year: number | null
  readonly a: Reached | null
  readonly b: Reached | null
  /** The milestones that only B reached, and those that only A reached. */
  readonly in: readonly Milestone[]
  readonly out: readonly Milestone[]
  readonly why: Cause
}

export interface MilestoneCount {
  readonly milestone: Milestone
  readonly a: number
  readonly b: number
  readonly both: number
}

/** Which works came how far in which run, and why where that differs. Works that are several documents count once, by the furthest. */
export function documentChanges(
  comparison: Comparison,
  works: readonly SameWork[],
): {
  readonly counts: readonly MilestoneCount[]
  readonly changed: readonly DocumentChange[]
} {
  const { a, b } = comparison
  const [statusA, statusB] = [statuses(a), statuses(b)]
  const reached = works.map((work) => ({ work, a: furthest(work.a, statusA), b: furthest(work.b, statusB) }))
  const counts = milestones.map((milestone, level) => {
    const inA = reached.filter((one) => levelOf(one.a) >= level)
    return {
      milestone,
      a: inA.length,
      b: reached.filter((one) => levelOf(one.b) >= level).length,
      both: inA.filter((one) => levelOf(one.b) >= level).length,
    }
  })
  const changed = reached
    .filter((one) => levelOf(one.a) !== levelOf(one.b))
    .map((one): DocumentChange => {
      const [from, to] = [levelOf(one.a), levelOf(one.b)]
      const [side, reach] = to > from ? (['b', one.b] as const) : (['a', one.a] as const)
      const between = milestones.slice(Math.min(from, to) + 1, Math.max(from, to) + 1)
      return {
        ...titleOf(comparison[side], reach?.documentIds[0] ?? ''),
        a: one.a,
        b: one.b,
        in: to > from ? between : [],
        out: to > from ? [] : between,
        why: whyFurther(comparison, side, works, reach?.documentIds ?? [], Math.min(from, to) + 1),
      }
    })
  return { counts, changed }
}

/** The document of a run by title and year; '' and null where its records are not there. */
export function titleOf({ state, corpus }: ComparedRun, documentId: string): { readonly title: string; readonly year: number | null } {
  const [record] = recordsOf(state, corpus, documentId)
  return { title: record?.title ?? '', year: record?.year ?? null }
}

function statuses(run: ComparedRun): ReadonlyMap<string, DocumentStatus> {
  const cited = citedDocuments(run)
  return new Map([...documentFates(run.state)].map(([id, fate]) => [id, documentStatus(fate, cited.has(id))]))
}

function furthest(documentIds: readonly string[], status: ReadonlyMap<string, DocumentStatus>): Reached | null {
  const [best] = documentIds
    .map((id) => status.get(id) ?? 'found')
    .sort((one, other) => levelOfStatus(other) - levelOfStatus(one) || (one < other ? 1 : -1))
  return best === undefined ? null : { documentIds, status: best }
}

function levelOf(reached: Reached | null): number {
  return reached === null ? -1 : levelOfStatus(reached.status)
}

function levelOfStatus(status: DocumentStatus): number {
  switch (status) {
    case 'found':
    case 'screened-out':
      return 0
    case 'relevant':
      return 1
    case 'read':
      return 2
    case 'cited':
      return 3
  }
}

/** Why a work reached a milestone in one run alone: what brought it there. */
function whyFurther(comparison: Comparison, side: Side, works: readonly SameWork[], documentIds: readonly string[], level: number): Cause {
  const run = comparison[side]
  const first = (of: (documentId: string) => readonly number[]) => {
    const positions = documentIds.flatMap(of)
    return positions.length === 0 ? null : Math.min(...positions)
  }
  if (level === 0) return whyFound(comparison, side, works, documentIds)
  // A run of kind answer screens and reads nothing on the way to what it cites.
  const answered = run.events.findLast(({ type }) => type === 'AnswerWritten')
  if (answered !== undefined) return causeOf(comparison, side, answered.pos)
  if (level === 1)
    return causeOf(
      comparison,
      side,
      first((id) => (run.corpus.screenings.get(id) ?? []).map(({ pos }) => pos)),
    )
  if (level === 2)
    return causeOf(
      comparison,
      side,
      first((id) => (run.corpus.readings.get(id) ?? []).map(({ pos }) => pos)),
    )
  return causeOf(comparison, side, run.events.findLast(({ type }) => type === 'ReportWritten' || type === 'CitationsChecked')?.pos ?? null)
}

/** Which operation found it, and what the same one brought in the other run. */
function whyFound(comparison: Comparison, side: Side, works: readonly SameWork[], documentIds: readonly string[]): Cause {
  const [run, other] = side === 'a' ? [comparison.a, comparison.b] : [comparison.b, comparison.a]
  const there = side === 'a' ? 'B' : 'A'
  const [operationId] = documentIds.flatMap((id) => run.state.documents[id]?.foundBy ?? [])
  const operation = operationId === undefined ? undefined : run.state.operations[operationId]
  const cause = causeOf(comparison, side, run.corpus.operations.get(operationId ?? '')?.pos ?? null)
  if (operation === undefined) return cause
  const sameSeed = works.find((work) => operation.seed !== null && work[side].includes(operation.seed))?.[side === 'a' ? 'b' : 'a'] ?? []
  const same = Object.values(other.state.operations).find((one) =>
    operation.seed === null ? sameSearch(one, operation) : one.direction === operation.direction && sameSeed.includes(one.seed ?? ''),
  )
  const found = `found by ${operationWords(run, operation)}`
  const words =
    same === undefined
      ? `${found}, which ${there} did not ask: ${cause.words}`
      : `${found}; in ${there} the same had the outcome "${same.outcome}" and did not bring it: ${cause.words}`
  return { ...cause, words }
}

function operationWords(run: ComparedRun, { operationId, source, query, seed, direction }: OperationState): string {
  if (seed === null) return `${operationId} (${source}: ${query})`
  const what = direction === 'forward' ? 'works that cite' : 'the references of'
  return `${operationId} (${source}: ${what} "${titleOf(run, seed).title}")`
}

function sameSearch(one: OperationState, other: OperationState): boolean {
  return one.kind === other.kind && queryKey(one.source, one.query) === queryKey(other.source, other.query)
}
