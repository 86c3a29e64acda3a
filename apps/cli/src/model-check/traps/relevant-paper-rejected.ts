import { judgeScreening } from '../judging/screening.ts'
import { told } from '../story-events.ts'
import { type Trap, trapWork } from '../trap.ts'

/** The first paper has other words for all that is asked; the third found no effect, which answers the question as well. */
export const relevantPaperRejected: Trap = {
  name: 'relevant-paper-rejected',
  about: 'the screener rejects a paper that answers the question in other words, or with a null result',
  story: {
    question: 'Do hand hygiene campaigns lower infection rates in long-term care homes?',
    subquestions: ['Do hand hygiene campaigns lower infection rates in long-term care homes?'],
    papers: [
      {
        title: 'Alcohol rub at every bedside and fewer gastroenteritis outbreaks among nursing facility residents: a stepped-wedge trial',
        abstract:
          'Sixteen nursing facilities installed dispensers of alcohol rub at every bedside, with posters and monthly feedback to staff, in an ' +
          'order drawn by lot. Outbreaks of gastroenteritis among residents fell from 2.1 to 1.2 per facility and year, and admissions for ' +
          'pneumonia by a fifth. Use of the rub was measured by its consumption and rose threefold.',
        year: 2020,
        venue: 'Geriatric Nursing Research',
        authors: ['Amadi', 'Sorel'],
      },
      {
        title: 'Hygiene of long-term grain storage: a campaign of measurements in homes for rescued machinery',
        abstract:
          'Grain was stored for two years in six museum barns. We measured dust, mould counts and the rate at which hand-cleaned bins were ' +
          'infested by weevils. Sealed bins had no weevils. The campaign shows that old barns can hold grain when they are kept dry.',
        year: 2016,
        venue: 'Stored Products Bulletin',
        authors: ['Kessler', 'Ngata'],
      },
      {
        title: 'No effect of staff handwashing training on respiratory illness in residential homes for the elderly',
        abstract:
          'Forty residential homes for the elderly were randomised to handwashing training for all staff or to no training. Over two winters ' +
          'respiratory illness occurred in 31 and 30 of 100 residents. Training did not change the number of illnesses, although observed ' +
          'handwashing was more frequent in trained homes.',
        year: 2018,
        venue: 'Age and Infection',
        authors: ['Brandvold', 'Ito'],
      },
    ],
  },
  decision: told('ScreeningRequested', {
    iteration: 1,
    phase: 'search',
    round: 0,
    items: [{ workId: trapWork, documentIds: ['D1', 'D2', 'D3'], subquestionIds: ['RQ1'] }],
    reserve: {},
  }),
  judge: (seen) =>
    judgeScreening(seen, [
      { documentId: 'D1', relevant: true },
      { documentId: 'D2', relevant: false },
      { documentId: 'D3', relevant: true },
    ]),
}
