import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import type { RunMaterial } from '../run-material.ts'
import type { EventTrail } from './event-trail.ts'
import type { WhyShown } from './why.ts'

/** Where the searches of an answer showed a document: search, its query and the turn that asked for it, passage and summary. */
export function whyShown(
  { state }: RunMaterial,
  trail: EventTrail,
  documentId: string,
  passages: ReadonlyMap<string, string>,
): readonly WhyShown[] {
  const searches = state.answering?.searches ?? []
  const asked = askingTurns(trail)
  return trail
    .of('PassagesSummarised')
    .toSorted((a, b) => a.data.search - b.data.search)
    .flatMap((event) =>
      event.data.passages.flatMap((passage, index) => {
        if (resolveDocument(state, passage.documentId) !== documentId) return []
        const { search, passages: shown, summary, reranker, summarizer } = event.data
        const citing = summary.filter(({ documentIds }) => documentIds.some((id) => resolveDocument(state, id) === documentId))
        return {
          search,
          query: searches.find((one) => one.search === search)?.query ?? '',
          turn: turnOf(asked[search - 2], trail),
          rank: index + 1,
          of: shown.length,
          score: passage.score,
          reranker,
          record: passage.recordId,
          characters: passage.characters,
          cut: passage.cut,
          textHash: passage.textHash,
          text: passages.get(passage.textHash) ?? null,
          summary: citing.map(({ text }) => text),
          summarizer,
          event: trail.name(event),
        }
      }),
    )
}

/** The turns whose searches were made, in their order: the first of them asked for search 2. */
function askingTurns(trail: EventTrail): readonly TypedEvent<'TurnTaken'>[] {
  return trail
    .of('TurnTaken')
    .filter(({ data }) => data.action === 'search' && data.refused === null)
    .toSorted((a, b) => a.data.turn - b.data.turn)
}

function turnOf(event: TypedEvent<'TurnTaken'> | undefined, trail: EventTrail): WhyShown['turn'] {
  if (event === undefined) return null
  const { turn, reasoning, agent } = event.data
  return { turn, reasoning, agent, event: trail.name(event) }
}
