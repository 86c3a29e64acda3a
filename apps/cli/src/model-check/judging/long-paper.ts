import type { FullText } from '@winnow/contracts/entities/full-text.ts'

/** A place in a long paper where it states something. */
export interface StatedAt {
  /** 0 to 1: the share of the paper that stands before it. */
  readonly share: number
  readonly sentence: string
}

const things = [
  'crates',
  'pallets',
  'fans',
  'doors',
  'sensors',
  'floors',
  'racks',
  'vents',
  'pipes',
  'lamps',
  'scales',
  'labels',
  'forklifts',
] as const
const deeds = [
  'inspected',
  'cleaned',
  'numbered',
  'photographed',
  'moved',
  'repaired',
  'repainted',
  'listed',
  'replaced',
  'drawn',
  'tested',
] as const
const moments = [
  'before the season began',
  'on the first Monday of each month',
  'whenever a store was empty',
  'after the staff had been trained',
  'while the doors stood open',
  'as the insurer had asked',
  'in the order of their numbers',
] as const
const reasons = [
  'since earlier reports had left this out',
  'so that later work can be compared with ours',
  'which took longer than had been planned',
  'as the handbook of the growers asks',
  'and the notes were kept in a bound book',
] as const

/**
 * A paper of about `characters` characters in `sections` sections: sentences on how apple stores are run, all different, without
 * figures, and the given ones at their places. The same arguments give the same paper.
 */
export function longPaper(characters: number, sections: number, stated: readonly StatedAt[]): FullText {
  const lines: string[] = []
  let length = 0
  for (let line = 0; length < characters; line += 1) {
    const next = stated.find(({ share, sentence }) => share * characters <= length && !lines.includes(sentence))?.sentence ?? filler(line)
    lines.push(next)
    length += next.length + 1
  }
  const size = Math.ceil(lines.length / sections)
  return {
    sections: Array.from({ length: sections }, (_, index) => ({
      heading: `Apple stores, part ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[index] ?? ''}`,
      level: 1,
      text: lines.slice(index * size, (index + 1) * size).join(' '),
    })),
    references: [],
  }
}

/** The lists have lengths without a common divisor, so that a sentence comes again after 5,005 others. */
function filler(line: number): string {
  const at = <T>(list: readonly T[]) => list[line % list.length]
  return `The ${at(things)} of the apple stores were ${at(deeds)} ${at(moments)}, ${at(reasons)}.`
}
