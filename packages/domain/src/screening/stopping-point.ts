import { judgeStopping, type StoppingJudgement } from './stopping.ts'

/** Where the rule would have ended a screening of which all is known. */
export interface StoppingPoint {
  /** Records screened until then. */
  readonly screened: number
  /** The recall that was reached in truth; null without a relevant record. */
  readonly recall: number | null
  /** Share of the records that need not be screened. */
  readonly saved: number
  /** What the rule said of it then. */
  readonly judgement: StoppingJudgement
}

/** The rule is asked after each hundredth of the records: a person does not ask after each one. */
const checks = 100

/** Plays the stopping rule through: `ranked` says whether each record is relevant, in the order of screening. */
export function stoppingPoint(ranked: readonly boolean[]): StoppingPoint {
  const step = Math.max(1, Math.floor(ranked.length / checks))
  const relevant = ranked.filter(Boolean).length
  let screened = Math.min(step, ranked.length)
  let judgement = judgeStopping(ranked.slice(0, screened), ranked.length)
  while (!judgement.stop) {
    screened = Math.min(screened + step, ranked.length)
    judgement = judgeStopping(ranked.slice(0, screened), ranked.length)
  }
  return {
    screened,
    recall: relevant === 0 ? null : judgement.found / relevant,
    saved: ranked.length === 0 ? 0 : 1 - screened / ranked.length,
    judgement,
  }
}
