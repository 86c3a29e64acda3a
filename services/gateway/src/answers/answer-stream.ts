import { answerMessage, errorMessage, stepsMessage } from '../core/run-message.ts'
import { sseData, sseHeartbeat } from '../core/sse-message.ts'
import { withHeartbeats } from '../events/with-heartbeats.ts'
import type { AnswerNews } from './follow-answer.ts'

/** A run that somebody waits for. */
export interface AwaitedRun {
  readonly runId: string
  /** Nobody has to be told any more: called before the last message is given. */
  readonly settled: () => void
}

/**
 * What is told of a run by `POST /run`: its steps as they grow, heartbeats as comments while nothing is new, and one complete
 * message at the end, whatever happens: the answer, or why there is none.
 */
export async function* answerStream(
  { runId, settled }: AwaitedRun,
  news: AsyncIterable<AnswerNews>,
  { heartbeatMs, onFault }: { readonly heartbeatMs: number; readonly onFault: (error: unknown) => void },
): AsyncGenerator<string, void> {
  // So that the head of the answer goes out at once.
  yield sseHeartbeat
  let steps: readonly string[] = []
  try {
    for await (const told of withHeartbeats(news, heartbeatMs)) {
      if (told === null) {
        yield sseHeartbeat
        continue
      }
      if (told.kind === 'steps') {
        steps = told.steps
        yield sseData(stepsMessage(runId, steps))
        continue
      }
      settled()
      yield sseData(told.kind === 'answered' ? answerMessage(runId, steps, told.content) : errorMessage(runId, steps, told.error))
      return
    }
  } catch (error) {
    onFault(error)
    settled()
    yield sseData(errorMessage(runId, steps, `Something went wrong on the server. ${laterAt(runId)}`))
    return
  }
  settled()
  yield sseData(errorMessage(runId, steps, `The server is stopping. ${laterAt(runId)}`))
}

/** Where the answer of a run that goes on will be. */
export function laterAt(runId: string): string {
  return `The run goes on: GET /v1/runs/${runId}/answer has its answer once it is written.`
}
