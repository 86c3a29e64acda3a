import { isStopWord } from '@winnow/text/stop-words.ts'
import { words } from '@winnow/text/tokens.ts'
import { truncatedStem } from '@winnow/text/truncated-stem.ts'
import { denies, directionOf } from './direction-words.ts'

/** A word of a statement: its stem, and what it does there. */
export interface StatementWord {
  readonly word: string
  readonly stem: string
  readonly kind: 'content' | 'up' | 'down' | 'negation' | 'function'
}

/** A letter and what hangs on it, with a digit somewhere: the name of a thing, whose digits are no quantity. */
export const NAME_WITH_DIGITS = /\p{L}[\p{L}\p{M}]*-?\p{N}(?:[.-]?[\p{L}\p{N}])*/gu

/**
 * The words of a sentence in order, folded. The parts of a name stay together and lose their hyphen (IL-6 is "il6"), as do
 * "up-" and "down-" before a word; "n't" is "not". Numbers that are no part of a name are left out (see `statedNumbers`).
 */
export function statementWords(text: string): readonly StatementWord[] {
  const joined = text
    .normalize('NFKC')
    .replace(/\b(up|down|over|under)-(?=\p{L})/giu, '$1')
    .replace(/n['’]t\b/giu, ' not')
    .replace(NAME_WITH_DIGITS, (name) => name.replace(/[-.]/g, ''))
  return words(joined)
    .filter((word) => !/^\p{N}+$/u.test(word))
    .map((word) => ({ word, stem: truncatedStem(word), kind: kindOf(word) }))
}

function kindOf(word: string): StatementWord['kind'] {
  if (denies(word)) return 'negation'
  const direction = directionOf(word)
  if (direction !== 0) return direction > 0 ? 'up' : 'down'
  return isStopWord(word) ? 'function' : 'content'
}
