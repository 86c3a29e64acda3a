import { compareText } from '../record-order.ts'
import type { Citation } from './citation.ts'

/** So many of a citation's rarest words make its keys, two by two: a misspelt or missing word leaves other pairs. */
const RARE_WORDS = 6
/** In a block of more, each is compared with so many that follow it by title, so that a block costs linear time. */
const WINDOW = 50

/**
 * The pairs of positions (smaller first) that are worth comparing: two citations that share two of their rarest words of
 * title and names, or the whole title.
 */
export function citationPairs(citations: readonly Citation[]): readonly (readonly [number, number])[] {
  const frequencies = new Map<string, number>()
  for (const citation of citations) for (const word of wordsOf(citation)) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  const blocks = new Map<string, number[]>()
  for (const [position, citation] of citations.entries())
    for (const key of keysOf(citation, frequencies)) {
      const block = blocks.get(key)
      if (block === undefined) blocks.set(key, [position])
      else block.push(position)
    }
  const partners = new Map<number, Set<number>>()
  for (const block of blocks.values()) {
    const sorted = block.length <= WINDOW ? block : byTitle(block, citations)
    for (const [at, one] of sorted.entries())
      for (const other of sorted.slice(at + 1, at + 1 + WINDOW)) {
        const [first, second] = one < other ? [one, other] : [other, one]
        const known = partners.get(first)
        if (known === undefined) partners.set(first, new Set([second]))
        else known.add(second)
      }
  }
  return [...partners].flatMap(([first, others]) => [...others].map((second) => [first, second] as const))
}

function wordsOf({ title, names }: Citation): ReadonlySet<string> {
  return new Set([...title, ...names])
}

function keysOf(citation: Citation, frequencies: ReadonlyMap<string, number>): readonly string[] {
  const rare = [...wordsOf(citation)]
    .map((word) => ({ word, frequency: frequencies.get(word) ?? 0 }))
    .filter(({ word, frequency }) => frequency > 1 && word.length > 2)
    .sort((x, y) => x.frequency - y.frequency || compareText(x.word, y.word))
    .slice(0, RARE_WORDS)
    .map(({ word }) => word)
    .sort()
  const pairs = rare.flatMap((word, at) => rare.slice(at + 1).map((other) => `${word} ${other}`))
  const title = citation.title.join('')
  const { pages, years } = citation
  return [...pairs, ...(title === '' ? [] : [title]), ...(pages === null ? [] : years.map((year) => `${year} p. ${pages.first}`))]
}

function byTitle(block: readonly number[], citations: readonly Citation[]): readonly number[] {
  return block
    .map((position) => ({ position, title: citations[position]?.title.join(' ') ?? '' }))
    .sort((x, y) => compareText(x.title, y.title) || x.position - y.position)
    .map(({ position }) => position)
}
