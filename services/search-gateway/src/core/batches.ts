/**
 * Values in their order, in lists of at most `most` whose values take at most `longest` characters in an address, with one
 * for the sign between two; a single longer value stands alone.
 */
export function batches(
  values: readonly string[],
  most: number,
  longest: number = Number.POSITIVE_INFINITY,
): readonly (readonly string[])[] {
  const lists: string[][] = []
  let length = 0
  for (const value of values) {
    const own = encodeURIComponent(value).length + 1
    const last = lists.at(-1)
    if (last === undefined || last.length === most || length + own > longest) {
      lists.push([value])
      length = own
    } else {
      last.push(value)
      length += own
    }
  }
  return lists
}
