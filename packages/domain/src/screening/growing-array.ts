type Numbers = Int32Array | Float64Array

/** A typed array whose final length is not known at first: it doubles when it is full. */
export function growingArray<Kind extends Numbers>(kind: new (length: number) => Kind) {
  let items = new kind(1024)
  let length = 0
  return {
    length: (): number => length,
    push(value: number): void {
      if (length === items.length) {
        const larger = new kind(length * 2)
        larger.set(items)
        items = larger
      }
      items[length] = value
      length += 1
    },
    /** The items so far, in an array of their own. */
    taken: (): Kind => items.slice(0, length) as Kind,
  }
}
