import type { AnswerContent } from '@winnow/contracts/entities/answer.ts'
import type { EventType, TypedEvent } from '@winnow/contracts/registry.ts'
import { trajectoryOf } from '@winnow/domain/answering/trajectory.ts'
import { collect, newCorpus } from '@winnow/domain/corpus.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import { stopReason } from '@winnow/domain/stop-reason.ts'
import { type EventLog, UpgradeNeeded } from '@winnow/eventlog/event-log.ts'
import { stepMarkdown } from '@winnow/report/trajectory-text.ts'
import { writtenAnswer } from '@winnow/runs/written-answer.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'

/** How a run that answers a question stands. */
export type AnswerNews =
  /** What was done so far, as Markdown. */
  | { readonly kind: 'steps'; readonly steps: readonly string[] }
  | { readonly kind: 'answered'; readonly content: AnswerContent }
  /** It goes no further: `failed` is for good, otherwise it could go on. `error` is for a person. */
  | { readonly kind: 'unanswered'; readonly failed: boolean; readonly error: string }

/** Events after which there may be more steps to tell. */
const telling: ReadonlySet<EventType> = new Set(['SearchesRequested', 'PassagesSummarised', 'TurnTaken'])

/**
 * Follows a run of kind `answer` through the archive, from its beginning: its steps as they grow, and at last one 'answered' or
 * 'unanswered'. A run that is paused is 'unanswered' too: nobody waits for it. Ends without either when `signal` is aborted.
 */
export async function* followAnswer(
  archive: Pick<EventLog<TypedEvent>, 'follow'>,
  blobs: Pick<BlobStore, 'get'>,
  runId: string,
  signal: AbortSignal,
): AsyncGenerator<AnswerNews, void> {
  const state = newDraft()
  const corpus = newCorpus()
  const done = new AbortController()
  try {
    for await (const event of archive.follow(runId, { signal: AbortSignal.any([signal, done.signal]) })) {
      evolve(state, event)
      collect(corpus, event)
      if (telling.has(event.type)) yield { kind: 'steps', steps: trajectoryOf(state, corpus).map(stepMarkdown) }
      if (state.completed === null && state.status !== 'paused') continue
      const content = state.completed === null ? null : await writtenAnswer(state, blobs)
      if (content !== null) yield { kind: 'answered', content }
      else yield { kind: 'unanswered', failed: state.completed !== null, error: whyNot(runId, state) }
      return
    }
  } catch (error) {
    if (!(error instanceof UpgradeNeeded)) throw error
    yield { kind: 'unanswered', failed: false, error: `This server is too old for run ${runId}: ${error.message}.` }
  } finally {
    // A reader that waits for the next event is ended by its signal alone.
    done.abort()
  }
}

function whyNot(runId: string, state: Parameters<typeof stopReason>[0]): string {
  const { reason } = stopReason(state)
  const said = `Run ${runId} is ${state.status}${reason === null ? '' : `: ${reason}`}.`
  return state.status === 'paused' ? `${said} POST /v1/runs/${runId}/resume goes on with it.` : said
}
