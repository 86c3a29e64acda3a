import { hash32 } from '@winnow/text/hash-32.ts'
import { BlockTable } from './block-table.ts'
import { IntColumn } from './int-column.ts'
import { conflictKey, type Profile, profileAt } from './profile.ts'

/**
 * Groups positions whose profiles no decision can tell apart (`conflictKey`): one of them is compared with others for all.
 * A million copies of one record are one description.
 */
export class Descriptions {
  /** First positions by what is quickly compared, and by the whole where several share that. */
  readonly #roughly = new BlockTable()
  readonly #exactly = new BlockTable()
  readonly #firstOf = new IntColumn()
  /** By first position, for descriptions of several. */
  readonly #members = new Map<number, number[]>()

  /**
   * Takes the next position; gives the first one that is described as it is, itself where that is new. `mark` tells records
   * apart that are described alike and yet must not stand for each other.
   */
  take(profiles: readonly Profile[], position: number, mark: (profile: Profile) => string): number {
    const keyAt = (at: number) => conflictKey(profileAt(profiles, at)) + mark(profileAt(profiles, at))
    const first = this.#find(profileAt(profiles, position), position, keyAt)
    this.#firstOf.push(first)
    if (first === position) return first
    const members = this.#members.get(first)
    if (members === undefined) this.#members.set(first, [first, position])
    else members.push(position)
    return first
  }

  #find(profile: Profile, position: number, keyAt: (position: number) => string): number {
    const rough = hash32(roughKey(profile))
    const near = this.#roughly.members(rough)
    const [only] = near
    if (only === undefined) {
      this.#roughly.add(rough, position)
      return position
    }
    // The first of those that are roughly alike was never looked at closely: up to now it was alone.
    if (near.length === 1) {
      this.#exactly.add(hash32(keyAt(only)), only)
      this.#roughly.add(rough, only)
    }
    const key = keyAt(position)
    const hash = hash32(key)
    const first = this.#exactly.members(hash).find((other) => keyAt(other) === key)
    if (first === undefined) this.#exactly.add(hash, position)
    return first ?? position
  }

  /** All positions that are described as a first one, in the order they came in. */
  members(first: number): readonly number[] {
    return this.#members.get(first) ?? [first]
  }

  /** The first position that is described as this one. */
  firstOf(position: number): number {
    return this.#firstOf.at(position)
  }
}

/** Equal where `conflictKey` is, and made in a fraction of the time. */
function roughKey({ title, ids, year, volume, pages }: Profile): string {
  return `${title.folded}|${ids.doi ?? ''}|${year ?? ''}|${volume}|${pages?.first ?? ''}`
}
