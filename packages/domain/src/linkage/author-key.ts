import type { Author } from '@winnow/contracts/entities/record.ts'
import { normaliseTitle } from '@winnow/text/normalise.ts'

/** An author for comparison. Everything is folded; a group has no initials. */
export type AuthorKey = {
  readonly kind: 'person' | 'group'
  /** Person: the significant words of the surname (particles left out). Group: its name without "the", "group" … */
  readonly names: readonly string[]
  /** First letters of the given names, "" if unknown. */
  readonly initials: string
  /** All words of three letters and more, sorted: sees through "Zhang, Wei" against "Wei Zhang". */
  readonly fullName: string
}

const PARTICLES: ReadonlySet<string> = new Set(
  'van von der den de del della di da do dos das du la le les los el al ter ten te zu zum zur af av bin ibn ben mac st san santa y e'.split(
    ' ',
  ),
)
const SUFFIXES: ReadonlySet<string> = new Set('jr sr ii iii iv md phd msc'.split(' '))
const GROUP_WORD =
  /\b(?:collaboration|consortium|consortia|group|groups|investigators|network|committee|team|society|association|organi[sz]ation|initiative|taskforce|task force|workgroup|working party|registry|cohort|trialists|institute|centre|center|university|ministry|department|foundation|council|agency)\b/
const GROUP_FILLER: ReadonlySet<string> = new Set(
  'the of for on and in a study trial research group groups collaboration consortium investigators working'.split(' '),
)

/**
 * The list without what is no author (a lone ":" or "-"), and whether it is cut short: by the source, or by a last
 * author named "et al." or "others" (PBR-017).
 */
export function cleanAuthors(authors: readonly Author[]): { readonly authors: readonly Author[]; readonly truncated: boolean } {
  const named = authors.filter((author) => nameOf(author) !== '')
  const people = named.filter((author) => !isEtAl(author))
  return { authors: people, truncated: people.length < named.length }
}

/** The keys of a record's authors, in order; what is no author is left out. */
export function authorKeys(authors: readonly Author[]): readonly AuthorKey[] {
  return cleanAuthors(authors).authors.flatMap((author) => {
    const key = authorKey(author)
    return key.names.length === 0 ? [] : [key]
  })
}

/**
 * The key of one author. Takes `{family, given}`, a whole name in `family` ("Marek J.", "J. Marek", "Marek, J."), and
 * groups, also those filed as a family name. A surname split at its particle ("De" / "Sanctis L") is put together.
 */
export function authorKey(author: Author): AuthorKey {
  const whole = nameOf(author)
  if (author.collective !== undefined || GROUP_WORD.test(whole)) {
    const names = whole.split(' ').filter((word) => !GROUP_FILLER.has(word))
    return { kind: 'group', names: (names.length > 0 ? names : whole.split(' ')).toSorted(), initials: '', fullName: whole }
  }
  const { family, given } = splitName(author)
  const names = family.filter((word) => word.length > 1 && !PARTICLES.has(word))
  const surname = names.length > 0 ? names : family.filter((word) => word.length > 1)
  const initials = given.map((word) => word.charAt(0)).join('')
  const fullName = [...family, ...given]
    .filter((word) => word.length > 2)
    .toSorted()
    .join(' ')
  return { kind: 'person', names: surname.length > 0 ? surname : family, initials, fullName }
}

/**
 * Whether two keys can be the same author: a shared surname word and no contradiction of first initials, or the same
 * full name in another order; groups by their names, also an acronym with its long form.
 */
export function sameAuthor(a: AuthorKey, b: AuthorKey): boolean {
  if (a.kind !== b.kind) return false
  if (a.kind === 'group') return a.names.join(' ') === b.names.join(' ')
  if (a.fullName === b.fullName && a.fullName.includes(' ')) return true
  if (!a.names.some((name) => b.names.includes(name))) return false
  return a.initials === '' || b.initials === '' || a.initials.includes(b.initials.charAt(0)) || b.initials.includes(a.initials.charAt(0))
}

/** Whether the lists share an author or group, at any place (spec §4). */
export function shareAuthor(a: readonly AuthorKey[], b: readonly AuthorKey[]): boolean {
  return a.some((left) => b.some((right) => sameAuthor(left, right)))
}

function nameOf(author: Author): string {
  return fold([author.collective, author.family, author.given].filter((part) => part !== undefined).join(' '))
}

function isEtAl(author: Author): boolean {
  return /^(?:et al(?:ii)?|and others|others|et alii)$/.test(nameOf(author))
}

/** German umlauts are written with and without e: both become the bare vowel. */
function fold(name: string): string {
  return normaliseTitle(name.replace(/[’'`´]/g, '')).replace(/([aou])e(?=[b-df-hj-np-tv-z])/g, '$1')
}

function splitName(author: Author): { family: readonly string[]; given: readonly string[] } {
  const raw = author.family ?? ''
  const words = (text: string | undefined) =>
    fold(text ?? '')
      .split(' ')
      .filter((word) => word !== '' && !SUFFIXES.has(word))
  if (author.given !== undefined && author.given.trim() !== '') {
    const family = words(raw)
    const given = words(author.given)
    const onlyParticles = family.every((word) => PARTICLES.has(word))
    return onlyParticles ? { family: [...family, ...given.slice(0, 1)], given: given.slice(1) } : { family, given }
  }
  const [beforeComma = '', afterComma] = raw.split(',', 2)
  if (afterComma !== undefined && words(afterComma).length > 0) return { family: words(beforeComma), given: words(afterComma) }
  return splitWholeName(raw, words(raw))
}

/** "Marek J.", "Marek JK", "J. K. Marek", "Alma van Corvey": initials tell the given names, else the last word is the surname. */
function splitWholeName(raw: string, all: readonly string[]): { family: readonly string[]; given: readonly string[] } {
  if (all.length < 2) return { family: all, given: [] }
  const initialsLast = /^(.*\p{Ll}.*?)\s+((?:\p{Lu}\.?[\s-]?){1,4})$/u.exec(raw.trim())
  if (initialsLast !== null) {
    const given = fold(initialsLast[2] ?? '').replaceAll(' ', '')
    return { family: fold(initialsLast[1] ?? '').split(' '), given: [...given] }
  }
  const surnameFrom = all.findIndex((word, i) => i > 0 && PARTICLES.has(word))
  const cut = surnameFrom > 0 && surnameFrom < all.length - 1 ? surnameFrom : all.length - 1
  return { family: all.slice(cut), given: all.slice(0, cut) }
}
