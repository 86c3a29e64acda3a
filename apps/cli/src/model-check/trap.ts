import type { EvidenceItem } from '@winnow/contracts/entities/evidence.ts'
import type { FullText } from '@winnow/contracts/entities/full-text.ts'
import type { ReportContent } from '@winnow/contracts/entities/report.ts'
import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import type { RunState } from '@winnow/domain/state.ts'

/** A paper that never was. The first of a story is D1 of its run. */
export interface MadeUpPaper {
  readonly title: string
  readonly abstract: string
  readonly year: number
  readonly venue: string
  /** Family names. */
  readonly authors: readonly string[]
  readonly fullText?: FullText
  /** Relevance by subquestion, as a screener gave it. */
  readonly scores?: Readonly<Record<string, number>>
  /** What was read in it. */
  readonly evidence?: readonly EvidenceItem[]
}

/** What happened in a made-up run before the model is asked. What is absent did not happen. */
export interface Story {
  /** Of no other trap. */
  readonly question: string
  /** RQ1, RQ2, … */
  readonly subquestions?: readonly string[]
  /** Earlier search intents by subquestion: RQ1.i1, RQ1.i2, … */
  readonly intents?: Readonly<Record<string, readonly string[]>>
  readonly papers?: readonly MadeUpPaper[]
  readonly answers?: readonly Pick<EventData<'SubquestionAnswered'>, 'subquestionId' | 'answer' | 'notEstablished' | 'coverage'>[]
  readonly report?: ReportContent
  /**
   * The run answers its question at length. searched: its papers are what the initial search found; summarised: they have been
   * ranked and shown, and summarised by words.
   */
  readonly answering?: 'searched' | 'summarised'
}

/** A question that a service put to the model, and the reply through its schema; null where the reply could not be used. */
export interface AskedQuestion {
  readonly schemaName: string
  readonly prompt: { readonly system: string; readonly user: string }
  readonly value: unknown
}

/** What came of a trap: the run as the service saw it, what the model was asked, and the service's own events. */
export interface Seen {
  readonly state: RunState
  readonly asked: readonly AskedQuestion[]
  readonly outcome: readonly NewEvent[]
}

export interface Verdict {
  readonly passed: boolean
  /** What the model did, in a sentence, with the value that decides. */
  readonly detail: string
}

/**
 * A question with a known right answer, put through a service's own prompt, schema and rules. It must not be passed by a model
 * that always says yes, always says no, leaves everything empty or gives back what it was shown.
 */
export interface Trap {
  /** Names the fault that it looks for. */
  readonly name: string
  /** What a model that falls for it does. */
  readonly about: string
  readonly story: Story
  /** What is asked of the service; its one work item is `trapWork`. */
  readonly decision: NewEvent
  /** Judges a reply that could be used; one that could not fails the trap without it. */
  readonly judge: (seen: Seen) => Verdict
}

/** The id of the work item of a trap's decision. */
export const trapWork = 'trap'
