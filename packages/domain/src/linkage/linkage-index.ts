import { stableHash } from '@winnow/text/stable-hash.ts'
import type { Profile } from './profile.ts'
import { compareText } from './record-order.ts'

/**
 * Blocking: which pairs of records are worth a decision. Two records meet if they share a key: an identifier, the
 * title, the start of the title, volume and page, or two of their rarest title words. Near-linear: a block that is
 * larger than `BLOCK_CAP` is not compared all with all, but each record with its next neighbours in the given order.
 */

/** Records of a block that are compared all with all (our figure; common keys cost time and find little). */
export const BLOCK_CAP = 40
/** Neighbours in a larger block. */
const WINDOW = 12
/** The rarest words of a title that are combined in pairs. */
const RARE_WORDS = 5

/**
 * Pairs of positions (i < j) to decide on, each once, in ascending order. The profiles must stand in a canonical order,
 * as it decides who are neighbours.
 */
export function candidatePairs(profiles: readonly Profile[]): readonly (readonly [number, number])[] {
  const frequencies = documentFrequencies(profiles)
  const blocks = new Map<string, number[]>()
  profiles.forEach((profile, position) => {
    for (const key of new Set(keysOf(profile, frequencies))) {
      const block = blocks.get(key)
      if (block === undefined) blocks.set(key, [position])
      else block.push(position)
    }
  })
  const found = new Set<number>()
  for (const [key, block] of blocks) {
    if (block.length < 2) continue
    // A crowded pair of words is no help; identifiers, titles and places still are.
    if (block.length > BLOCK_CAP && key.startsWith('w')) continue
    const reach = block.length > BLOCK_CAP ? WINDOW : block.length
    for (let at = 0; at < block.length; at++) {
      const first = (block[at] ?? 0) * profiles.length
      for (let next = at + 1; next < Math.min(block.length, at + 1 + reach); next++) found.add(first + (block[next] ?? 0))
    }
  }
  return Array.from(Float64Array.from(found).sort(), (code) => [Math.floor(code / profiles.length), code % profiles.length])
}

function documentFrequencies(profiles: readonly Profile[]): ReadonlyMap<string, number> {
  const frequencies = new Map<string, number>()
  for (const { title } of profiles) for (const word of title.distinctive) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  return frequencies
}

function keysOf({ ids, title, volume, pages, year }: Profile, frequencies: ReadonlyMap<string, number>): readonly string[] {
  const keys: string[] = Object.entries(ids).map(([scheme, id]) => `i${scheme}:${id}`)
  if (title.compact !== '') keys.push(`t${title.compact.length > 64 ? stableHash(title.compact) : title.compact}`)
  if (title.mainCompact !== title.compact)
    keys.push(`t${title.mainCompact.length > 64 ? stableHash(title.mainCompact) : title.mainCompact}`)
  if (volume !== '' && pages !== null) keys.push(`p${volume}/${pages.first}/${year ?? ''}`)
  // A word of one title only can be shared with nobody.
  const rare = title.distinctive
    .map((word) => ({ word, frequency: frequencies.get(word) ?? 0 }))
    .filter(({ frequency }) => frequency > 1)
    .sort((x, y) => x.frequency - y.frequency || compareText(x.word, y.word))
    .slice(0, RARE_WORDS)
    .map(({ word }) => word)
    .sort()
  rare.forEach((word, i) => {
    for (const other of rare.slice(i + 1)) keys.push(`w${word} ${other}`)
  })
  return keys
}
