import type { EventData } from '@winnow/contracts/registry.ts'
import { documentText } from '@winnow/domain/document-text.ts'
import { againstGold, workSaved } from '@winnow/domain/evaluation/against-gold.ts'
import { agreement, mean } from '@winnow/domain/evaluation/agreement.ts'
import { relevantFrom, resolveDocument } from '@winnow/domain/state.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import type { Comparison, Figures } from './comparison.ts'
import { type GoldLabels, relevanceOf } from './gold-labels.ts'

type Screened = Pick<EventData<'DocumentScreened'>, 'documentId' | 'scores' | 'note'>

interface Pair {
  readonly documentId: string
  readonly subquestionId: string
  readonly recorded: number
  readonly rerun: number
  readonly recordedNote: string
  readonly rerunNote: string
}

/** Scores of pairs of document and subquestion: who is relevant, and how far the scores are apart. */
export function compareScreening(run: LoadedRun): Comparison {
  const pairs: Pair[] = []
  return {
    take: ({ recorded, again }) => {
      const before = recorded.flatMap((event) => (event.type === 'DocumentScreened' ? [event.data] : []))
      const after = again.flatMap((event) => (event.type === 'DocumentScreened' ? [event.data] : []))
      pairs.push(...pairsOf(before, after))
    },
    result: (gold) => ({
      agreement: agreementOf(pairs),
      gold: gold === null ? null : goldOf(run, pairs, gold),
      changed: pairs
        .filter(({ recorded, rerun }) => recorded !== rerun)
        .toSorted((a, b) => Math.abs(b.rerun - b.recorded) - Math.abs(a.rerun - a.recorded))
        .map((pair) => changeOf(run, pair)),
    }),
  }
}

function pairsOf(before: readonly Screened[], after: readonly Screened[]): readonly Pair[] {
  return before.flatMap(({ documentId, scores, note }) => {
    const other = after.find((one) => one.documentId === documentId)
    return Object.entries(scores).flatMap(([subquestionId, recorded]) => {
      const rerun = other?.scores[subquestionId]
      return rerun === undefined ? [] : [{ documentId, subquestionId, recorded, rerun, recordedNote: note, rerunNote: other?.note ?? '' }]
    })
  })
}

function agreementOf(pairs: readonly Pair[]): Figures {
  const { observed, kappa } = agreement(
    pairs.map(({ recorded, rerun }) => ({ first: recorded >= relevantFrom, second: rerun >= relevantFrom })),
  )
  return {
    pairs: pairs.length,
    decisionAgreement: observed,
    cohensKappa: kappa,
    meanScoreDifference: mean(pairs.map(({ recorded, rerun }) => Math.abs(rerun - recorded))),
  }
}

/** A document counts as included when one of its pairs is relevant (spec §5). */
function goldOf(run: LoadedRun, pairs: readonly Pair[], gold: GoldLabels) {
  const labels = relevanceOf(gold)
  const of = (score: (pair: Pair) => number): Figures => {
    const best = new Map<string, number>()
    for (const pair of pairs) {
      const documentId = resolveDocument(run.state, pair.documentId)
      best.set(documentId, Math.max(best.get(documentId) ?? 0, score(pair)))
    }
    const scored = [...best].flatMap(([documentId, value]) => {
      const label = labels.get(documentId)
      return label === undefined ? [] : [{ gold: label, score: value }]
    })
    const {
      recall,
      precision,
      f1,
      labels: count,
    } = againstGold(scored.map((one) => ({ gold: one.gold, judged: one.score >= relevantFrom })))
    return { documents: count, recall, precision, f1, workSavedAt95: workSaved(scored) }
  }
  return { recorded: of(({ recorded }) => recorded), rerun: of(({ rerun }) => rerun) }
}

function changeOf(run: LoadedRun, pair: Pair) {
  const { documentId, subquestionId, recorded, rerun } = pair
  const title = documentText(run.state, run.corpus, resolveDocument(run.state, documentId))?.title ?? ''
  const decisionChanged = recorded >= relevantFrom !== rerun >= relevantFrom
  return {
    ...pair,
    title,
    decisionChanged,
    words: `${decisionChanged ? '!' : ' '} ${documentId} ${subquestionId}  ${recorded.toFixed(2)} → ${rerun.toFixed(2)}  ${title}`,
  }
}
