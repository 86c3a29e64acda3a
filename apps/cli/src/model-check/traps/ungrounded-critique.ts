import { critiqueOf, idsNamed, proseOf } from '../judging/critique.ts'
import { copiedRun } from '../judging/shared-words.ts'
import { shown } from '../judging/shown.ts'
import { verifiedEvidence } from '../judging/verified-evidence.ts'
import { told } from '../story-events.ts'
import { type Seen, type Trap, trapWork, type Verdict } from '../trap.ts'

/** So many words in a row that stand in the instructions are given back and not thought (our reading). */
const copiedWords = 8

const more = 'Staff at home handled 13 % more calls an hour than staff in the office.'
const fewer = 'Programmers at home finished 9 % fewer tickets a week than in the office.'
const moods = 'Employees at home rated their mood half a point higher on a scale of ten.'

function judge({ outcome, asked, state }: Seen): Verdict {
  const critique = critiqueOf(outcome)
  const { known, unknown } = idsNamed(critique, state)
  if (unknown.length > 0) return { passed: false, detail: `named what the review does not have: ${shown(unknown.join(', '))}` }
  const copied = proseOf(critique).map((text) => copiedRun(text, asked[0]?.prompt.system ?? '', copiedWords))
  const [piece] = copied.filter((run) => run !== null)
  if (piece !== undefined) return { passed: false, detail: `copied its instructions: “${shown(piece)}”` }
  const [empty] = Object.entries(critique.assessment).filter(([, said]) => !/\p{L}/u.test(said))
  if (empty !== undefined) return { passed: false, detail: `left ${empty[0]} without a word: “${shown(empty[1])}”` }
  const sides = ['D1', 'D2'].filter((side) => ![...known].some((id) => id === side || id.startsWith(`${side}.e`)))
  if (sides.length > 0)
    return {
      passed: false,
      detail: `did not see that D1.e1 and D2.e1 contradict each other: it says “${shown(critique.assessment.contradictions)}”`,
    }
  return { passed: true, detail: `named ${known.size} ids, all of the review, and the two findings that contradict each other` }
}

/** Two findings of the review contradict each other; all ids that a critic needs stand in the dossier. */
export const ungroundedCritique: Trap = {
  name: 'ungrounded-critique',
  about: 'the critic names ids that are not there, gives back its instructions, or does not see what stands before it',
  story: {
    question: 'Does work from home make employees more productive?',
    subquestions: ['Does work from home raise the output of employees?', 'Does work from home raise the wellbeing of employees?'],
    intents: {
      RQ1: ['Experiments that compare the output of the same staff at home and in the office'],
      RQ2: ['Surveys of wellbeing at home'],
    },
    papers: [
      {
        title: 'Calls answered at home: an experiment in a travel agency',
        abstract: more,
        year: 2014,
        venue: 'Work and Organisation',
        authors: ['Leung', 'Farrow'],
        scores: { RQ1: 0.9, RQ2: 0.1 },
        evidence: [verifiedEvidence('D1.e1', 'RQ1', more)],
      },
      {
        title: 'Tickets finished at home by programmers of an insurer',
        abstract: fewer,
        year: 2021,
        venue: 'Labour Measurement',
        authors: ['Castellano', 'Wirth'],
        scores: { RQ1: 0.9, RQ2: 0.1 },
        evidence: [verifiedEvidence('D2.e1', 'RQ1', fewer, 'refutes')],
      },
      {
        title: 'Mood diaries of office and home workers',
        abstract: moods,
        year: 2022,
        venue: 'Occupational Diaries',
        authors: ['Nyberg', 'Abara'],
        scores: { RQ1: 0.1, RQ2: 0.9 },
        evidence: [verifiedEvidence('D3.e1', 'RQ2', moods)],
      },
    ],
    answers: [
      {
        subquestionId: 'RQ1',
        answer: [
          { text: more, citations: ['D1'], evidence: ['D1.e1'] },
          { text: fewer, citations: ['D2'], evidence: ['D2.e1'] },
        ],
        notEstablished: [],
        coverage: 0.5,
      },
      {
        subquestionId: 'RQ2',
        answer: [{ text: moods, citations: ['D3'], evidence: ['D3.e1'] }],
        notEstablished: [],
        coverage: 0.4,
      },
    ],
  },
  decision: told('CritiqueRequested', { workId: trapWork, iteration: 1, reserve: {} }),
  judge,
}
