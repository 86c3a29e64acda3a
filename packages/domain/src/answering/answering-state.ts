import type { AnswerMode } from '@winnow/contracts/entities/answer.ts'

/** What a run of kind `answer` has done (spec §13): searches, turns, and the answer. Whether a step's work is open is in `work`. */
export interface AnsweringState {
  /** By their numbers; the first is the initial one. */
  readonly searches: readonly AnswerSearch[]
  readonly turns: readonly AnswerTurn[]
  /** Why the agent searches no further; set once the answer was asked for. */
  readonly reason: string | null
  readonly answer: {
    readonly contentHash: string
    readonly mode: AnswerMode
    /** Documents in the order of their marks. */
    readonly citations: readonly string[]
    readonly removedMarks: number
  } | null
}

export interface AnswerSearch {
  readonly search: number
  readonly query: string
  /** One operation a source. */
  readonly operations: readonly string[]
  /** Its passages were asked for; false also where it found nothing. */
  readonly requested: boolean
  /** Documents whose passages were shown, best first; null until they are. */
  readonly shown: readonly string[] | null
}

export interface AnswerTurn {
  readonly turn: number
  readonly action: 'search' | 'answer' | 'unusable'
  readonly query: string | null
  readonly refused: string | null
}

/** A run of kind `answer` that has done nothing yet. */
export const notAnswered: AnsweringState = { searches: [], turns: [], reason: null, answer: null }
