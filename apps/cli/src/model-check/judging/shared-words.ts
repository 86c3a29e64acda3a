import { contentTokens } from '@winnow/domain/same-words.ts'
import { words } from '@winnow/text/tokens.ts'

/** The first `run` words in a row that a text has from a source, as the text folds them; null when it has no such run. */
export function copiedRun(text: string, source: string, run: number): string | null {
  const own = words(text)
  const all = ` ${words(source).join(' ')} `
  for (let start = 0; start + run <= own.length; start += 1) {
    const piece = own.slice(start, start + run).join(' ')
    if (all.includes(` ${piece} `)) return piece
  }
  return null
}

/** Share of the content words of either text that both have, 0 to 1 (Jaccard); 0 where neither has any. */
export function sharedContent(a: string, b: string): number {
  const [left, right] = [contentTokens(a), contentTokens(b)]
  const all = left.union(right).size
  return all === 0 ? 0 : left.intersection(right).size / all
}

/** How many content words of a text stand in a topic. */
export function wordsOnTopic(text: string, topic: string): number {
  return contentTokens(text).intersection(contentTokens(topic)).size
}
