import type { Author } from '@winnow/contracts/entities/record.ts'
import { cleanLine } from './clean-text.ts'

/** Lower-case words that begin a family name ("van den Berg"). */
const PARTICLE =
  /^(?:von|van|vom|der|den|de|del|della|delle|dello|degli|dei|di|da|das|do|dos|du|des|la|las|los|le|el|al|bin|ibn|ben|ter|ten|te|zu|zum|zur|af|av|'t|op)$/
/** Of these, the ones that are a particle even when written with a capital between other names ("Kenneth De Jong"). */
const CAPITAL_PARTICLE = /^(?:De|Van|Von|Vom|Den|Der|Del|Della|Di|Da|Dos|Du|La|Le|El|Ter|Ten)$/
const SUFFIX = /^(?:jr|sr|ii|iii|iv|2nd|3rd|4th)\.?$/i
const COMPANY_FORM = /^(?:ltd|limited|inc|incorporated|llc|gmbh|corp|plc)\.?$/i

/** Words that only the name of a group has. */
const GROUP =
  /(?:^|[\s(])(?:collaborations?|consortium|consortia|groups?|teams?|organi[sz]ations?|committees?|societ(?:y|ies)|associations?|networks?|initiative|institut(?:e|es|ion|ions|o)|universit(?:y|ies|ät|é|at|ad)|ministry|department|cent(?:re|er)s?|investigators?|councils?|agency|foundation|office|commission|task force|federation|laborator(?:y|ies)|hospitals?|college|academy|bureau|authority|alliance|union|board|registry|program(?:me)?|study group|world bank)(?:$|[\s,.)])/i

/** True for the name of a group: "Aurora Collaboration", "WHO Regional Office". */
export function isGroupName(name: string): boolean {
  return GROUP.test(name)
}

/** True for "J.", "J.-P.", "SM", "D. W.": at most `max` capitals with or without stops. */
export function isInitials(text: string, max = 4): boolean {
  const letters = text.replace(/[.\s-]+/g, '')
  return /^\p{Lu}[\p{Lu}.\s-]*$/u.test(text) && [...letters].length <= max
}

/** True for "Jr.", "III" and the like. */
export function isSuffix(text: string): boolean {
  return SUFFIX.test(text.trim())
}

/** True for "van den Berg": a family name with its particle before it. */
export function startsWithParticle(name: string): boolean {
  return PARTICLE.test(name.split(/\s/, 1)[0] ?? '')
}

/**
 * One author from one name: "Family, Given", "Family, Jr., Given", "Family, Given, Jr.", "Given von Family",
 * "Family IN" (PubMed), "IN Family", "{Group}". Undefined for text without a letter (":" and such).
 */
export function parseAuthorName(name: string): Author | undefined {
  const braced = /^\s*\{(.+)\}\s*$/.exec(name)?.[1]
  const text = cleanLine(name.replace(/[{}]/g, ''))
    .replace(/^(?:and|&)\s+/i, '')
    .replace(/[\s,;:*†‡§]+$/u, '')
  if (!/\p{L}/u.test(text)) return undefined
  if (braced !== undefined) return { collective: text }
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.length > 1 ? fromCommaParts(parts, text) : fromWords(parts[0] ?? text)
}

function fromCommaParts(parts: readonly string[], whole: string): Author {
  const [family = '', second = '', third] = parts
  if (parts.slice(1).some((part) => COMPANY_FORM.test(part)) || (isGroupName(family) && /\s/.test(family))) return { collective: whole }
  if (isSuffix(second) && third === undefined) return { ...fromWords(family), suffix: second }
  if (isSuffix(second)) return person(family, parts.slice(2).join(' '), second)
  if (third !== undefined && isSuffix(third)) return person(family, second, third)
  const inFamily = /^(.*\p{L})\s+(Jr\.?|Sr\.?|I{2,3}|IV)$/u.exec(family)
  return person(inFamily?.[1] ?? family, parts.slice(1).join(' '), inFamily?.[2])
}

function fromWords(name: string): Author {
  if (isGroupName(name) && /\s/.test(name)) return { collective: name }
  const words = name.replace(/(\p{L}{3,})\.$/u, (whole, word: string) => (isSuffix(whole) ? whole : word)).split(' ')
  const last = words.at(-1) ?? ''
  const suffix = words.length > 1 && isSuffix(last) ? last : undefined
  if (suffix !== undefined) words.pop()
  if (words.length === 1) return person(words[0] ?? '', '', suffix)
  if (hasTrailingInitials(words)) return person(words.slice(0, -1).join(' '), words.at(-1) ?? '', suffix)
  const start = familyStart(words)
  return person(words.slice(start).join(' '), words.slice(0, start).join(' '), suffix)
}

/** "Lim SM" and "Albert M.K." but neither "W Guo" nor "JANE DOE". */
function hasTrailingInitials(words: readonly string[]): boolean {
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  if (!isInitials(last) || before.every((word) => isInitials(word))) return false
  return last.includes('.') || [...last].length === 1 || before.join('') !== before.join('').toUpperCase()
}

/** Index of the word where the family name begins: the first particle, otherwise the last word. */
function familyStart(words: readonly string[]): number {
  for (const [index, word] of words.entries()) {
    if (index === words.length - 1) break
    if (PARTICLE.test(word) || (index > 0 && CAPITAL_PARTICLE.test(word))) return index
  }
  return words.length - 1
}

function person(family: string, given: string, suffix?: string): Author {
  return { family, ...(given === '' ? {} : { given }), ...(suffix === undefined ? {} : { suffix }) }
}
