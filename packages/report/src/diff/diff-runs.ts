import { compareIds } from '@winnow/contracts/ids.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { type CostSum, costs } from '../costs.ts'
import { type ForkedFrom, forkedFrom } from '../forked-from.ts'
import { type AskedOtherwise, askedOtherwise } from './asked-otherwise.ts'
import { type ClaimChanges, claimChanges } from './claim-changes.ts'
import type { ComparedRun } from './compared-run.ts'
import { documentChanges } from './document-changes.ts'
import { sameDocuments } from './same-documents.ts'
import { sameSubquestions } from './same-subquestions.ts'
import { type ScoreChange, scoreChanges } from './score-changes.ts'
import { type EventMark, firstUnshared, markOf, sharedKeys } from './shared-events.ts'

/** One of two runs in a few words. */
export interface RunMark {
  readonly runId: string
  readonly question: string | null
  readonly status: RunState['status']
  readonly forkedFrom: ForkedFrom | null
  readonly events: number
  readonly cost: CostSum
  readonly inherited: CostSum | null
  /** The first of its events that the other run does not have; null when it has them all. */
  readonly firstDifference: EventMark | null
}

/** `winnow diff`: in what two runs differ, and why. B is told against A. */
export interface RunsDiff {
  readonly a: RunMark
  readonly b: RunMark
  readonly sharedEvents: number
  readonly asked: readonly AskedOtherwise[]
  readonly subquestions: {
    readonly rephrased: readonly { readonly a: string; readonly b: string; readonly textA: string; readonly textB: string }[]
    readonly onlyA: readonly { readonly subquestionId: string; readonly text: string }[]
    readonly onlyB: readonly { readonly subquestionId: string; readonly text: string }[]
  }
  readonly documents: ReturnType<typeof documentChanges>
  readonly scores: { readonly pairs: number; readonly changed: readonly ScoreChange[] }
  readonly claims: ClaimChanges
}

/** Compares two runs. Works are matched by identifiers, subquestions by their origin and words, claims by what they say. */
export function diffRuns(a: ComparedRun, b: ComparedRun): RunsDiff {
  const shared = sharedKeys(a, b)
  const comparison = { a, b, shared }
  const works = sameDocuments(a, b)
  const subquestions = sameSubquestions(a, b, shared)
  const ofB = new Set(subquestions.values())
  const text = (run: ComparedRun, id: string) => run.state.subquestions[id]?.text ?? ''
  const alone = (run: ComparedRun, matched: (id: string) => boolean) =>
    Object.keys(run.state.subquestions)
      .filter((id) => !matched(id))
      .sort(compareIds)
      .map((subquestionId) => ({ subquestionId, text: text(run, subquestionId) }))
  return {
    a: runMark(a, shared),
    b: runMark(b, shared),
    sharedEvents: shared.size,
    asked: askedOtherwise(a, b),
    subquestions: {
      rephrased: [...subquestions]
        .map(([idA, idB]) => ({ a: idA, b: idB, textA: text(a, idA), textB: text(b, idB) }))
        .filter(({ textA, textB }) => textA !== textB),
      onlyA: alone(a, (id) => subquestions.has(id)),
      onlyB: alone(b, (id) => ofB.has(id)),
    },
    documents: documentChanges(comparison, works),
    scores: scoreChanges(comparison, works, subquestions),
    claims: claimChanges(comparison, works, subquestions),
  }
}

function runMark(run: ComparedRun, shared: ReadonlySet<string>): RunMark {
  const { state, runId, events } = run
  const { total, inherited } = costs(state)
  const first = firstUnshared(run, shared)
  return {
    runId,
    question: state.request?.question ?? null,
    status: state.status,
    forkedFrom: forkedFrom(state),
    events: events.length,
    cost: total,
    inherited,
    firstDifference: first === null ? null : markOf(first),
  }
}
