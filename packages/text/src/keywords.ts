import { normaliseTitle } from './normalise.ts'
import { isStopWord } from './stop-words.ts'

const WORD = /[\p{L}\p{N}\p{M}]+(?:[’'][\p{L}\p{M}]+)*/gu

/**
 * The keywords of a sentence, lower case with accents kept, in their order, each once (compared folded); stop words and
 * single letters other than of ideographic scripts are left out. Used as the fallback of the query role (spec §2).
 */
export function keywords(sentence: string): readonly string[] {
  const byKey = new Map<string, string>()
  for (const [word] of sentence.normalize('NFC').matchAll(WORD)) {
    const bare = word.replace(/[’']s$/i, '')
    const key = normaliseTitle(bare)
    if (key === '' || isStopWord(key) || /^[a-z]$/.test(key)) continue
    if (key.split(' ').every(isStopWord)) continue
    if (!byKey.has(key)) byKey.set(key, bare.toLowerCase())
  }
  return [...byKey.values()]
}
