/**
 * Function words of the languages in which databases hand on titles. A word of several languages counts for each of
 * them. Folded, as in `TitleKey.words`.
 */
const FUNCTION_WORDS: readonly (readonly [language: string, words: string])[] = [
  ['en', 'the of and in for with from by on to at is are an as between after during using versus its how what'],
  ['de', 'der die das des dem den und von vom zur zum mit bei fur im in ein eine einer eines nach durch auf als zu uber ist'],
  ['fr', 'le la les du des de et en dans par pour avec chez sur au aux un une a l d est'],
  ['es', 'el la los las del de y en con por para sobre un una al entre es'],
  ['pt', 'o os as do da dos das de e em no na nos nas com por para sobre um uma ao entre'],
  ['it', 'il lo gli i la le del della dei delle degli nel nella di e con per da un una tra al alla'],
  ['nl', 'de het een van en bij met voor door in op na te tussen'],
]

const LANGUAGES_OF: ReadonlyMap<string, readonly string[]> = (() => {
  const found = new Map<string, string[]>()
  for (const [language, words] of FUNCTION_WORDS)
    for (const word of words.split(' ')) found.set(word, [...(found.get(word) ?? []), language])
  return found
})()

/** One function word may be a name or an abbreviation ("no", "DE"); two are a language (our figure). */
const WORDS_OF_A_LANGUAGE = 2

/** The language most of whose function words a title holds; null for ties and for titles with fewer than two of them. */
export function languageOfTitle(words: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const word of words) for (const language of LANGUAGES_OF.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1)
  let best: string | null = null
  let most = 0
  for (const [language, count] of counts) {
    if (count > most) [best, most] = [language, count]
    else if (count === most) best = null
  }
  return most < WORDS_OF_A_LANGUAGE ? null : best
}

/** Whether two titles are certainly of different languages: by their function words, or because one has no Latin letter. */
export function inDifferentLanguages(a: readonly string[], b: readonly string[]): boolean {
  const [x, y] = [isLatin(a), isLatin(b)]
  if (x !== y) return true
  if (!x) return false
  const [left, right] = [languageOfTitle(a), languageOfTitle(b)]
  return left !== null && right !== null && left !== right
}

function isLatin(words: readonly string[]): boolean {
  return words.some((word) => /\p{Script=Latin}{3}/u.test(word))
}
