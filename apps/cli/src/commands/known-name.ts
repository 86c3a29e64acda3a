import { ratio } from '@winnow/text/ratio.ts'

/** A name less like another than this is no slip of the pen (the cutoff of difflib's get_close_matches). */
const closeEnough = 0.6

/** What to say of a name that there is not: the nearest that there is, if one is near, and all that are known. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const near = nearestName(name, known, closeEnough)
  const meant = near === undefined ? '' : `; did you mean ${near}?`
  return `there is no ${what} ${name}${meant}${meant === '' ? '; ' : ' '}known: ${known.join(', ')}`
}

/** The known name that is most like another, in whatever case, when it is at least that much like it (0 to 1). */
export function nearestName(name: string, known: readonly string[], atLeast: number): string | undefined {
  return known
    .map((candidate) => ({ candidate, likeness: ratio(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ likeness }) => likeness >= atLeast)
    .toSorted((a, b) => b.likeness - a.likeness)[0]?.candidate
}
