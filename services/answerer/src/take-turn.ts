import type { NewEvent } from '@winnow/contracts/registry.ts'
import { refuseQuery } from '@winnow/domain/answering/refuse-query.ts'
import { trajectoryOf } from '@winnow/domain/answering/trajectory.ts'
import { decisionOf, type Task } from '@winnow/runtime/service.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import { turnPrompt, turnPromptVersion, turnReply } from './core/turn-prompt.ts'
import { answeringOf, questionOf } from './run-of-task.ts'

/** Most of a turn's reasoning, and of its query, that an event holds, in UTF-16 units. */
const longestReasoning = 20_000
const longestQuery = 1000

/** Takes a turn of the agent: it reasons, and searches further or answers. A search that repeats, or asks for nothing, is refused. */
export async function takeTurn(task: Task): Promise<NewEvent> {
  const { workId, turn, searchesLeft, fallback } = decisionOf(task, 'TurnRequested').data
  const { state, corpus } = task.run
  const question = questionOf(task)
  const answer = await task.ask({
    role: 'agent',
    stage: 'answer',
    promptVersion: turnPromptVersion,
    prompt: turnPrompt({ question, steps: trajectoryOf(state, corpus), searchesLeft }),
    schema: turnReply,
    schemaName: 'turn',
    fallback,
  })
  const shared = { workId, turn, agent: answer.model, degraded: [...answer.degraded] }
  if (answer.value === null) {
    return {
      type: 'TurnTaken',
      data: { ...shared, action: 'unusable', reasoning: '', query: null, refused: null },
      usage: answer.usage,
    }
  }
  const { action } = answer.value
  const query = truncateText((answer.value.query ?? '').replace(/\s+/g, ' ').trim(), longestQuery)
  const searched = answeringOf(task).searches.map((search) => search.query)
  return {
    type: 'TurnTaken',
    data: {
      ...shared,
      action,
      reasoning: truncateText(answer.value.reasoning.trim(), longestReasoning),
      query: action === 'search' ? query : null,
      refused: action === 'search' ? refuseQuery(query, searched) : null,
    },
    usage: answer.usage,
  }
}
