import { hash32 } from '@winnow/text/hash-32.ts'
import { BlockTable } from './block-table.ts'
import { BLOCK_CAP, blockingKeys, finerKeys } from './blocking-keys.ts'
import { IntColumn } from './int-column.ts'
import { type Profile, profileAt } from './profile.ts'

/**
 * Which descriptions are worth a decision: two meet if they share a key of a block that is open, i.e. holds at most
 * `BLOCK_CAP` descriptions. So the pairs are a function of the set of descriptions alone, not of the order in which they
 * came, and there are at most `BLOCK_CAP / 2` for each key of a description.
 */
export class Blocking {
  readonly #table = new BlockTable()
  /** The hashes of the keys of all positions, one position after the other; and where those of a position start. */
  readonly #hashes = new IntColumn()
  readonly #starts = new IntColumn()
  readonly #lengths = new IntColumn()
  /** By position: the last asker that it was given to. */
  readonly #givenTo = new IntColumn()
  #askers = 0

  /** Puts the profile at a position into its blocks; gives the keys of those that are too large from now on. */
  insert(profiles: readonly Profile[], position: number): readonly string[] {
    const profile = profileAt(profiles, position)
    const closed: string[] = []
    const keys = blockingKeys(profile)
    this.#starts.set(position, this.#hashes.length)
    this.#lengths.set(position, keys.length)
    this.#givenTo.set(position, 0)
    for (const key of keys) {
      const hash = hash32(key)
      this.#hashes.push(hash)
      const size = this.#table.add(hash, position)
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

  /** The positions below this one that share an open block with it, each once. */
  earlierPartners(profiles: readonly Profile[], position: number): readonly number[] {
    const found: number[] = []
    const asker = ++this.#askers
    for (const hash of this.openBlocks(profiles, position)) {
      // Most blocks hold nobody else.
      if (this.#table.size(hash) === 1) continue
      for (const member of this.#table.members(hash)) {
        if (member >= position || this.#givenTo.at(member) === asker) continue
        this.#givenTo.set(member, asker)
        found.push(member)
      }
    }
    return found
  }

  /** The blocks of a position that are open, as the hashes of their keys. */
  openBlocks(profiles: readonly Profile[], position: number): readonly number[] {
    const open: number[] = []
    const start = this.#starts.at(position)
    let keys: readonly string[] | null = null
    for (let i = 0; i < this.#lengths.at(position); i++) {
      const hash = this.#hashes.at(start + i) >>> 0
      if (this.#table.size(hash) <= BLOCK_CAP) open.push(hash)
      else {
        keys ??= blockingKeys(profileAt(profiles, position))
        for (const finer of finerKeys(keys[i] ?? '', profileAt(profiles, position))) {
          const finerHash = hash32(finer)
          if (this.#table.size(finerHash) <= BLOCK_CAP) open.push(finerHash)
        }
      }
    }
    return open
  }

  /** The positions of the block of a key, open or closed; with some bad luck also some of another key. */
  membersOf(key: string): readonly number[] {
    return this.#table.members(hash32(key))
  }

  #refine(key: string, profile: Profile, position: number): readonly string[] {
    return finerKeys(key, profile).filter((finer) => this.#table.add(hash32(finer), position) === BLOCK_CAP + 1)
  }
}
