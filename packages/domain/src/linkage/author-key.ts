import type { Author } from '@winnow/contracts/entities/record.ts'
import { normaliseTitle } from '@winnow/text/normalise.ts'

/** An author for comparison. Everything is folded; a group has no initials. */
export type AuthorKey = {
  readonly kind: 'person' | 'group'
  /** Person: the significant words of the surname (particles left out). Group: its name without "the", "group" …, sorted. */
  readonly names: readonly string[]
  /** First letters of the given names, '' if unknown. */
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
  /\b(?:collaboration|consortium|consortia|group|groups|investigators|network|committee|team|society|association|organi[sz]ation|initiative|task force|taskforce|workgroup|working party|registry|cohort|trialists|institute|centre|center|university|ministry|department|foundation|council|agency)\b/
const GROUP_FILLER: ReadonlySet<string> = new Set(
  'the of for on and in a study trial research group groups collaboration consortium investigators working'.split(' '),
)
const ET_AL = /^\W*(?:et\s+al(?:ii)?|al\W*\s+et|(?:and\s+)?others)\W*$/i

/**
 * The list without what is no author (a lone ":" or "-"), and whether it is cut short: its last author is "et al." or
 * "others" (PBR-017).
 */
export function cleanAuthors(authors: readonly Author[]): { readonly authors: readonly Author[]; readonly truncated: boolean } {
  const people = authors.filter((author) => !isEtAl(author))
  return { authors: people.filter((author) => nameOf(author) !== ''), truncated: people.length < authors.length }
}

/** The keys of a record's authors, in order; what is no author is left out. */
export function authorKeys(authors: readonly Author[]): readonly AuthorKey[] {
  return authors
    .filter((author) => !isEtAl(author))
    .map(authorKey)
    .filter(({ names }) => names.length > 0)
}

/** The first of these keys alone, in a fraction of the time; undefined where nobody is an author. */
export function firstAuthorKey(authors: readonly Author[]): AuthorKey | undefined {
  for (const author of authors) {
    if (isEtAl(author)) continue
    const key = authorKey(author)
    if (key.names.length > 0) return key
  }
  return undefined
}

/**
 * The key of one author. Takes `{family, given}`, a whole name in `family` ("Marek J.", "J. Marek", "Marek, J."), and
 * groups, also those filed as a family name. A surname split at its particle ("De" / "Sanctis L") is put together.
 */
export function authorKey(author: Author): AuthorKey {
  const [foldedFamily, foldedGiven] = [folded(author.family), folded(author.given)]
  const whole = joined(joined(folded(author.collective), foldedFamily), foldedGiven)
  if (author.collective !== undefined || GROUP_WORD.test(whole)) {
    const words = whole.split(' ').filter((word) => word !== '')
    const names = words.filter((word) => !GROUP_FILLER.has(word))
    return { kind: 'group', names: (names.length > 0 ? names : words).toSorted(), initials: '', fullName: whole }
  }
  const { family, given } = splitName(author.family ?? '', wordsIn(foldedFamily), wordsIn(foldedGiven))
  const long = family.filter((word) => word.length > 1)
  const significant = long.filter((word) => !PARTICLES.has(word))
  const names = significant.length > 0 ? significant : long.length > 0 ? long : family
  const fullName = [...family, ...given]
    .filter((word) => word.length > 2)
    .sort()
    .join(' ')
  return { kind: 'person', names, initials: given.map((word) => word.charAt(0)).join(''), fullName }
}

/**
 * Whether two keys can be the same author: a shared surname word and no contradiction of first initials, or the same
 * full name in another order; groups by their names.
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

function isEtAl({ family = '', given = '' }: Author): boolean {
  return ET_AL.test(`${family} ${given}`)
}

function nameOf({ collective, family, given }: Author): string {
  return joined(joined(folded(collective), folded(family)), folded(given))
}

function joined(a: string, b: string): string {
  return a === '' ? b : b === '' ? a : `${a} ${b}`
}

function folded(part: string | undefined): string {
  return part === undefined ? '' : fold(part)
}

/** German umlauts are written with and without e: both become the bare vowel. */
function fold(name: string): string {
  return normaliseTitle(name.replace(/[’'`´]/g, '')).replace(/([aou])e(?=[b-df-hj-np-tv-z])/g, '$1')
}

function wordsOf(text: string | undefined): readonly string[] {
  return wordsIn(folded(text))
}

function wordsIn(name: string): readonly string[] {
  return name === '' ? [] : name.split(' ').filter((word) => word !== '' && !SUFFIXES.has(word))
}

/** `family` and `given` are the words of the parts as they were filed, `raw` the family part itself. */
function splitName(
  raw: string,
  family: readonly string[],
  given: readonly string[],
): { readonly family: readonly string[]; readonly given: readonly string[] } {
  if (given.length > 0) {
    const onlyParticles = family.every((word) => PARTICLES.has(word))
    return onlyParticles ? { family: [...family, ...given.slice(0, 1)], given: given.slice(1) } : { family, given }
  }
  const comma = raw.indexOf(',')
  const afterComma = comma < 0 ? [] : wordsOf(raw.slice(comma + 1))
  if (afterComma.length > 0) return { family: wordsOf(raw.slice(0, comma)), given: afterComma }
  return splitWholeName(raw, family)
}

/** "Marek J.", "Marek JK", "J. K. Marek", "Alma van Corvey": initials tell the given names, else the last word is the surname. */
function splitWholeName(raw: string, all: readonly string[]): { readonly family: readonly string[]; readonly given: readonly string[] } {
  if (all.length < 2) return { family: all, given: [] }
  const initialsLast = /^(.*\p{Ll}.*?)\s+((?:\p{Lu}\.?[\s-]?){1,4})$/u.exec(raw.trim())
  if (initialsLast !== null) return { family: wordsOf(initialsLast[1]), given: [...wordsOf(initialsLast[2]).join('')] }
  const particle = all.findIndex((word, i) => i > 0 && PARTICLES.has(word))
  const cut = particle > 0 && particle < all.length - 1 ? particle : all.length - 1
  return { family: all.slice(cut), given: all.slice(0, cut) }
}
