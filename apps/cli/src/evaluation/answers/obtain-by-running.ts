import type { AnswerWish } from '@winnow/runs/answer-request.ts'
import { ProviderStop } from '@winnow/runtime/ask-model.ts'
import type { AnswersFolder } from './answers-folder.ts'
import type { Contestant } from './contestant.ts'
import type { AnswersToJudge } from './judge-answers.ts'
import { obtainedAnswer } from './obtained-answer.ts'
import { type AnswerEngine, runAnswer } from './run-answer.ts'

/**
 * Obtains answers by running the pipeline, and keeps finished runs in the folder; a run that is kept there is taken from it.
 * Throws ProviderStop where the provider ended a run, and the signal's reason where a run was interrupted.
 */
export function obtainByRunning(
  wishOf: (contestant: Contestant, question: string) => AnswerWish,
  engine: AnswerEngine,
  folder: AnswersFolder | null,
): AnswersToJudge['obtain'] {
  return async (contestant, { question }, number, signal) => {
    const place = { letter: contestant.letter, question, run: number }
    const kept = (await folder?.run(place)) ?? null
    if (kept !== null) return obtainedAnswer(kept.run, kept.blobs)
    const { run, events, providerFailure } = await runAnswer(wishOf(contestant, question), engine, signal, folder?.runIdOf(place))
    if (providerFailure !== null) throw new ProviderStop(providerFailure)
    if (run.state.completed === null) {
      signal.throwIfAborted()
      throw new Error(`run ${run.runId} did not come to its end`)
    }
    await folder?.keepRun(place, run, events, engine.blobs)
    return obtainedAnswer(run, engine.blobs)
  }
}
