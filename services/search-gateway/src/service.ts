import type { Record } from '@winnow/contracts/entities/record.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { recordsOf } from '@winnow/domain/corpus.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import { unlessAborted } from '@winnow/http/unless-aborted.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import { decisionOf, entryOf, type Service, type Task } from '@winnow/runtime/service.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import { answerEvents, isFound, type Operation } from './core/answer-events.ts'
import { parseWorkKey } from './core/conversation.ts'
import { fitRecord, longAbstract, partsOf } from './core/parts.ts'
import type { Source, SourceAnswer, SourceContext } from './core/source.ts'
import { type FindFullText, seekFullText } from './seek-full-text.ts'

/** An operation without an answer ends as failed after this many milliseconds (spec §0 (4)). */
export const operationDeadlineMs = 120_000

/** A source's answer may be as old as this when a run begins, in milliseconds: results of most change once a day. */
export const answerAgeMs = 24 * 3600 * 1000

export interface SearchGatewayDependencies {
  readonly sources: readonly Source[]
  readonly blobs: BlobStore
  readonly findFullText: FindFullText
  /** Aborts when an operation has had its time; after `operationDeadlineMs` unless given. */
  readonly deadline?: () => AbortSignal
}

/** Answers searches, lookups, requests for references and for full texts, each in one outcome. */
export function createSearchGateway(deps: SearchGatewayDependencies): Service {
  return {
    name: 'search-gateway',
    concurrency: 4,
    handle: (task) => {
      switch (task.run.decision.type) {
        case 'SnowballRequested':
          return answer(task, deps, { kind: 'references', asked: entryOf(task, decisionOf(task, 'SnowballRequested').data.operations) })
        case 'SeedsRequested':
          return answer(task, deps, { kind: 'seed', asked: entryOf(task, decisionOf(task, 'SeedsRequested').data.operations) })
        case 'FullTextRequested':
          return seekFullText(task, deps.findFullText, deps.blobs, deps.deadline?.() ?? AbortSignal.timeout(operationDeadlineMs))
        default:
          return answer(task, deps, { kind: 'search', asked: entryOf(task, decisionOf(task, 'SearchesRequested').data.operations) })
      }
    },
  }
}

async function answer(task: Task, deps: SearchGatewayDependencies, operation: Operation): Promise<readonly NewEvent[]> {
  const found = await within(task, operation.asked.source, deps, (source, context) => ask(task, operation, source, context))
  return answerEvents(operation, found, isFound(found) ? await partsFor(found.records, deps.blobs) : [])
}

function ask(task: Task, operation: Operation, source: Source, context: SourceContext): Promise<SourceAnswer> | SourceAnswer {
  switch (operation.kind) {
    case 'search':
      return source.search(operation.asked, context)
    case 'seed': {
      const id = parseWorkKey(operation.asked.identifier)
      if (id === null) return { outcome: 'failed', reason: `${operation.asked.identifier} is no identifier of a work` }
      return source.lookup?.(id, context) ?? { outcome: 'skipped', reason: `${source.name} cannot look up works` }
    }
    case 'references': {
      const { seedDocumentId, direction, limit } = operation.asked
      const seed = recordsOf(task.run.state, task.run.corpus, resolveDocument(task.run.state, seedDocumentId))
      return (
        source.references?.({ seed, direction, limit }, context) ?? {
          outcome: 'skipped',
          reason: `${source.name} cannot be asked for references`,
        }
      )
    }
  }
}

/**
 * Asks the source, but no longer than the deadline. An error of the source is a failed operation and not an empty one; a run
 * that is paused or cancelled gives the operation back.
 */
async function within(
  task: Task,
  name: string,
  deps: SearchGatewayDependencies,
  ask: (source: Source, context: SourceContext) => Promise<SourceAnswer> | SourceAnswer,
): Promise<SourceAnswer> {
  const source = deps.sources.find((candidate) => candidate.name === name)
  if (source === undefined) return { outcome: 'skipped', reason: `there is no source ${name}` }
  task.signal.throwIfAborted()
  const deadline = deps.deadline?.() ?? AbortSignal.timeout(operationDeadlineMs)
  const signal = AbortSignal.any([task.signal, deadline])
  const { request, clock } = task.run.state
  const validSince = Date.parse(clock.startedAt ?? '') - answerAgeMs
  try {
    return await unlessAborted(ask(source, { libraries: request?.libraries ?? [], signal, validSince }), signal)
  } catch (error) {
    task.signal.throwIfAborted()
    if (deadline.aborted) return { outcome: 'failed', reason: `no answer within ${operationDeadlineMs / 1000} s` }
    return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** Records in parts that fit events, each record once; the whole of a long abstract goes to the blob store. */
async function partsFor(records: readonly Record[], blobs: BlobStore): Promise<readonly (readonly Record[])[]> {
  const distinct = records.filter((record, index) => records.findIndex(({ recordId }) => recordId === record.recordId) === index)
  return partsOf((await Promise.all(distinct.map((record) => shortAbstract(record, blobs)))).map(fitRecord))
}

async function shortAbstract(record: Record, blobs: BlobStore): Promise<Record> {
  if (record.abstract === undefined || record.abstract.length <= longAbstract) return record
  const abstractHash = await blobs.put(Buffer.from(record.abstract))
  return { ...record, abstract: truncateText(record.abstract, longAbstract), abstractHash }
}
