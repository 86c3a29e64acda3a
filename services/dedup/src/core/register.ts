import type { FoundRecord, MergeDecision } from '@winnow/contracts/entities/document.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import type { Corpus } from '@winnow/domain/corpus.ts'
import { linkInto } from '@winnow/domain/linkage/link-into.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { foundRecords, knownDocuments, recordAt } from './corpus-records.ts'
import { corpusDocuments, type Works } from './works.ts'

type Request = EventData<'DedupRequested'>
type Entry = EventData<'DocumentsRegistered'>['documents'][number]

/** Bytes of documents that an event holds, well below its limit (contracts/envelope.ts). */
const partBytes = 200 * 1024

/**
 * Links what the operations of a decision found with each other and with the documents known (spec §4): new documents in
 * canonical order, known ones that got records or notices, and documents that turned out to be one work.
 */
export function register(request: Request, state: RunState, corpus: Corpus): readonly NewEvent[] {
  const found = foundRecords(state, request.operations)
  const fresh = [...new Set(found.map(({ key }) => key))].filter((key) => state.records[key] === undefined)
  const known = knownDocuments(state, corpus)
  const increment = linkInto(
    known,
    fresh.map((key) => recordAt(corpus, key)),
    state.apart,
  )
  const numbered = increment.assignments.map((assignment, index) => ({
    ...assignment,
    isNew: assignment.documentId === null,
    documentId:
      assignment.documentId ??
      `D${request.firstDocument + increment.assignments.slice(0, index).filter((other) => other.documentId === null).length}`,
  }))
  const works = corpusDocuments(known, numbered, increment)
  const finders = Map.groupBy(found, ({ key }) => works.documentOf.get(key) ?? '')
  const entries = [...works.records.keys()].sort(compareIds).flatMap((documentId) => {
    const assignment = numbered.find((candidate) => candidate.documentId === documentId)
    const records = (finders.get(documentId) ?? []).map(({ key, operationId }) => foundRecord(corpus, key, operationId))
    const entry = entryOf(documentId, works, { isNew: assignment?.isNew ?? false, records, decisions: assignment?.decisions ?? [] })
    return records.length > 0 || isNews(entry, state) ? [entry] : []
  })
  const merged = increment.joins.map((join) => ({ ...join, features: works.featuresOf(join.into) }))
  return inParts(request.workId, entries, merged)
}

function entryOf(
  documentId: string,
  works: Works,
  own: { readonly isNew: boolean; readonly records: FoundRecord[]; readonly decisions: readonly MergeDecision[] },
): Entry {
  return {
    documentId,
    isNew: own.isNew,
    records: own.records,
    features: works.featuresOf(documentId),
    decisions: own.decisions.map((decision) => ({ ...decision, signals: [...decision.signals] })),
    linked: works.linkedOf(documentId).map((link) => ({ ...link })),
  }
}

/** Whether a known document looks different now, although it got no record: a notice about it was found. */
function isNews(entry: Entry, state: RunState): boolean {
  return state.documents[entry.documentId]?.editorial !== entry.features.editorial
}

function foundRecord(corpus: Corpus, key: string, operationId: string): FoundRecord {
  const record: Record | undefined = corpus.records.get(key)
  if (record === undefined) throw new Error(`record ${key} is not in the corpus`)
  return { source: record.source, recordId: record.recordId, operationId }
}

type Merged = Omit<EventData<'DocumentsMerged'>, 'workId' | 'part' | 'parts' | 'signals' | 'decision'> & {
  readonly signals: readonly string[]
  readonly decision: MergeDecision
}

/** The outcome as the parts of one work item; at least one, so that the work ends even when nothing was new. */
function inParts(workId: string, entries: readonly Entry[], merged: readonly Merged[]): readonly NewEvent[] {
  const groups = chunked(entries)
  const parts = groups.length + merged.length
  return [
    ...groups.map((documents, index): NewEvent => ({ type: 'DocumentsRegistered', data: { workId, part: index + 1, parts, documents } })),
    ...merged.map(
      (join, index): NewEvent => ({
        type: 'DocumentsMerged',
        data: {
          ...join,
          signals: [...join.signals],
          decision: { ...join.decision, signals: [...join.decision.signals] },
          workId,
          part: groups.length + index + 1,
          parts,
        },
      }),
    ),
  ]
}

function chunked(entries: readonly Entry[]): Entry[][] {
  const chunks: Entry[][] = [[]]
  let bytes = 0
  for (const entry of entries) {
    const own = JSON.stringify(entry).length
    if (bytes + own > partBytes && bytes > 0) {
      chunks.push([])
      bytes = 0
    }
    chunks.at(-1)?.push(entry)
    bytes += own
  }
  return chunks
}
