import type { OperationState } from '@winnow/domain/search-state.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { unansweredOperations } from '@winnow/domain/unanswered-operations.ts'
import { plainSentence } from '@winnow/text/plain-sentence.ts'

/** Characters of a source's reason at most. */
const longestReason = 300

/**
 * What is said where no passage answers a question: that nothing was found, where it was looked for, and which sources gave no
 * answer and why. A search that failed says nothing about the literature, and must not read as if it did.
 */
export function nothingFound(state: Pick<RunState, 'operations' | 'request'>, shown: number): readonly string[] {
  const operations = Object.values(state.operations)
  const silent = unansweredOperations(state)
  const answered = sourcesOf(operations.filter((operation) => !silent.includes(operation)))
  const unusable = state.request?.options.unusableSources ?? []
  return [
    answered.length === 0
      ? 'Nothing is known: no source answered the search for this question, so this answer says nothing about the literature.'
      : shown === 0
        ? `Nothing was found: the search for this question in ${list(answered)} brought no passage to answer from.`
        : `No answer was found: the search in ${list(answered)} brought ${shown} ${shown === 1 ? 'passage' : 'passages'}, none with a sentence that speaks to the question.`,
    ...[...Map.groupBy(silent, ({ source }) => source)].map(
      ([source, [first]]) => `${source} gave no answer: ${closed(first?.reason ?? 'no reason was given')}`,
    ),
    ...unusable.map(({ source, reason }) => `${source} was not asked: ${closed(reason)}`),
  ]
}

function sourcesOf(operations: readonly OperationState[]): readonly string[] {
  return [...new Set(operations.map(({ source }) => source))].sort()
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function closed(reason: string): string {
  const text = plainSentence(reason).slice(0, longestReason).toWellFormed()
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
