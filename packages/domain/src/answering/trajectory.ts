import type { MarkedSentence } from '@winnow/contracts/entities/answer.ts'
import type { Corpus } from '../corpus.ts'
import type { RunState } from '../state.ts'
import { addressOf } from '../web-address.ts'

/** A document as a search showed it; the text that was shown is the blob `textHash`. */
export interface TrajectoryPassage {
  readonly documentId: string
  readonly title: string
  readonly url: string | null
  readonly textHash: string
}

/** What happened on the way to an answer, in its order (spec §13). What a search brought is data from outside, never the model's own. */
export type TrajectoryStep =
  | { readonly kind: 'search'; readonly search: number; readonly query: string; readonly passages: readonly TrajectoryPassage[] }
  | { readonly kind: 'summary'; readonly search: number; readonly sentences: readonly MarkedSentence[] }
  | { readonly kind: 'reasoning'; readonly turn: number; readonly text: string }
  | { readonly kind: 'refused'; readonly turn: number; readonly query: string; readonly message: string }

/**
 * The steps of a run of kind `answer`: the initial search and its summary, then for each turn its reasoning, and the search
 * that it asked for or the message that refused it. Turns without a usable reply are left out: they said nothing.
 */
export function trajectoryOf(state: RunState, corpus: Corpus): readonly TrajectoryStep[] {
  const searches = state.answering?.searches ?? []
  const turns = [...corpus.turns].sort((a, b) => a.turn - b.turn)
  const steps: TrajectoryStep[] = [...searchSteps(corpus, searches[0])]
  let made = 1
  for (const { turn, action, reasoning, query, refused } of turns) {
    if (action === 'unusable') continue
    if (reasoning !== '') steps.push({ kind: 'reasoning', turn, text: reasoning })
    if (action !== 'search') continue
    if (refused !== null) steps.push({ kind: 'refused', turn, query: query ?? '', message: refused })
    else steps.push(...searchSteps(corpus, searches[made++]))
  }
  return steps
}

type Search = NonNullable<RunState['answering']>['searches'][number]

function searchSteps(corpus: Corpus, search: Search | undefined): readonly TrajectoryStep[] {
  if (search === undefined) return []
  const summarised = corpus.summaries.get(search.search)
  const passages = (summarised?.passages ?? []).map(({ documentId, recordId, textHash }) => {
    const record = corpus.records.get(recordId)
    return { documentId, title: record?.title ?? '', url: record === undefined ? null : addressOf(record.ids, record.url), textHash }
  })
  const steps: TrajectoryStep[] = [{ kind: 'search', search: search.search, query: search.query, passages }]
  return summarised === undefined || summarised.summary.length === 0
    ? steps
    : [...steps, { kind: 'summary', search: search.search, sentences: summarised.summary }]
}
