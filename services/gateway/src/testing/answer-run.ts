import type { AnswerContent } from '@winnow/contracts/entities/answer.ts'
import type { Envelope } from '@winnow/contracts/envelope.ts'
import type { EventType, NewEvent } from '@winnow/contracts/registry.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { answeredRun } from '@winnow/projection/testing/answered-run.ts'
import { sealRun } from '@winnow/projection/testing/sealed-run.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { append } from './history-run.ts'

/** The answer that the run of these tests comes to. */
export const answerOfRun: AnswerContent = {
  question: 'How do plants save water?',
  mode: 'model',
  paragraphs: [[{ text: 'They close their stomata.', documentIds: ['D2'], support: 'supported' }]],
  citations: [{ n: 1, documentId: 'D2', url: 'https://doi.org/10.5555/stomata', title: 'Work stomata' }],
}

type Log = Pick<EventLog, 'append' | 'version'>
type Place = { readonly runId: string; readonly workspaceId: string }

/** The events of a run of kind `answer`, in log order, with its answer stored. */
export async function answerEvents({ runId, workspaceId }: Place, blobs: Pick<BlobStore, 'put'>): Promise<readonly Envelope[]> {
  const contentHash = await blobs.put(Buffer.from(JSON.stringify(answerOfRun)))
  const events = answeredRun.map(
    (event): NewEvent => (event.type === 'AnswerWritten' ? { ...event, data: { ...event.data, contentHash } } : event),
  )
  return sealRun(runId, workspaceId, events)
}

/** Appends events of a run, from the one after `after` (none: from the first) to the first of the type `upTo` (none: to the end). */
export async function tellAnswer(
  log: Log,
  events: readonly Envelope[],
  { after, upTo }: { after?: EventType; upTo?: EventType } = {},
): Promise<void> {
  const from = after === undefined ? 0 : events.findIndex(({ type }) => type === after) + 1
  const to = upTo === undefined ? events.length : events.findIndex(({ type }) => type === upTo) + 1
  for (const event of events.slice(from, to)) await append(log, event)
}

/** A log in which every run of kind `answer` has come to its answer as soon as it is asked for. */
export function answeringLog(log: Log & GatewayParts['log'], blobs: Pick<BlobStore, 'put'>): GatewayParts['log'] {
  return {
    read: log.read.bind(log),
    append: async (events, expected) => {
      const appended = await log.append(events, expected)
      const [first] = events
      if (first?.type === 'RunRequested' && Object.hasOwn((first.data as { options: object }).options, 'answer'))
        await tellAnswer(log, await answerEvents(first, blobs), { after: 'RunRequested' })
      return appended
    },
  }
}
