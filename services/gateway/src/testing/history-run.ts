import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ReportContent } from '@winnow/contracts/entities/report.ts'
import { type Envelope, envelope, orderedAggregates } from '@winnow/contracts/envelope.ts'
import { eventId } from '@winnow/eventlog/event-id.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import type { PostgresEventLog } from '@winnow/eventlog/postgres-event-log.ts'
import { catchUp } from '@winnow/projection/projection.ts'
import { openReadModel } from '@winnow/readmodel/database.ts'
import { PostgresBlobStore } from '@winnow/runtime/blobs/postgres-blob-store.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import type { Pool } from 'pg'

const history = fileURLToPath(new URL('../../../../e2e/histories/with-edits.jsonl', import.meta.url))
/** The texts that the history names and that are not kept with it. */
const lost = {
  library: '96a15de13cbb23e480119bc06e7f78cc7063c613f660ee564e6b2e217ee70d00',
  draft: 'fbf1dfe4fe1560290fb024b4598e58e7eee16c3e88a222c42ab7c0a032bed928',
  report: '73a4bdff43837b9e72a2a8047ae9ab47126236a570314afa2223e0009fbeab68',
}

const content: ReportContent = {
  title: 'Shade and water <script>alert(1)</script>',
  summary: [{ text: 'Shade saves water.', citations: ['D1'], evidence: [] }],
  sections: [],
  notEstablished: [],
  contradictions: [],
  removedCitations: 0,
  mode: 'model',
}

export interface HistoryRun {
  readonly runId: string
  readonly workspaceId: string
  /** Hashes of texts that its events name. */
  readonly blobs: { readonly library: string; readonly report: string }
}

/**
 * Puts a recorded run, with two iterations, edits and a report, into a workspace; `upTo` are its events, all when absent. What
 * the log has of it stays.
 */
export async function tellHistory(
  { pool, log }: { readonly pool: Pool; readonly log: Pick<EventLog, 'append' | 'version'> },
  { runId, workspaceId }: Pick<HistoryRun, 'runId' | 'workspaceId'>,
  upTo = Number.POSITIVE_INFINITY,
): Promise<HistoryRun> {
  const blobs = new PostgresBlobStore(pool)
  const library = await blobs.put(Buffer.from('{"recordId":"a"}\n'))
  const report = await blobs.put(Buffer.from(JSON.stringify(content)))
  const text = (await readFile(history, 'utf8'))
    .replaceAll(lost.library, library)
    .replaceAll(lost.draft, report)
    .replaceAll(lost.report, report)
  const events = text.trimEnd().split('\n').slice(0, upTo)
  for (const line of events) await append(log, moved(JSON.parse(line), runId, workspaceId))
  return { runId, workspaceId, blobs: { library, report } }
}

function moved(recorded: object, runId: string, workspaceId: string): Envelope {
  const event = envelope.parse(recorded)
  return { ...event, runId, workspaceId, id: eventId(runId, event.key) }
}

/** Appends an event as its one producer would. */
export async function append(log: Pick<EventLog, 'append' | 'version'>, event: Envelope): Promise<void> {
  const expected = orderedAggregates.has(event.aggregate) ? await log.version(event.runId, event.aggregate) : undefined
  const appended = await log.append([event], expected)
  if (appended.kind === 'conflict') throw new Error(`${event.key} was not recorded`)
}

/** Brings the read model up to the log. */
export async function project({ pool, log }: { readonly pool: Pool; readonly log: PostgresEventLog }): Promise<void> {
  await catchUp({ log, db: openReadModel(pool), logger: createLogger('silent') })
}
