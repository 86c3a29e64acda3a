import { shown } from '../judging/shown.ts'
import { told } from '../story-events.ts'
import { type Trap, trapWork } from '../trap.ts'

/** Words of a query for the half that is open. */
const open = /storm|rain|runoff|run-off|water|drain|flood|hydrolog|retention|retain/iu

/** The search found papers on one half of the question; five more searches may be made. */
export const halfAnswerTaken: Trap = {
  name: 'half-answer-taken',
  about: 'the agent answers although half of the question is open, or searches again for what it has',
  story: {
    question: 'Do green roofs cool the rooms below them, and how much rain do they hold back in storms?',
    papers: [
      {
        title: 'Rooms below green roofs and gravel roofs in a hot summer',
        abstract: 'Rooms below green roofs were 2.3 degrees cooler at noon than rooms below gravel roofs. Nights did not differ.',
        year: 2017,
        venue: 'Building Climate',
        authors: ['Esposito', 'Ramm'],
      },
      {
        title: 'Green roofs and air conditioning in nine schools',
        abstract: 'Schools with green roofs used a quarter less electricity to cool their rooms than schools without them.',
        year: 2021,
        venue: 'School Buildings',
        authors: ['Takeda', 'Lowe'],
      },
    ],
    answering: 'summarised',
  },
  decision: told('TurnRequested', { workId: trapWork, turn: 1, searchesLeft: 5, reserve: {} }),
  judge: ({ outcome }) => {
    const [turn] = outcome.flatMap((event) => (event.type === 'TurnTaken' ? [event.data] : []))
    if (turn === undefined) throw new Error('the agent took no turn')
    if (turn.action === 'answer') return { passed: false, detail: `would answer with nothing on rain: “${shown(turn.reasoning)}”` }
    const query = turn.query ?? ''
    if (turn.refused !== null)
      return { passed: false, detail: `asked for a search that is refused (${shown(turn.refused)}): “${shown(query)}”` }
    return open.test(query)
      ? { passed: true, detail: `searched for what is open: “${shown(query)}”` }
      : { passed: false, detail: `searched for what it has: “${shown(query)}”` }
  },
}
