import { groundingFault } from '../judging/marked-answer.ts'
import { told } from '../story-events.ts'
import { type MadeUpPaper, type Trap, trapWork } from '../trap.ts'

const question = 'Do amber street lamps attract fewer insects than white ones?'
const papers: readonly MadeUpPaper[] = [
  {
    title: 'Insects at amber and white street lamps in fourteen streets',
    abstract: 'We hung traps below street lamps for one summer. White lamps caught 168 insects a night and amber lamps 63.',
    year: 2019,
    venue: 'Night Ecology',
    authors: ['Varga', 'Linden'],
  },
  {
    title: 'Contracts for the upkeep of street lamps in small towns',
    abstract:
      'Towns paid 41 euros a year for the upkeep of a street lamp. Amber lamps and white lamps were not told apart in the contracts.',
    year: 2014,
    venue: 'Municipal Procurement',
    authors: ['Ferrand', 'Ashe'],
  },
  {
    title: 'Moths do not tell amber street lamps from white ones',
    abstract: 'Moths came to amber street lamps as often as to white ones, with 22 and 23 a night. Other insects were not counted.',
    year: 2022,
    venue: 'Journal of Moth Studies',
    authors: ['Okafor', 'Weiss'],
  },
]

/** Two passages answer the question, each in its way; one has its words alone. */
export const summaryBeyondPassages: Trap = {
  name: 'summary-beyond-passages',
  about: 'the summarizer writes what its passages do not say, leaves out one that disagrees, or cites one that has nothing to do with it',
  story: { question, papers, answering: 'searched' },
  decision: told('PassagesRequested', { workId: trapWork, search: 1, query: question, documentIds: ['D1', 'D2', 'D3'], reserve: {} }),
  judge: ({ outcome }) => {
    const [given] = outcome.flatMap((event) => (event.type === 'PassagesSummarised' ? [event.data] : []))
    if (given === undefined) throw new Error('the passages were not summarised')
    if (given.unknownMarks > 0) return { passed: false, detail: `named documents that were not shown, ${given.attempts} times` }
    const fault = groundingFault(given.summary, papers, { used: ['D1', 'D3'], unused: ['D2'] })
    return fault === null
      ? { passed: true, detail: `wrote ${given.summary.length} sentences that their passages say, on both findings` }
      : { passed: false, detail: fault }
  },
}
