import { hash32 } from '@winnow/text/hash-32.ts'
import { BlockTable } from './block-table.ts'
import { BLOCK_CAP, blockingKeys, finerKeys } from './blocking-keys.ts'
import { type Profile, profileAt } from './profile.ts'

/**
 * Which descriptions are worth a decision: two meet if they share a key of a block that is open, i.e. holds at most
 * `BLOCK_CAP` descriptions. So the pairs are a function of the set of descriptions alone, not of the order in which they
 * came, and there are at most `BLOCK_CAP / 2` for each key of a description.
 */
export class Blocking {
  readonly #table = new BlockTable()

  /** Puts the profile at a position into its blocks; gives the keys of those that are too large from now on. */
  insert(profiles: readonly Profile[], position: number): readonly string[] {
    const profile = profileAt(profiles, position)
    const closed: string[] = []
    for (const key of blockingKeys(profile)) {
      const size = this.#table.add(hash32(key), position)
      if (size > BLOCK_CAP + 1) closed.push(...this.#refine(key, profile, position))
      if (size !== BLOCK_CAP + 1) continue
      closed.push(key)
      for (const member of this.membersOf(key)) {
        const own = profileAt(profiles, member)
        if (blockingKeys(own).includes(key)) closed.push(...this.#refine(key, own, member))
      }
    }
    return closed
  }

  /** The other positions that share an open block with a profile, each once. */
  partners(profile: Profile): ReadonlySet<number> {
    const found = new Set<number>()
    for (const key of this.#openKeys(profile)) for (const member of this.#table.members(key)) found.add(member)
    return found
  }

  /** Whether two profiles that are in the table meet. */
  meet(a: Profile, b: Profile): boolean {
    const keys = new Set(this.#openKeys(a))
    return this.#openKeys(b).some((key) => keys.has(key))
  }

  /** The positions of the block of a key, open or closed; with some bad luck also some of another key. */
  membersOf(key: string): readonly number[] {
    return this.#table.members(hash32(key))
  }

  #refine(key: string, profile: Profile, position: number): readonly string[] {
    return finerKeys(key, profile).filter((finer) => this.#table.add(hash32(finer), position) === BLOCK_CAP + 1)
  }

  #openKeys(profile: Profile): readonly number[] {
    const open: number[] = []
    for (const key of blockingKeys(profile)) {
      const hash = hash32(key)
      if (this.#table.size(hash) <= BLOCK_CAP) open.push(hash)
      else for (const finer of finerKeys(key, profile)) if (this.#table.size(hash32(finer)) <= BLOCK_CAP) open.push(hash32(finer))
    }
    return open
  }
}
