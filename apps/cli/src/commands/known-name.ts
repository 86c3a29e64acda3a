import { ratio } from '@winnow/text/ratio.ts'

/** A name less like another than this is no slip of the pen (the cutoff of difflib's get_close_matches). */
const closeEnough = 0.6

/** What to say of a name that there is not: the nearest that there is, if one is near, and all that are known. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const near = known
    .map((candidate) => ({ candidate, likeness: ratio(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ likeness }) => likeness >= closeEnough)
    .toSorted((a, b) => b.likeness - a.likeness)[0]
  const meant = near === undefined ? '' : `; did you mean ${near.candidate}?`
  return `there is no ${what} ${name}${meant}${meant === '' ? '; ' : ' '}known: ${known.join(', ')}`
}
