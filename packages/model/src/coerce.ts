const numberText = /^[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)$/

/** Reads a whole text as a decimal number ("20", "0.8", "0,8", ".5"); null for anything else. */
export const readNumber = (text: string): number | null => {
  const trimmed = text.trim()
  return numberText.test(trimmed) ? Number(trimmed.replace(',', '.')) : null
}

const within = (score: number): number | null => (score >= 0 && score <= 1 ? score : null)

const readScoreNumber = (value: number): number | null =>
  // Above 10 a whole number can be nothing but a percentage; 2 to 10 may as well be points out of ten.
  Number.isInteger(value) && value > 10 && value <= 100 ? value / 100 : within(value)

/**
 * Reads a score 0–1 as models write it: 0.8, "0.8", "8/10", "8 out of 10", "85%", 85 (PBR-020). Null when it cannot be
 * read without guessing ("high", 7, 120): never clamped. Our reading: whole numbers 11–100 are percentages.
 */
export const readScore = (value: unknown): number | null => {
  if (typeof value === 'number') return readScoreNumber(value)
  if (typeof value !== 'string') return null
  const percent = /^(.+?)\s*%$/.exec(value.trim())?.[1]
  if (percent !== undefined) {
    const share = readNumber(percent)
    return share === null ? null : within(share / 100)
  }
  const [, points, best] = /^(\S+?)\s*(?:\/|out of|of)\s*(\S+)$/i.exec(value.trim()) ?? []
  if (points !== undefined && best !== undefined) {
    const [upper, lower] = [readNumber(points), readNumber(best)]
    return upper === null || lower === null || lower <= 0 ? null : within(upper / lower)
  }
  const plain = readNumber(value)
  return plain === null ? null : readScoreNumber(plain)
}

/** Reads a yes or no: true, "yes", "False", "no, only the abstract", 1, "0". Null for anything else ("unknown"). */
export const readBoolean = (value: unknown): boolean | null => {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 0) return value === 1
  if (typeof value !== 'string') return null
  const word = /^(yes|no|true|false|y|n|0|1)$|^(yes|no|true|false)\s*[.,;:!(–—-]/i.exec(value.trim())
  const found = (word?.[1] ?? word?.[2])?.toLowerCase()
  if (found === undefined) return null
  return found === 'yes' || found === 'true' || found === 'y' || found === '1'
}

const opposites: readonly (readonly [string, string])[] = [
  ['include', 'exclude'],
  ['relevant', 'irrelevant'],
  ['supported', 'unsupported'],
  ['supports', 'refutes'],
  ['yes', 'no'],
  ['true', 'false'],
]

const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[\s_-]+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

const fillers = /^(?:(?:the|my|decision|answer|verdict|is|should|be|to|i|would|we|it)\b[\s:]*)+/
const negation = /^(?:not|no|do not|dont|does not|never)\s+/
const inflections = ['', 'd', 'ed', 's']

const optionNamed = (words: string, options: readonly string[]): string | null =>
  options.find((option) => inflections.some((ending) => plainWords(option) + ending === words)) ?? null

const oppositeOf = (option: string, options: readonly string[]): string | null => {
  const word = plainWords(option)
  const pair = opposites.find((candidates) => candidates.includes(word))
  const other = pair?.find((candidate) => candidate !== word)
  return other === undefined ? null : optionNamed(other, options)
}

/**
 * Reads one of the options as models write it (PBR-020): any case, hyphen or underscore, inflected ("excluded"), with a
 * reason behind a dash or colon, in a list of one. A negated option is its opposite where that is an option too ("not
 * include" → "exclude"). Null when none or more than one may be meant; nothing is guessed from a longer text.
 */
export const readEnum = <Option extends string>(value: unknown, options: readonly Option[]): Option | null => {
  if (Array.isArray(value)) return value.length === 1 ? readEnum(value[0], options) : null
  if (typeof value !== 'string') return null
  const asOption = (name: string | null): Option | null => options.find((option) => option === name) ?? null
  const whole = optionNamed(plainWords(value), options)
  if (whole !== null) return asOption(whole)
  const head = plainWords(value.split(/\s[-–—]\s|[:;,.(\n]/)[0] ?? '')
  const spoken = head.replace(fillers, '')
  const named = optionNamed(spoken, options)
  if (named !== null) return asOption(named)
  const negated = optionNamed(spoken.replace(negation, ''), options)
  return negated === null ? null : asOption(oppositeOf(negated, options))
}
