import type { BoughtAnswers } from './bought-answers.ts'

/** What a structured call needs from the process; made once by `createModelServices`. */
export interface ModelServices {
  readonly bought: BoughtAnswers
}
