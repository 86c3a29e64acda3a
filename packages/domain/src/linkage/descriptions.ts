import { hash32 } from '@winnow/text/hash-32.ts'
import { BlockTable } from './block-table.ts'
import { conflictKey, type Profile, profileAt } from './profile.ts'

/**
 * Groups positions whose profiles no decision can tell apart (`conflictKey`): one of them is compared with others for all.
 * A million copies of one record are one description.
 */
export class Descriptions {
  readonly #firsts = new BlockTable()
  /** By position. */
  readonly #firstOf: number[] = []
  /** By first position, for descriptions of several. */
  readonly #members = new Map<number, number[]>()

  /**
   * Takes the next position; gives the first one that is described as it is, itself where that is new. `mark` tells records
   * apart that are described alike and yet must not stand for each other.
   */
  take(profiles: readonly Profile[], position: number, mark: (profile: Profile) => string): number {
    const keyAt = (at: number) => conflictKey(profileAt(profiles, at)) + mark(profileAt(profiles, at))
    const key = keyAt(position)
    const hash = hash32(key)
    const first = this.#firsts.members(hash).find((other) => keyAt(other) === key)
    this.#firstOf[position] = first ?? position
    if (first === undefined) {
      this.#firsts.add(hash, position)
      return position
    }
    const members = this.#members.get(first)
    if (members === undefined) this.#members.set(first, [first, position])
    else members.push(position)
    return first
  }

  /** All positions that are described as a first one, in the order they came in. */
  members(first: number): readonly number[] {
    return this.#members.get(first) ?? [first]
  }

  /** The first position that is described as this one. */
  firstOf(position: number): number {
    return this.#firstOf[position] ?? position
  }
}
