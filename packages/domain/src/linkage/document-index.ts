import type { MergeDecision } from '@winnow/contracts/entities/document.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import { clusterOf, mergeDecision, recordAt } from './link-records.ts'
import { type Apart, type ChangedWork, LinkageIndex } from './linkage-index.ts'
import type { LinkedKind } from './linked-texts.ts'
import { compareRecords } from './record-order.ts'
import { weakestOnWays } from './weakest-on-way.ts'

/** A document that is known already, with all its records. */
export type KnownDocument = { readonly documentId: string; readonly records: readonly Record[] }

/** What became of a work that got records. */
export type Assignment = {
  readonly documentId: string
  readonly isNew: boolean
  /** The incoming records that belong to it, in the order they came in. */
  readonly added: readonly Record[]
  /** Every record of the work, known ones too, in canonical order, and the one to cite. */
  readonly records: readonly Record[]
  readonly survivor: Record
  /** The new decisions that made it. */
  readonly decisions: readonly MergeDecision[]
}

/** Two known documents that are one work: `from` becomes an alias of `into`, which has the smaller number. */
export type Join = {
  readonly into: string
  readonly from: string
  readonly tier: string
  readonly signals: readonly string[]
  readonly decision: MergeDecision
}

export type Increment = {
  /** Works with incoming records, by the first of them in the order of input. */
  readonly assignments: readonly Assignment[]
  /** By the numbers of `into`, then `from`. */
  readonly joins: readonly Join[]
  /** Documents whose records or links to texts about works may have changed, by number; those above are among them. */
  readonly touched: readonly string[]
}

/** A text about another document's work: notice, reply, protocol … */
export type DocumentLink = { readonly text: string; readonly work: string; readonly kind: LinkedKind }

/**
 * Documents of a growing set of records. Known documents are never taken apart, and join where the records show that they
 * are one work. After each increment the partition is that of `linkRecords` over all records, as long as that keeps every
 * known document in one cluster; where it would not (two works, and an ambiguous record that joined one of them before the
 * other was known), what was decided before stands. An index made anew from the documents as they are gives the same
 * increments from there on, so that it can be kept or thrown away at will. Owned by its maker and changed in place.
 */
export class DocumentIndex {
  readonly #index: LinkageIndex
  /** By position. */
  readonly #documentAt: string[] = []
  readonly #positionsOf = new Map<string, readonly number[]>()
  readonly #documents = new Map<string, readonly Record[]>()
  /** By record id. */
  readonly #positionOf = new Map<string, number>()
  #known: readonly KnownDocument[]

  /**
   * `known` stands in the order of the documents' numbers; where it shows one work in two documents they join with the first
   * increment. `apart` holds pairs of record ids that a user split.
   */
  constructor(known: readonly KnownDocument[], apart: Apart = []) {
    this.#index = new LinkageIndex(apart)
    this.#known = known.map(({ documentId, records }) => ({ documentId, records: records.toSorted(compareRecords) }))
    for (const { documentId, records } of this.#known) {
      this.#documents.set(documentId, records)
      this.#positionsOf.set(
        documentId,
        records.map((record) => this.#place(record, documentId)),
      )
    }
  }

  /** Every document with its records, by number. */
  get documents(): ReadonlyMap<string, readonly Record[]> {
    return this.#documents
  }

  /** The document of a record, by the record's id; undefined for a record that is not here. */
  documentOf(recordId: string): string | undefined {
    const position = this.#positionOf.get(recordId)
    return position === undefined ? undefined : this.#documentAt[position]
  }

  /** Takes records in. `newDocument` gives the id of the nth new document of this increment, numbers going up. */
  take(incoming: readonly Record[], newDocument: (nth: number) => string): Increment {
    const start = this.#documentAt.length
    const groups = this.#known.map(({ documentId }) => this.#positionsOf.get(documentId) ?? [])
    const works = this.#index.add([...this.#known.flatMap(({ records }) => records), ...incoming], groups)
    this.#known = []
    const joins = works.flatMap((work) => this.#joinsOf(work)).sort((a, b) => compareIds(a.into, b.into) || compareIds(a.from, b.from))
    const own = works
      .map((work) => ({ work, added: work.members.filter((position) => position >= start).sort((a, b) => a - b) }))
      .sort((x, y) => (x.added[0] ?? 0) - (y.added[0] ?? 0))
    const assignments: Assignment[] = []
    const touched = new Set<string>()
    let created = 0
    for (const { work, added } of own) {
      const [into, ...others] = this.#documentsOf(work)
      if (added.length === 0 && others.length === 0) continue
      const documentId = into ?? newDocument(created++)
      const cluster = clusterOf(this.#index, work)
      this.#assign(work, documentId, cluster.records)
      for (const from of others) this.#forget(from)
      touched.add(documentId)
      if (added.length === 0) continue
      assignments.push({
        documentId,
        isNew: into === undefined,
        added: added.map((position) => recordAt(this.#index.records, position)),
        records: cluster.records,
        survivor: cluster.survivor,
        decisions: cluster.decisions,
      })
    }
    for (const documentId of [...touched]) for (const other of this.#neighbours(documentId)) touched.add(other)
    return { assignments, joins, touched: [...touched].sort(compareIds) }
  }

  /** The links of a document's records to those of others, each once. */
  linksOf(documentId: string): readonly DocumentLink[] {
    const links = (this.#positionsOf.get(documentId) ?? []).flatMap((position) => [
      ...this.#index.linkedTexts.worksOf(position),
      ...this.#index.linkedTexts
        .textsNaming(position)
        .flatMap((text) => this.#index.linkedTexts.worksOf(text))
        .filter(({ work }) => work === position),
    ])
    const named = links
      .map(({ text, work, kind }) => ({ text: this.#at(text), work: this.#at(work), kind }))
      .filter(({ text, work }) => text !== work)
    return [...new Map(named.map((link) => [`${link.text} ${link.work} ${link.kind}`, link])).values()]
  }

  /** The documents between whose records and this one's there are links, or were before a record came that is named outright. */
  #neighbours(documentId: string): readonly string[] {
    const { linkedTexts } = this.#index
    return (this.#positionsOf.get(documentId) ?? []).flatMap((position) =>
      [position, ...linkedTexts.textsNaming(position)]
        .flatMap((text) => [text, ...linkedTexts.worksNamed(text)])
        .map((other) => this.#at(other)),
    )
  }

  #place({ recordId }: Record, documentId: string): number {
    const position = this.#documentAt.push(documentId) - 1
    this.#positionOf.set(recordId, position)
    return position
  }

  #assign({ members }: ChangedWork, documentId: string, records: readonly Record[]): void {
    for (const position of members) {
      this.#documentAt[position] = documentId
      this.#positionOf.set(recordAt(this.#index.records, position).recordId, position)
    }
    this.#positionsOf.set(documentId, members)
    this.#documents.set(documentId, records)
  }

  #forget(documentId: string): void {
    this.#positionsOf.delete(documentId)
    this.#documents.delete(documentId)
  }

  /** The known documents of a work's records, by number. */
  #documentsOf({ members }: ChangedWork): readonly string[] {
    return [...new Set(members.flatMap((position) => this.#documentAt[position] ?? []))].sort(compareIds)
  }

  /**
   * The joins of a work of several documents. A join's decision is the weakest on the way, as a chain is no
   * stronger; no two joins have the same.
   */
  #joinsOf(work: ChangedWork): readonly Join[] {
    const [into, ...others] = this.#documentsOf(work)
    if (into === undefined) return []
    const ways = weakestOnWays(work.links, (position) => this.#documentAt[position], into)
    return others.map((from) => {
      const way = ways.get(from)
      if (way === undefined) throw new Error(`no decision between ${from} and ${into}`)
      const decision = mergeDecision(this.#index.records, way)
      return { into, from, tier: decision.tier, signals: decision.signals, decision }
    })
  }

  #at(position: number): string {
    const documentId = this.#documentAt[position]
    if (documentId === undefined) throw new Error(`position ${position} is in no document`)
    return documentId
  }
}
