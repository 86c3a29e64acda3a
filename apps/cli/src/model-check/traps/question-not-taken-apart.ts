import { sameWords } from '@winnow/domain/same-words.ts'
import { shown } from '../judging/shown.ts'
import { told } from '../story-events.ts'
import { type Trap, trapWork } from '../trap.ts'

const question = 'How well do separated cycle lanes prevent injuries of cyclists, and what do they cost to build and maintain?'
const harm = /injur|safe|crash|collision|accident|casualt|fatal|harm|hurt/iu
const money = /cost|expens|spend|spent|price|financ|budget|econom/iu

/** The question asks two things, which are answered from different papers. */
export const questionNotTakenApart: Trap = {
  name: 'question-not-taken-apart',
  about: 'the planner gives the question back, or leaves out a part of it',
  story: { question },
  decision: told('PlanningRequested', { workId: trapWork, maxSubquestions: 4, reserve: {} }),
  judge: ({ outcome }) => {
    const texts = outcome.flatMap((event) => (event.type === 'PlanProposed' ? event.data.subquestions.map(({ text }) => text) : []))
    const back = texts.find((text) => sameWords(text, question))
    if (back !== undefined) return { passed: false, detail: `gave the question back: “${shown(back)}”` }
    const asks = (one: RegExp, other: RegExp) => texts.some((text) => one.test(text) && !other.test(text))
    for (const [part, found] of [
      ['injuries', asks(harm, money)],
      ['costs', asks(money, harm)],
    ] as const)
      if (!found)
        return { passed: false, detail: `no subquestion asks about ${part} alone: ${texts.map((text) => `“${shown(text)}”`).join(', ')}` }
    return { passed: true, detail: `took the question apart into ${texts.length} subquestions` }
  },
}
