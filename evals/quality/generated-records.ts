import type { Author, Record } from '@winnow/contracts/entities/record.ts'
import { seededRandom } from '@winnow/domain/screening/seeded-random.ts'

/** Records in random order, and at the same positions the number of the work that each describes. */
export type GeneratedRecords = { readonly records: readonly Record[]; readonly works: Int32Array }

/** Shares of the generated works and fields: what exports of several databases look like (our figures). */
const SERIES = 0.02
const WITH_DOI = 0.6
const WITH_PMID = 0.2
/** How many records describe one work: chances of one, two, three; else four. */
const COPIES = [0.8, 0.94, 0.98]

/**
 * As many records as asked for, made from real ones: each work takes a real record and puts words, names and places of
 * other records in it, so that works are distinct; one in fifty is another part of the work before. A fifth of the works
 * is described twice or more, with the noise of other databases. The same for the same seed.
 */
export function generatedRecords(real: readonly Record[], count: number, seed: number): GeneratedRecords {
  const draw = new Draw(real, seed)
  const records: Record[] = []
  const works = new Int32Array(count)
  let previous: Record | null = null
  for (let work = 0; records.length < count; work++) {
    const own: Record = previous !== null && draw.chance(SERIES) ? draw.sibling(previous, work) : draw.work(work)
    previous = own
    const copies = draw.copies()
    for (let copy = 0; copy < copies && records.length < count; copy++) {
      works[records.length] = work
      records.push(copy === 0 ? own : draw.copyOf(own))
    }
  }
  for (let i = count - 1; i > 0; i--) {
    const j = draw.below(i + 1)
    const [record, other] = [records[i], records[j]]
    const [work, otherWork] = [works[i] ?? 0, works[j] ?? 0]
    if (record === undefined || other === undefined) throw new Error(`no record at ${i} or ${j}`)
    records[i] = other
    records[j] = record
    works[i] = otherWork
    works[j] = work
  }
  return { records: records.map((record, i) => ({ ...record, recordId: `g${i}` })), works }
}

/** Draws works and copies; words and names come as often as in the real records. */
class Draw {
  readonly #random: () => number
  readonly #real: readonly Record[]
  readonly #words: readonly string[]
  readonly #authors: readonly Author[]

  constructor(real: readonly Record[], seed: number) {
    this.#random = seededRandom(seed)
    this.#real = real.filter(({ title, authors }) => wordsOf(title).length > 3 && authors.length > 0)
    this.#words = this.#real.flatMap(({ title }) => wordsOf(title).map((word) => word.toLowerCase()))
    this.#authors = this.#real.flatMap(({ authors }) => authors)
  }

  chance(share: number): boolean {
    return this.#random() < share
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }

  copies(): number {
    const at = this.#random()
    return COPIES.findIndex((upTo) => at < upTo) + 1 || COPIES.length + 1
  }

  work(number: number): Record {
    const base = this.pick(this.#real)
    // Every second word is another one, and one more at least; short words hold the title together.
    let kept = 0
    const title = base.title.replace(/\p{L}{4,}/gu, (word) => (kept++ % 2 === 0 || this.chance(0.5) ? this.#wordLike(word) : word))
    return this.#placed({ ...base, title, authors: base.authors.map(() => this.#author()) }, number)
  }

  /** Another part of the same study, printed elsewhere. */
  sibling(of: Record, number: number): Record {
    return this.#placed({ ...of, title: `${of.title.replace(/\s*Part \d+$/, '')} Part ${this.below(9) + 1}${number}` }, number)
  }

  #placed(record: Record, number: number): Record {
    const first = this.below(2000) + 1
    return {
      ...record,
      source: 'generated',
      ids: {
        ...(this.chance(WITH_DOI) ? { doi: `10.5555/work.${number}` } : {}),
        ...(this.chance(WITH_PMID) ? { pmid: String(10_000_000 + number) } : {}),
      },
      year: 1975 + this.below(50),
      volume: String(this.below(80) + 1),
      issue: String(this.below(12) + 1),
      pages: `${first}-${first + 2 + this.below(20)}`,
      ...(record.venue === undefined ? {} : { venue: this.pick(this.#real).venue ?? record.venue }),
    }
  }

  /** The record as another database has it: parts are missing, shortened, spelled in another way or off by one. */
  copyOf(work: Record): Record {
    const { doi, pmid } = work.ids
    const keepsDoi = doi !== undefined && this.chance(0.5)
    const keepsPmid = pmid !== undefined && this.chance(0.5)
    const { volume, issue, venue, abstract, year = 2000, pages = '', ...rest } = work
    const place = {
      ...(volume === undefined || this.chance(0.1) ? {} : { volume }),
      ...(issue === undefined || this.chance(0.3) ? {} : { issue }),
      ...(this.chance(0.1) ? {} : { pages: this.chance(0.3) ? shortRange(pages) : pages }),
      ...(venue === undefined ? {} : { venue: this.chance(0.3) ? abbreviated(venue) : venue }),
      ...(abstract === undefined || this.chance(0.5) ? {} : { abstract }),
    }
    return {
      ...rest,
      ...place,
      ids: { ...(keepsDoi ? { doi } : {}), ...(keepsPmid ? { pmid } : {}) },
      title: this.#noisyTitle(work.title),
      authors: this.#noisyAuthors(work.authors),
      year: this.chance(0.05) ? year + 1 : year,
    }
  }

  #noisyTitle(title: string): string {
    const kind = this.below(10)
    if (kind < 3) return title.toLowerCase()
    if (kind === 3) return `${title}.`
    if (kind === 4) return title.replaceAll('-', ' ')
    if (kind === 5) return this.#misspelled(title)
    return title
  }

  /** One long word lacks a letter. */
  #misspelled(title: string): string {
    const long = [...title.matchAll(/\p{L}{7,}/gu)]
    if (long.length === 0) return title
    const at = this.pick(long).index + 1 + this.below(5)
    return title.slice(0, at) + title.slice(at + 1)
  }

  #noisyAuthors(authors: readonly Author[]): Author[] {
    const some = authors.length > 3 && this.chance(0.1) ? authors.slice(0, 3) : authors
    return this.chance(0.5)
      ? some.map((author) => (author.given === undefined ? author : { ...author, given: author.given.slice(0, 1) }))
      : [...some]
  }

  #author(): Author {
    const author = this.pick(this.#authors)
    const { given } = this.pick(this.#authors)
    return given === undefined ? author : { ...author, given }
  }

  #wordLike(word: string): string {
    const other = this.pick(this.#words)
    return /^\p{Lu}/u.test(word) ? other.charAt(0).toUpperCase() + other.slice(1) : other
  }
}

function wordsOf(title: string): readonly string[] {
  return title.match(/\p{L}{4,}/gu) ?? []
}

/** 461-470 as databases shorten it: 461-70. */
function shortRange(pages: string): string {
  const [first = '', last = ''] = pages.split('-')
  let same = 0
  while (first.length === last.length && same < last.length - 1 && first.charAt(same) === last.charAt(same)) same++
  return `${first}-${last.slice(same)}`
}

/** The first four letters of each long word, as in "J Test Medi". */
function abbreviated(venue: string): string {
  return venue.replace(/\b(?:of|the|and|for|in)\b\s*/gi, '').replace(/\p{L}{5,}/gu, (word) => word.slice(0, 4))
}
