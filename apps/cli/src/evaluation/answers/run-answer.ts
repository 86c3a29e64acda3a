import type { EventData } from '@winnow/contracts/registry.ts'
import { type AnswerWish, answerRequest } from '@winnow/runs/answer-request.ts'
import { newRunId } from '@winnow/runs/new-run.ts'
import { type PrivateEngine, type PrivateRan, runPrivately } from '../private-run.ts'

/** What runs of an evaluation share. */
export interface AnswerEngine extends PrivateEngine {
  /** The stored library that the runs search; null for none. */
  readonly library: EventData<'LibraryImported'> | null
  readonly libraryName: string
}

/** Answers a question with the whole pipeline, privately. A run that is begun again under its id finds what it bought. */
export async function runAnswer(
  wish: AnswerWish,
  engine: AnswerEngine,
  signal: AbortSignal,
  runId = newRunId(engine.now()),
): Promise<PrivateRan> {
  const { library, libraryName } = engine
  const request = answerRequest(wish, library === null ? [] : [{ hash: library.hash, name: libraryName }])
  return runPrivately({ runId, request, imports: library === null ? [] : [library] }, engine, { signal })
}
