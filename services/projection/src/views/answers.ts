import type { View } from '../view.ts'

/** The last answer to each subquestion. */
export const answersView: View<'answer'> = {
  table: 'answer',
  key: ['subquestion_id'],
  touched: (event) => (event.type === 'SubquestionAnswered' ? [event.data.subquestionId] : []),
  ids: ({ corpus }) => corpus.answers.keys(),
  row: ({ corpus }, id) => {
    const answer = corpus.answers.get(id)
    if (answer === undefined) return null
    return {
      subquestion_id: answer.subquestionId,
      sentences: answer.answer,
      not_established: answer.notEstablished,
      contradictions: answer.contradictions,
      coverage: answer.coverage,
      synthesizer: answer.synthesizer,
    }
  },
}
