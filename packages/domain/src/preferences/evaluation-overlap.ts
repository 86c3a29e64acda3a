/** A question as far as it is told apart from others. */
export interface AskedQuestion {
  readonly id: string
  readonly question: string
  /** Its file gives no id: this one is made of its line's number, and says nothing. */
  readonly numbered: boolean
}

/** A question that stands in an evaluation file too, and by what it was recognised. */
export interface Overlap {
  readonly id: string
  readonly by: 'id' | 'text'
}

/**
 * Questions that an evaluation uses, which are refused for training (spec §13): those with an id of it that both files give, and those that ask the same
 * but for case, punctuation, accents and spaces.
 */
export function overlapping(questions: readonly AskedQuestion[], evaluation: readonly AskedQuestion[]): readonly Overlap[] {
  const ids = new Set(evaluation.flatMap(({ id, numbered }) => (numbered ? [] : [id])))
  const texts = new Set(evaluation.map(({ question }) => plainQuestion(question)))
  return questions.flatMap(({ id, question, numbered }): readonly Overlap[] => {
    if (!numbered && ids.has(id)) return [{ id, by: 'id' }]
    return texts.has(plainQuestion(question)) ? [{ id, by: 'text' }] : []
  })
}

/** A question without case, accents, punctuation and superfluous spaces. */
export function plainQuestion(question: string): string {
  return question
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
