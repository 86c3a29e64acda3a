import { createAnswerer } from '@winnow/answerer/service.ts'
import { aggregateOf, defaultLane, flow } from '@winnow/contracts/flow.ts'
import { eventDefinitions, type NewEvent, type TypedEvent } from '@winnow/contracts/registry.ts'
import { createDedup } from '@winnow/dedup/service.ts'
import { collect, newCorpus } from '@winnow/domain/corpus.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import { canonicalJson } from '@winnow/eventlog/canonical-json.ts'
import { sealEvent } from '@winnow/eventlog/seal-event.ts'
import type { WorkItem } from '@winnow/eventlog/work-queue.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import type { AskModel, RunSnapshot, Service } from '@winnow/runtime/service.ts'
import { noHash, opening, searching, showing, working } from './story-events.ts'
import { type MadeUpPaper, type Story, trapWork } from './trap.ts'

const workspaceId = 'model-check'
const traceId = '0'.repeat(32)
/** Of every event: what a service does must not hang on it (spec §0). */
const instant = new Date('2026-01-01T00:00:00.000Z')
const shownWork = 'passages:1'
const noModel: AskModel = async () => ({ value: null, model: 'none', usage: [], degraded: [] })

/**
 * A made-up run as it stands when `decision` has been taken: its events folded as those of a real one are, its papers linked,
 * and shown, by the real services. `model` is that of every role; full texts and the report go to `blobs`. Throws when the story does not
 * give a run, as that of a trap is ours.
 */
export async function tellStory(
  story: Story,
  decision: NewEvent,
  { runId, model, blobs }: { readonly runId: string; readonly model: string; readonly blobs: BlobStore },
): Promise<RunSnapshot> {
  const { papers = [], report } = story
  const run = { runId, workspaceId, traceId, state: newDraft(), corpus: newCorpus() }
  let pos = 0
  const take = (event: NewEvent): RunSnapshot => {
    pos += 1
    const sealed = sealedAt(event, pos, runId)
    evolve(run.state, sealed)
    collect(run.corpus, sealed)
    return { ...run, decision: sealed }
  }
  const put = (value: unknown) => blobs.put(new TextEncoder().encode(canonicalJson(value)))

  for (const event of opening(story, model)) take(event)
  const hashes = new Map<MadeUpPaper, string>()
  for (const paper of papers) if (paper.fullText !== undefined) hashes.set(paper, await put(paper.fullText))
  let latest: RunSnapshot | null = null
  for (const event of searching(papers, hashes)) latest = take(event)
  if (latest !== null) for (const event of await byRule(createDedup(), latest, 'dedup')) take(event)
  if (Object.keys(run.state.documents).length !== papers.length) throw new Error('the record linkage takes papers of a story for one work')
  if (story.answering === 'summarised') {
    const asked = take(showing(story, shownWork))
    for (const event of await byRule(createAnswerer({ blobs, reranker: null }), asked, shownWork)) take(event)
  }
  for (const event of working(story, report === undefined ? null : await put(report))) take(event)
  return take(decision)
}

/** The work item of a trap's decision in a run. */
export function workItemOf({ runId, decision }: RunSnapshot): WorkItem {
  const service = flow[decision.type].to[0] ?? 'conductor'
  return {
    runId,
    workspaceId,
    service,
    lane: defaultLane,
    workId: trapWork,
    eventId: decision.id,
    eventType: decision.type,
    pos: decision.pos,
    entry: 0,
  }
}

/** What a service makes of the latest decision without a model. */
async function byRule(service: Service, run: RunSnapshot, workId: string): Promise<readonly NewEvent[]> {
  return service.handle({ item: { ...workItemOf(run), workId }, run, signal: new AbortController().signal, ask: noModel })
}

function sealedAt(event: NewEvent, pos: number, runId: string): TypedEvent {
  const service = flow[event.type].from[0] ?? 'conductor'
  const definition = eventDefinitions[event.type]
  const aggregate = definition.aggregate ?? aggregateOf[service] ?? 'run'
  const context = {
    runId,
    workspaceId,
    aggregate,
    actor: { service, version: '0', instance: 'model-check' },
    causationId: null,
    traceId,
    now: instant,
  }
  const sealed = sealEvent({ definition: definition as Parameters<typeof sealEvent>[0]['definition'], data: event.data }, context)
  return { ...sealed, pos, hash: noHash } as TypedEvent
}
