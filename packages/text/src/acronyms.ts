/** A bracket with a short form: two to ten letters, digits and hyphens, one of them an upper-case letter. */
const BRACKET = /[([](?=[^)\]\s]{0,9}\p{Lu})(\p{L}[\p{L}\p{N}-]{1,9})(?=[;,)\]])/gu
/** Characters before the bracket in which the long form can stand: ten words and some (Schwartz and Hearst allow as few). */
const REACH = 160

/**
 * The abbreviations that a text defines, "body mass index (BMI)", as short form → long form, both as they stand; of a short
 * form defined twice the first counts. Found by the algorithm of Schwartz and Hearst (2003): the letters of the short form
 * stand in the long one in their order, the first at the start of a word, and the long form has at most
 * min(letters + 5, letters × 2) words.
 */
export function acronymsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { 1: short = '', index } of text.matchAll(BRACKET)) {
    if (found.has(short)) continue
    const before = text.slice(Math.max(0, index - REACH), index)
    const phrase = before.slice(Math.max(...[...'.;:()[]\n'].map((mark) => before.lastIndexOf(mark))) + 1).trimEnd()
    const long = longForm(short, phrase)
    if (long !== null) found.set(short, long)
  }
  return found
}

function longForm(short: string, phrase: string): string | null {
  const letters = [...short.toLowerCase()].filter((letter) => /[\p{L}\p{N}]/u.test(letter))
  const lower = phrase.toLowerCase()
  if (lower.length !== phrase.length) return null
  let at = lower.length
  for (let place = letters.length - 1; place >= 0; place -= 1) {
    do at -= 1
    while (at >= 0 && (lower[at] !== letters[place] || (place === 0 && startsInside(lower, at))))
    if (at < 0) return null
  }
  const long = phrase.slice(at)
  const words = long.split(/[\s-]+/).length
  return long.length > short.length && words <= Math.min(letters.length + 5, letters.length * 2) ? long : null
}

function startsInside(text: string, at: number): boolean {
  return at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1] ?? '')
}
