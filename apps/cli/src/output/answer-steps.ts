import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { progressLine } from './progress-lines.ts'

/** The steps of an answer as `winnow answer --stream` tells them. */
interface AnswerStep {
  readonly kind: 'search' | 'summary' | 'reasoning' | 'refused'
  /** The search that is made, or was summarised; 1 is the initial one. */
  readonly search?: number
  readonly query?: string
  /** Documents that were shown, best first. */
  readonly documentIds?: readonly string[]
  /** Sentences with the documents that they cite. */
  readonly sentences?: readonly { readonly text: string; readonly documentIds: readonly string[] }[]
  readonly turn?: number
  readonly action?: string
  readonly text?: string
}

/** A line of `--stream --json`: where the run is, as `research --json` tells it, and the step of the answer that the event is. */
export function answerStepLine(event: TypedEvent, state: RunState) {
  const step = answerStep(event, state)
  return { ...progressLine(event, state), ...(step === null ? {} : { answerStep: step }) }
}

/** The step that an event is; null for events that are none. */
export function answerStep(event: TypedEvent, state: RunState): AnswerStep | null {
  if (event.type === 'SearchesRequested') {
    const search = state.answering?.searches.find((one) => one.search === event.data.iteration)
    return search === undefined ? null : { kind: 'search', search: search.search, query: search.query }
  }
  if (event.type === 'PassagesSummarised') {
    const { search, passages, summary } = event.data
    return { kind: 'summary', search, documentIds: passages.map(({ documentId }) => documentId), sentences: summary }
  }
  if (event.type !== 'TurnTaken') return null
  const { turn, action, reasoning, query, refused } = event.data
  return refused === null
    ? { kind: 'reasoning', turn, action, text: reasoning }
    : { kind: 'refused', turn, query: query ?? '', text: refused }
}

/** The same for a person, with a blank line after it; null for events that are no step, or say nothing. */
export function answerStepWords(event: TypedEvent, state: RunState): string | null {
  const step = answerStep(event, state)
  if (step === null) return null
  switch (step.kind) {
    case 'search':
      return `Search ${step.search}: ${step.query}\n`
    case 'summary': {
      const said = (step.sentences ?? []).map(
        ({ text, documentIds }) => `${text}${documentIds.length === 0 ? '' : ` [${documentIds.join(', ')}]`}`,
      )
      return `Found by search ${step.search}: ${said.length === 0 ? 'nothing that answers it' : said.join(' ')}\n`
    }
    case 'reasoning':
      return step.text === undefined || step.text === '' ? null : `Turn ${step.turn}: ${step.text}\n`
    case 'refused':
      return `Turn ${step.turn}: search refused. ${step.text}\n`
  }
}
