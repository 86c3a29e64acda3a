import { isStopWord } from '@winnow/text/stop-words.ts'
import { words } from '@winnow/text/tokens.ts'
import { truncatedStem } from '@winnow/text/truncated-stem.ts'
import { denies, directionOf, type WordDirection } from './direction-words.ts'

/** A word of a statement: its stem, and what it does there. Only a direction word has a direction. */
export interface StatementWord {
  readonly word: string
  readonly stem: string
  readonly kind: 'content' | 'direction' | 'negation' | 'function'
  readonly direction: WordDirection | null
}

/** A word that begins with a letter and has a digit: the name of a thing, whose digits are no quantity. */
export const NAME_WITH_DIGITS = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{M}]*-?\p{N}(?:[.-]?[\p{L}\p{N}])*/gu

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
    .map((word) => {
      const direction = denies(word) ? null : directionOf(word)
      return { word, stem: truncatedStem(word), kind: direction === null ? undirected(word) : 'direction', direction }
    })
}

function undirected(word: string): StatementWord['kind'] {
  if (denies(word)) return 'negation'
  return isStopWord(word) ? 'function' : 'content'
}
