import { ratio } from '@winnow/text/ratio.ts'

/** Ids less like another than this are no slip of the pen (the cutoff of difflib's get_close_matches), and so many are named. */
const CLOSE_ENOUGH = 0.6
const NAMED = 5
/** Ids are compared that differ by at most so many characters in length, and so many of them at most: a library may have a million. */
const LENGTH_GAP = 3
const COMPARED = 20_000

/** What to say of a record id that there is not, with the ids that are most like it. */
export function unknownId(id: string, known: readonly string[]): string {
  const near = known
    .filter((candidate) => Math.abs(candidate.length - id.length) <= LENGTH_GAP || candidate.includes(id))
    .slice(0, COMPARED)
    .map((candidate) => ({ candidate, likeness: candidate.includes(id) ? 1 : ratio(id.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ likeness }) => likeness >= CLOSE_ENOUGH)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, NAMED)
    .map(({ candidate }) => candidate)
  return `there is no record ${id}${near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`}`
}
