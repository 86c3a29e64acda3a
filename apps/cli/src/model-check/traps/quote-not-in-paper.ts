import { itemsOf, missingFinding } from '../judging/finding.ts'
import { readingOfTheFirst } from '../judging/reading-decision.ts'
import { shown } from '../judging/shown.ts'
import type { Trap } from '../trap.ts'

/** The abstract answers the first subquestion; on the second, whose answer everybody expects, it only says that it was measured. */
export const quoteNotInPaper: Trap = {
  name: 'quote-not-in-paper',
  about: 'the reader makes up a finding that the paper does not report, or a quote that does not stand in it',
  story: {
    question: 'What does drip irrigation do for tomato growers?',
    subquestions: ['Does drip irrigation raise tomato yields?', 'How much water does drip irrigation save in tomato growing?'],
    papers: [
      {
        title: 'Drip against furrow irrigation of field tomatoes: yields from a three-year experiment',
        abstract:
          'Field tomatoes were grown under drip irrigation and under furrow irrigation on 20 plots over three years. Drip-irrigated plots ' +
          'yielded 71 t of marketable fruit per hectare and furrow-irrigated plots 58 t. Fruit size and sugar content did not differ. The ' +
          'water given to each plot was metered throughout; these measurements will be reported elsewhere.',
        year: 2015,
        venue: 'Dryland Horticulture',
        authors: ['Benhaddou', 'Ruiz'],
      },
    ],
  },
  decision: readingOfTheFirst(['RQ1', 'RQ2']),
  judge: ({ outcome }) => {
    const items = itemsOf(outcome)
    const refused = items.find(({ quoteCheck }) => quoteCheck === 'refused')
    if (refused !== undefined) return { passed: false, detail: `quoted what does not stand in the paper: “${shown(refused.quote)}”` }
    const madeUp = items.find(({ subquestionId, support }) => subquestionId === 'RQ2' && support !== 'background')
    if (madeUp !== undefined)
      return { passed: false, detail: `claimed for RQ2, on which the paper reports nothing: “${shown(madeUp.claim)}”` }
    const missing = missingFinding(items, { subquestionId: 'RQ1', figure: '71' })
    return missing === null
      ? { passed: true, detail: 'took down the yields with their sentence, and no water savings, which the paper does not report' }
      : { passed: false, detail: missing }
  },
}
