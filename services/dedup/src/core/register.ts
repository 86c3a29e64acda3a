import type { FoundRecord, MergeDecision } from '@winnow/contracts/entities/document.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import type { Corpus } from '@winnow/domain/corpus.ts'
import { DocumentIndex } from '@winnow/domain/linkage/document-index.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { utf8Length } from '@winnow/text/utf8-length.ts'
import { foundKeys, knownDocuments, recordAt, unkeyed } from './corpus-records.ts'
import { withScreeningScores } from './screening-scores.ts'
import { type Works, worksOf } from './works.ts'

type Request = EventData<'DedupRequested'>
type Entry = EventData<'DocumentsRegistered'>['documents'][number]

/** Bytes of documents that an event holds, well below its limit (contracts/envelope.ts). */
export const partBytes = 200 * 1024

/**
 * Links what the operations of a decision found with each other and with the documents known (spec §4): new documents in
 * canonical order, known ones that got records or notices, and documents that turned out to be one work. `kept` is the index
 * of the state's documents from the last request, or null where there is none; the outcome is the same. Gives the index
 * with what was found, too.
 */
export function register(
  request: Request,
  state: RunState,
  corpus: Corpus,
  kept: DocumentIndex | null,
): { readonly events: readonly NewEvent[]; readonly index: DocumentIndex } {
  const found = foundKeys(state, request.operations)
  const fresh = [...new Set(found.map(({ key }) => key))].filter((key) => state.records[key] === undefined)
  const index = kept ?? new DocumentIndex(knownDocuments(state, corpus), state.apart)
  const increment = index.take(
    fresh.map((key) => recordAt(corpus, key)),
    (nth) => `D${request.firstDocument + nth}`,
  )
  const works = withScreeningScores(worksOf(index), state, corpus)
  const finders = Map.groupBy(found, ({ key }) => index.documentOf(key) ?? '')
  const assignmentOf = new Map(increment.assignments.map((assignment) => [assignment.documentId, assignment]))
  // A join is told by its own event.
  const told = new Set(increment.joins.map(({ decision }) => pairOf(decision)))
  // Without a kept index it is not known which documents were told of as they are: a split may have changed them.
  const looked = kept === null ? [...index.documents.keys()] : [...new Set([...increment.touched, ...finders.keys()])].sort(compareIds)
  const entries = looked.flatMap((documentId) => {
    const assignment = assignmentOf.get(documentId)
    const records = (finders.get(documentId) ?? []).map(({ key, operationId }) => foundRecord(corpus, key, operationId))
    const decisions = (assignment?.decisions ?? []).filter((decision) => !told.has(pairOf(decision)))
    const entry = entryOf(documentId, works, { isNew: state.documents[documentId] === undefined, records, decisions })
    return records.length > 0 || isNews(entry, state) ? [entry] : []
  })
  const merged = increment.joins.map((join) => ({ ...join, features: works.featuresOf(join.into) }))
  return { events: inParts(request.workId, entries, merged), index }
}

function pairOf({ a, b }: MergeDecision): string {
  return `${a} ${b}`
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

/** Whether a known document looks different now, although it got no record: a notice or other text about it was found. */
function isNews(entry: Entry, state: RunState): boolean {
  const known = state.documents[entry.documentId]
  const isLinked = (link: Entry['linked'][number]) =>
    known?.linked.some((other) => other.documentId === link.documentId && other.kind === link.kind) === true
  return known?.editorial !== entry.features.editorial || !entry.linked.every(isLinked)
}

function foundRecord(corpus: Corpus, key: string, operationId: string): FoundRecord {
  const record = recordAt(corpus, key)
  return { source: record.source, recordId: unkeyed(record), operationId }
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
    const own = utf8Length(JSON.stringify(entry))
    if (bytes + own > partBytes && bytes > 0) {
      chunks.push([])
      bytes = 0
    }
    chunks.at(-1)?.push(entry)
    bytes += own
  }
  return chunks
}
