import { IntColumn } from './int-column.ts'

/** Slots per key at least: a fuller table has long runs of taken slots (our figure). */
const SLOTS_PER_KEY = 2
const START = 1024
const NONE = -1

/**
 * Blocks of positions by 32-bit keys: a hash table in typed arrays, as a million records have more keys than a `Map`
 * can hold. Twenty-odd bytes a key and eight a member; nothing is ever taken out.
 */
export class BlockTable {
  #keys = new Uint32Array(START)
  #heads = new Int32Array(START).fill(NONE)
  #sizes = new Int32Array(START)
  #taken = 0
  readonly #members = new IntColumn()
  readonly #nexts = new IntColumn()

  /** Puts a position into the block of a key and gives the block's new size. The caller puts a position in once. */
  add(key: number, position: number): number {
    let slot = this.#slotOf(key)
    if (this.#sizes[slot] === 0) {
      if ((this.#taken + 1) * SLOTS_PER_KEY > this.#keys.length) {
        this.#growSlots()
        slot = this.#slotOf(key)
      }
      this.#keys[slot] = key
      this.#taken++
    }
    this.#nexts.push(this.#heads[slot] ?? NONE)
    this.#heads[slot] = this.#members.push(position)
    const size = (this.#sizes[slot] ?? 0) + 1
    this.#sizes[slot] = size
    return size
  }

  /** How many positions the block of a key has. */
  size(key: number): number {
    return this.#sizes[this.#slotOf(key)] ?? 0
  }

  /** The positions of a block, the last added first. */
  members(key: number): number[] {
    const found: number[] = []
    for (let entry = this.#heads[this.#slotOf(key)] ?? NONE; entry !== NONE; entry = this.#nexts.at(entry))
      found.push(this.#members.at(entry))
    return found
  }

  /** The slot of a key, or the free one where it would go: linear probing. */
  #slotOf(key: number): number {
    const mask = this.#keys.length - 1
    let slot = key & mask
    while (this.#sizes[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  #growSlots(): void {
    const [keys, heads, sizes] = [this.#keys, this.#heads, this.#sizes]
    const length = keys.length * 2
    this.#keys = new Uint32Array(length)
    this.#heads = new Int32Array(length).fill(NONE)
    this.#sizes = new Int32Array(length)
    for (let old = 0; old < keys.length; old++) {
      const size = sizes[old] ?? 0
      if (size === 0) continue
      const key = keys[old] ?? 0
      const slot = this.#slotOf(key)
      this.#keys[slot] = key
      this.#heads[slot] = heads[old] ?? NONE
      this.#sizes[slot] = size
    }
  }
}
