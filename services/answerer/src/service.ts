import type { Service } from '@winnow/runtime/service.ts'
import type { AnswererDependencies } from './answerer-dependencies.ts'
import { summarisePassages } from './summarise-passages.ts'
import { takeTurn } from './take-turn.ts'
import { writeAnswer } from './write-answer.ts'

/**
 * Answers a question at length (spec §13). Comes in: PassagesRequested, TurnRequested, AnswerRequested. Goes out, one event each:
 * PassagesSummarised, TurnTaken, AnswerWritten. Shown passages and the answer's content lie in the blob store.
 */
export function createAnswerer(deps: AnswererDependencies): Service {
  return {
    name: 'answerer',
    concurrency: 4,
    handle: async (task) => {
      const { type } = task.run.decision
      switch (type) {
        case 'PassagesRequested':
          return [await summarisePassages(task, deps)]
        case 'TurnRequested':
          return [await takeTurn(task)]
        case 'AnswerRequested':
          return [await writeAnswer(task, deps)]
      }
      throw new Error(`the answerer does no work for ${type}`)
    },
  }
}
