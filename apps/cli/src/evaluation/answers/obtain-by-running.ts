import type { AnswerWish } from '@winnow/runs/answer-request.ts'
import { ProviderStop } from '@winnow/runtime/ask-model.ts'
import type { CommandContext } from '../../command-context.ts'
import { withNamedRun } from '../../engine/run-log.ts'
import { isKept, keepSample, runBlobs, sampleFolder } from '../../preferences/sample-bundle.ts'
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
  context: CommandContext,
): AnswersToJudge['obtain'] {
  return async (contestant, { question }, number, signal) => {
    const runId = folder?.runIdOf({ letter: contestant.letter, question, run: number })
    if (folder !== null && runId !== undefined && (await isKept(folder.path, runId)))
      return withNamedRun(sampleFolder(folder.path, runId), context, ({ run, blobs }) => obtainedAnswer(run, blobs))
    const blobs = runBlobs(engine.blobs)
    const { run, events, providerFailure } = await runAnswer(wishOf(contestant, question), { ...engine, blobs }, signal, runId)
    if (providerFailure !== null) throw new ProviderStop(providerFailure)
    if (run.state.completed === null) {
      signal.throwIfAborted()
      throw new Error(`run ${run.runId} did not come to its end`)
    }
    if (folder !== null) await keepSample(folder.path, run, events, blobs)
    return obtainedAnswer(run, blobs)
  }
}
