import { mostOf } from './fragments.ts'
import type { Heading, Look } from './heading-block.ts'
import type { SectionNumber } from './section-number.ts'

export type LevelledHeading = Heading & { readonly level: number; readonly isNumbered: boolean }

/**
 * The level of each heading, 1 for the topmost: by its number, else by its look, which is that of numbered headings of
 * some level, that of the usual sections (level 1), or less prominent than those.
 */
export function withLevels(headings: readonly Heading[]): LevelledHeading[] {
  const isReal = realNumbers(headings)
  const hasRoman = headings.some((heading) => heading.number?.kind === 'roman' && isReal(heading))
  const numbered = headings.map((heading) => {
    const { number } = heading
    return number !== undefined && isReal(heading) ? levelOfNumber(number, hasRoman) : undefined
  })
  const top = mostOf(headings.filter(({ word }) => word === 'section' || word === 'references').map(({ look }) => [key(look), 1] as const))
  const topLook = headings.find(({ look }) => key(look) === top)?.look
  const looks = headings.filter(({ word }) => word !== 'abstract' && word !== 'back').map(({ look }) => look)
  return headings.map((heading, index) => {
    const byNumber = numbered[index]
    if (byNumber !== undefined) return { ...heading, level: byNumber, isNumbered: true }
    const sameLook = headings.flatMap(({ look }, other) => {
      const level = numbered[other]
      return level !== undefined && key(look) === key(heading.look) ? [[level, 1] as const] : []
    })
    return { ...heading, level: mostOf(sameLook) ?? levelOfLook(heading.look, topLook, looks), isNumbered: false }
  })
}

/** In IEEE's style "II." is of level 1, "A." of 2, "1)" of 3. */
function levelOfNumber(number: SectionNumber, hasRoman: boolean): number {
  switch (number.kind) {
    case 'roman':
      return number.depth
    case 'letter':
      return number.depth + (hasRoman ? 1 : 0)
    case 'decimal':
      return hasRoman && number.depth === 1 ? 3 : number.depth
  }
}

function levelOfLook(look: Look, top: Look | undefined, looks: readonly Look[]): number {
  if (top === undefined || prominence(look) >= prominence(top)) return 1
  return (
    1 + new Set(looks.filter((other) => prominence(other) > prominence(look) && prominence(other) <= prominence(top)).map(prominence)).size
  )
}

function prominence({ size, bold, italic, capitals, centred }: Look): number {
  return size * 10 + (centred ? 8 : 0) + (capitals ? 4 : 0) + (bold ? 2 : 0) - (italic ? 1 : 0)
}

function key({ size, bold, italic, capitals, centred }: Look): string {
  return `${size} ${bold} ${italic} ${capitals} ${centred}`
}

/**
 * Whether a heading's number has a neighbour, or stands before a usual heading: "A Study of Things" and "I Robot" are
 * numbered by nothing but chance.
 */
function realNumbers(headings: readonly Heading[]): (heading: Heading) => boolean {
  const present = new Set(headings.flatMap(({ number }) => (number === undefined ? [] : [`${number.kind} ${number.first}`])))
  return ({ number, word }) => {
    if (number === undefined) return false
    const { kind, first, depth, rest } = number
    if (depth > 1 || word !== undefined) return true
    switch (kind) {
      case 'decimal':
        return Number(first) === 1
          ? present.has('decimal 2')
          : present.has(`decimal ${Number(first) - 1}`) || present.has(`decimal ${Number(first) + 1}`)
      case 'letter':
        return (
          /^(?:appendix|appendices|anexo|apêndice)/i.test(rest) || [-1, 1].some((step) => present.has(`letter ${shifted(first, step)}`))
        )
      case 'roman':
        return first === 'I' ? present.has('roman II') : present.has('roman I') || present.has('roman II')
    }
  }
}

function shifted(letter: string, step: number): string {
  return String.fromCharCode(letter.charCodeAt(0) + step)
}
