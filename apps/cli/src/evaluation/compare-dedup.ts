import type { NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { againstGold } from '@winnow/domain/evaluation/against-gold.ts'
import { dice } from '@winnow/domain/evaluation/agreement.ts'
import { type JoinedPairs, type LinkageOutcome, newlyJoined } from '@winnow/domain/evaluation/joined-pairs.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import type { Comparison, Figures } from './comparison.ts'
import { type GoldLabels, worksOf } from './gold-labels.ts'

/** Pairs of records that were joined to one work, as recorded and as the rules of this version join them. */
export function compareDedup({ corpus }: LoadedRun): Comparison {
  const recordedPairs = new Map<string, readonly [string, string]>()
  const rerunPairs = new Map<string, readonly [string, string]>()
  const add = (to: Map<string, readonly [string, string]>, pairs: JoinedPairs) => {
    for (const [key, pair] of pairs) to.set(key, pair)
  }
  const title = (key: string) => corpus.records.get(key)?.title ?? ''
  const changed = (by: 'recorded' | 'rerun', [a, b]: readonly [string, string]) => ({
    a,
    b,
    titleA: title(a),
    titleB: title(b),
    joinedBy: by,
    words: `${by === 'rerun' ? '+' : '-'} ${a} and ${b}: ${title(a)} / ${title(b)}`,
  })
  return {
    take: ({ before, recorded, again }) => {
      add(recordedPairs, newlyJoined(before.state, outcomeOf(recorded)))
      add(rerunPairs, newlyJoined(before.state, outcomeOf(again)))
    },
    result: (gold) => {
      const both = [...recordedPairs.keys()].filter((key) => rerunPairs.has(key)).length
      return {
        agreement: {
          joinedRecorded: recordedPairs.size,
          joinedRerun: rerunPairs.size,
          joinedByBoth: both,
          pairwiseAgreement: dice(recordedPairs.size, rerunPairs.size, both),
        },
        gold: gold === null ? null : { recorded: goldOf(recordedPairs, gold), rerun: goldOf(rerunPairs, gold) },
        changed: [
          ...[...rerunPairs].filter(([key]) => !recordedPairs.has(key)).map(([, pair]) => changed('rerun', pair)),
          ...[...recordedPairs].filter(([key]) => !rerunPairs.has(key)).map(([, pair]) => changed('recorded', pair)),
        ],
      }
    },
  }
}

function outcomeOf(events: readonly (TypedEvent | NewEvent)[]): LinkageOutcome {
  return {
    registered: events.flatMap((event) => (event.type === 'DocumentsRegistered' ? event.data.documents : [])),
    merged: events.flatMap((event) => (event.type === 'DocumentsMerged' ? [event.data] : [])),
  }
}

/** Joined pairs against pairs of labelled records with one label. */
function goldOf(joined: JoinedPairs, gold: GoldLabels): Figures {
  const works = worksOf(gold)
  const keys = [...works.keys()].toSorted()
  const pairs = keys.flatMap((a, index) => keys.slice(index + 1).map((b) => [a, b] as const))
  const { recall, precision, f1, truePositives } = againstGold(
    pairs.map((pair) => ({ gold: works.get(pair[0]) === works.get(pair[1]), judged: joined.has(JSON.stringify(pair)) })),
  )
  return { records: keys.length, rightPairs: truePositives, recall, precision, f1 }
}
