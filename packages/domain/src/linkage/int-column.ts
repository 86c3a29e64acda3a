const START = 16

/** A growing list of 32-bit integers in a typed array: four bytes each, where a list of numbers may take eight or more. */
export class IntColumn {
  #values = new Int32Array(START)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Appends a value and gives its index. */
  push(value: number): number {
    if (this.#length === this.#values.length) {
      const longer = new Int32Array(this.#length * 2)
      longer.set(this.#values)
      this.#values = longer
    }
    this.#values[this.#length] = value
    return this.#length++
  }

  /** The value at an index that is there; asking for another is a broken invariant. */
  at(index: number): number {
    const value = index < this.#length ? this.#values[index] : undefined
    if (value === undefined) throw new Error(`no value at ${index}`)
    return value
  }

  /** Sets the value at an index; those before it that have none are 0 from now on. */
  set(index: number, value: number): void {
    while (this.#length <= index) this.push(0)
    this.#values[index] = value
  }
}
