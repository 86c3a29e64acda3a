import { stem } from './stem.ts'

/** Letters that are kept of a longer word. */
const KEPT = 6

/**
 * A coarse English stem that brings derived words together (inhibit, inhibition, inhibitor): a word of more than six letters
 * a–z is cut to its first six, as in truncation stemming (McNamee and Mayfield 2004: n-grams of a word's beginning do as well
 * as suffix rules); others get `stem`. British and American spellings fall together (tumour, oedema). Expects a folded token.
 */
export function truncatedStem(token: string): string {
  if (!/^[a-z]+$/.test(token)) return token
  const spelled = token.replace(/(?<=[a-z]{2})our/g, 'or').replace(/ae|oe/g, 'e')
  return spelled.length > KEPT ? spelled.slice(0, KEPT) : stem(spelled)
}
