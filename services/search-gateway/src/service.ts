import type { Record } from '@winnow/contracts/entities/record.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { recordsOf } from '@winnow/domain/corpus.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import { decisionOf, entryOf, type Service, type Task } from '@winnow/runtime/service.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import { fitRecord, longAbstract, partsOf } from './core/parts.ts'
import type { Found, Source, SourceAnswer, SourceContext } from './core/source.ts'

/** An operation without an answer ends as failed after this many milliseconds (spec §0 (4)). */
export const operationDeadlineMs = 120_000

export interface SearchGatewayDependencies {
  readonly sources: readonly Source[]
  readonly blobs: BlobStore
  /** Aborts when an operation has had its time; after `operationDeadlineMs` unless given. */
  readonly deadline?: () => AbortSignal
}

/** Answers search operations and requests for references, each in found (all parts) or failed. */
export function createSearchGateway(deps: SearchGatewayDependencies): Service {
  return {
    name: 'search-gateway',
    concurrency: 4,
    handle: (task) => {
      const { type } = task.run.decision
      return type === 'SnowballRequested' ? answerReferences(task, deps) : answerSearch(task, deps)
    },
  }
}

async function answerSearch(task: Task, deps: SearchGatewayDependencies): Promise<readonly NewEvent[]> {
  const operation = entryOf(task, decisionOf(task, 'SearchesRequested').data.operations)
  const { workId, operationId, intentId, source, query } = operation
  const answer = await within(task, operation.source, deps, (from, context) => from.search(operation, context))
  if (!isFound(answer)) return [{ type: 'SearchFailed', data: { workId, operationId, intentId, source, query, ...answer } }]
  const parts = await partsFor(answer.records, deps.blobs)
  return parts.map((records, index) => ({
    type: 'CandidatesFound',
    data: {
      workId,
      part: index + 1,
      parts: parts.length,
      operationId,
      intentId,
      source,
      query,
      outcome: answer.outcome,
      asked: operation.limit,
      returned: parts.flat().length,
      total: answer.total,
      records: [...records],
    },
  }))
}

async function answerReferences(task: Task, deps: SearchGatewayDependencies): Promise<readonly NewEvent[]> {
  const operation = entryOf(task, decisionOf(task, 'SnowballRequested').data.operations)
  const { workId, operationId, source, direction, seedDocumentId, limit } = operation
  const seed = recordsOf(task.run.state, task.run.corpus, resolveDocument(task.run.state, seedDocumentId))
  const answer = await within(task, source, deps, async (from, context) => {
    if (from.references === undefined) return { outcome: 'skipped', reason: `${source} cannot be asked for references` }
    return from.references({ seed, direction, limit }, context)
  })
  if (!isFound(answer)) {
    return [
      { type: 'SearchFailed', data: { workId, operationId, intentId: null, source, query: `${direction} ${seedDocumentId}`, ...answer } },
    ]
  }
  const parts = await partsFor(answer.records, deps.blobs)
  return parts.map((records, index) => ({
    type: 'ReferencesFound',
    data: {
      workId,
      part: index + 1,
      parts: parts.length,
      operationId,
      seedDocumentId,
      direction,
      source,
      outcome: answer.outcome,
      asked: limit,
      returned: parts.flat().length,
      total: answer.total,
      unresolved: answer.unresolved,
      records: [...records],
    },
  }))
}

/**
 * Asks the source, but no longer than the deadline. An error of the source is a failed operation and not an empty one; a run
 * that is paused or cancelled gives the operation back.
 */
async function within(
  task: Task,
  name: string,
  deps: SearchGatewayDependencies,
  ask: (source: Source, context: SourceContext) => Promise<SourceAnswer>,
): Promise<SourceAnswer> {
  const source = deps.sources.find((candidate) => candidate.name === name)
  if (source === undefined) return { outcome: 'skipped', reason: `there is no source ${name}` }
  task.signal.throwIfAborted()
  const deadline = deps.deadline?.() ?? AbortSignal.timeout(operationDeadlineMs)
  const signal = AbortSignal.any([task.signal, deadline])
  const ended = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
  try {
    return await Promise.race([ask(source, { libraries: task.run.state.request?.libraries ?? [], signal, validSince: 0 }), ended])
  } catch (error) {
    task.signal.throwIfAborted()
    if (deadline.aborted) return { outcome: 'failed', reason: `no answer within ${operationDeadlineMs / 1000} s` }
    return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

function isFound(answer: SourceAnswer): answer is Found {
  return answer.outcome === 'hits' || answer.outcome === 'none' || answer.outcome === 'truncated'
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
