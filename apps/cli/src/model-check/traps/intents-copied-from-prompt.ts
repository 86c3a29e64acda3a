import { sameWords } from '@winnow/domain/same-words.ts'
import { copiedRun, sharedContent, wordsOnTopic } from '../judging/shared-words.ts'
import { shown } from '../judging/shown.ts'
import { told } from '../story-events.ts'
import { type Seen, type Trap, trapWork, type Verdict } from '../trap.ts'

/** So many words in a row that stand in the instructions are no coincidence (our reading). */
const copiedWords = 6
/** An intent that shares this much with an earlier one is that one again (our reading). */
const sameIntent = 0.8
/** Content words that an intent has of the subquestion or the earlier intents, at least. */
const onTopic = 2

const question = 'Do cover crops reduce nitrate leaching from arable soils?'
const earlier = [
  'Field experiments that compare nitrate in soil water under winter rye and under bare fallow',
  'Lysimeter studies of drainage and nitrate losses after maize with and without clover',
]

function judge({ outcome, asked }: Seen): Verdict {
  const intents = outcome.flatMap((event) => (event.type === 'IntentCreated' ? [event.data.text] : []))
  const instructions = asked[0]?.prompt.system ?? ''
  for (const text of intents) {
    const copied = copiedRun(text, instructions, copiedWords)
    if (copied !== null) return { passed: false, detail: `copied “${shown(copied)}” from its instructions: “${shown(text)}”` }
    const repeated = earlier.find((known) => sharedContent(text, known) >= sameIntent)
    if (repeated !== undefined) return { passed: false, detail: `repeated an earlier intent: “${shown(text)}”` }
    if (sameWords(text, question)) return { passed: false, detail: `gave back the subquestion: “${shown(text)}”` }
    if (wordsOnTopic(text, [question, ...earlier].join(' ')) < onTopic) return { passed: false, detail: `left the topic: “${shown(text)}”` }
  }
  return { passed: true, detail: `wrote ${intents.length} of its own, such as “${shown(intents[0] ?? '')}”` }
}

/** Two intents are there already: new ones must be neither those, nor the instructions, nor the subquestion. */
export const intentsCopiedFromPrompt: Trap = {
  name: 'intents-copied-from-prompt',
  about: 'the planner gives back its instructions, the question or earlier intents as new search intents',
  story: { question, subquestions: [question], intents: { RQ1: earlier } },
  decision: told('IntentsRequested', {
    iteration: 1,
    items: [{ workId: trapWork, subquestionId: 'RQ1', firstIntent: earlier.length + 1, planned: [] }],
    reserve: {},
  }),
  judge,
}
