/** The parts of an answer's score: recall in [0,1], the others 0–10; null is unknown. */
export interface ScoreParts {
  readonly keyPointRecall: number | null
  readonly clarity: number | null
  readonly insightfulness: number | null
}

/** KPR + clarity/10 + insightfulness/10, in [0,3] (spec §13); null where a part is unknown, which is not a score of 0. */
export function answerScore({ keyPointRecall, clarity, insightfulness }: ScoreParts): number | null {
  return keyPointRecall === null || clarity === null || insightfulness === null ? null : keyPointRecall + clarity / 10 + insightfulness / 10
}
