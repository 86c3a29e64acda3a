import type { GoldPoint } from '@winnow/domain/judging/key-points.ts'

/** A question that answers are judged on. */
export interface EvaluationQuestion {
  readonly id: string
  readonly question: string
  /** Where it comes from, such as the name of a set. */
  readonly origin: string | null
  /** What a good answer says, at most 10; empty: there is no key-point recall. */
  readonly gold: readonly GoldPoint[]
  readonly reference: string | null
}

/** A file of questions as read; `notes` are what a person should know. */
export interface EvaluationQuestions {
  readonly questions: readonly EvaluationQuestion[]
  readonly notes: readonly string[]
  /** Ids that the file does not give: made of the numbers of lines. */
  readonly numbered: ReadonlySet<string>
}
