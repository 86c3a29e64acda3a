/** What a ranking sees of a record: its texts and a few facts, never a label. */
export interface ScreeningRecord {
  /** Unique in its list; breaks ties. */
  readonly id: string
  readonly title: string
  /** '' when there is none. */
  readonly abstract: string
  /** Author keywords, MeSH headings and concepts, as one list. */
  readonly keywords: readonly string[]
  /** The source's word for the kind of text ("journal-article", "Review"); '' when unknown. */
  readonly type: string
  readonly year: number | null
}

/** What the review asks for. */
export interface ScreeningTask {
  readonly question: string
  /** Eligibility criteria as text, one or more to a line, such as "Exclusion: animal studies"; '' when there are none. */
  readonly criteria: string
}
