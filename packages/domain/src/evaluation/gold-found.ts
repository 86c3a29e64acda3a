/** A work that is labelled relevant, and the keys ("source:recordId") of the records that are it; none when nobody knows any. */
export interface GoldWork {
  readonly work: string
  readonly records: readonly string[]
}

/** What something found, as keys of records: an operation, all operations of an intent, a round of snowballing. */
export interface FoundSet {
  readonly id: string
  readonly keys: ReadonlySet<string>
}

/** How much of the gold one of several sets found. Recalls are null without any gold. */
export interface GoldFound {
  readonly found: number
  readonly recall: number | null
  /** Works that no set before it found. */
  readonly added: number
  /** Recall of it and all sets before it together. */
  readonly cumulativeRecall: number | null
  /** Works that no other set found, before or after it. */
  readonly onlyHere: number
}

/** The gold that each of the sets found, in their order. */
export function goldFound(sets: readonly FoundSet[], gold: readonly GoldWork[]): readonly GoldFound[] {
  const found = sets.map(({ keys }) => gold.filter(({ records }) => records.some((key) => keys.has(key))))
  const finders = new Map<GoldWork, number>()
  for (const works of found) for (const work of works) finders.set(work, (finders.get(work) ?? 0) + 1)
  const share = (count: number) => (gold.length === 0 ? null : count / gold.length)
  const known = new Set<GoldWork>()
  return found.map((works) => {
    const before = known.size
    for (const work of works) known.add(work)
    return {
      found: works.length,
      recall: share(works.length),
      added: known.size - before,
      cumulativeRecall: share(known.size),
      onlyHere: works.filter((work) => finders.get(work) === 1).length,
    }
  })
}
