/**
 * Light English stemming: step 1 of Porter's algorithm (1980) — plurals, -ed, -ing, y → i — so that "memories" finds
 * "memory" and "retrieved" finds "retrieving", while derived words (memorise, retrieval) stay apart. Expects a folded
 * token; what is not plain a–z, or shorter than three letters, comes back unchanged.
 */
export function stem(token: string): string {
  // Most words end in another letter than those of the endings -s, -ed, -ing and -y, and stay as they are.
  if (token.length < 3 || !'sdgy'.includes(token.charAt(token.length - 1)) || !/^[a-z]+$/.test(token)) return token
  return finalY(pastAndGerund(plural(token)))
}

function plural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
  if (word.endsWith('ss') || !word.endsWith('s')) return word
  return word.slice(0, -1)
}

function pastAndGerund(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const ending = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0
  if (ending === 0) return word
  const base = word.slice(0, -ending)
  return hasVowel(base) ? repaired(base) : word
}

/** Gives the base of a cut form its regular spelling back: hop(p)ed → hop, fil(e)d → file. */
function repaired(base: string): string {
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`
  if (/([^aeioulsz])\1$/.test(base)) return base.slice(0, -1)
  return measure(base) === 1 && endsShort(base) ? `${base}e` : base
}

function finalY(word: string): string {
  return word.endsWith('y') && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word
}

/** Porter's m: how many times a vowel group is followed by a consonant group. */
function measure(base: string): number {
  return shape(base).match(/v+c+/g)?.length ?? 0
}

function hasVowel(base: string): boolean {
  return shape(base).includes('v')
}

/** Porter's *o: consonant, vowel, consonant at the end, the last not w, x or y. */
function endsShort(base: string): boolean {
  return shape(base).endsWith('cvc') && !/[wxy]$/.test(base)
}

/** One letter of kind per letter: v for a vowel (y after a consonant is one), c for a consonant. */
function shape(word: string): string {
  let kinds = ''
  for (const letter of word) kinds += 'aeiou'.includes(letter) || (letter === 'y' && kinds.endsWith('c')) ? 'v' : 'c'
  return kinds
}
