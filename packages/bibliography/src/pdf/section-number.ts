/** A heading's own number: its depth (1 for "2", 2 for "2.1" and "A.1"), the parts, and the text behind it. */
export type SectionNumber = {
  readonly depth: number
  readonly kind: 'decimal' | 'letter' | 'roman'
  readonly first: string
  readonly rest: string
}

const DECIMAL = /^(?:§\s*)?(\d{1,2}(?:\.\d{1,2}){0,4})[.)]?\s+(?=\S)/u
const LETTER = /^([A-Z](?:\.\d{1,2}){0,3})[.)]?\s+(?=\p{Lu})/u
const ROMAN = /^((?:X{0,2})(?:IX|IV|V?I{0,3}))[.)]?\s+(?=\p{Lu})/u

/** Reads the number at the head of a heading; undefined when there is none. A single letter or Roman number needs a capital behind it. */
export function sectionNumber(text: string): SectionNumber | undefined {
  const decimal = DECIMAL.exec(text)
  if (decimal?.[1] !== undefined) {
    const rest = text.slice(decimal[0].length)
    return /^[\p{Lu}\p{Ll}"“‘¿]/u.test(rest) ? { ...partsOf(decimal[1]), kind: 'decimal', rest } : undefined
  }
  const roman = ROMAN.exec(text)
  if (roman?.[1] !== undefined && roman[1] !== '') return { ...partsOf(roman[1]), kind: 'roman', rest: text.slice(roman[0].length) }
  const letter = LETTER.exec(text)
  if (letter?.[1] !== undefined) return { ...partsOf(letter[1]), kind: 'letter', rest: text.slice(letter[0].length) }
  return undefined
}

function partsOf(number: string): { depth: number; first: string } {
  const parts = number.split('.')
  return { depth: parts.length, first: parts[0] ?? '' }
}
