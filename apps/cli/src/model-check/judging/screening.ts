import { relevantFrom } from '@winnow/domain/state.ts'
import type { Seen, Verdict } from '../trap.ts'
import { shown } from './shown.ts'

/** A paper of a trap, and whether it belongs in the review. */
export interface RightScreening {
  readonly documentId: string
  readonly relevant: boolean
}

/**
 * Whether every paper is on its right side of the threshold for RQ1. The trap's own paper stands first; the others keep a model
 * that gives one score to all from passing. The detail names the first that is not.
 */
export function judgeScreening({ outcome, state }: Pick<Seen, 'outcome' | 'state'>, right: readonly RightScreening[]): Verdict {
  const judged = right.map(({ documentId, relevant }) => {
    const given = outcome.flatMap((event) =>
      event.type === 'DocumentScreened' && event.data.documentId === documentId ? [event.data] : [],
    )[0]
    const score = given?.scores.RQ1 ?? null
    return { documentId, relevant, score, note: given?.note ?? '', passed: score !== null && score >= relevantFrom === relevant }
  })
  const wrong = judged.find(({ passed }) => !passed)
  if (wrong === undefined) {
    const sides = judged.map(({ documentId, relevant, score }) => `${relevant ? 'relevant' : 'off-topic'} ${documentId} ${figure(score)}`)
    return { passed: true, detail: `scored ${sides.join(', ')}` }
  }
  const { documentId, relevant, score, note } = wrong
  if (state.documents[documentId] === undefined) throw new Error(`the story has no ${documentId}`)
  const side = relevant ? `is relevant (from ${relevantFrom})` : `is off topic (below ${relevantFrom})`
  return { passed: false, detail: `scored ${documentId} ${figure(score)}, which ${side}, noting “${shown(note)}”` }
}

function figure(score: number | null): string {
  return score === null ? 'nothing' : score.toFixed(2)
}
