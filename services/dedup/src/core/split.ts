import type { Record } from '@winnow/contracts/entities/record.ts'
import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import type { Corpus } from '@winnow/domain/corpus.ts'
import { linkRecords } from '@winnow/domain/linkage/link-records.ts'
import { type RunState, resolveDocument } from '@winnow/domain/state.ts'
import { knownDocuments } from './corpus-records.ts'
import { withScreeningScores } from './screening-scores.ts'
import { describedWorks } from './works.ts'

/**
 * Takes records out of a document because a user said so (spec §4). Those that leave are linked among themselves: each work
 * of them is a new document. A split that would leave nothing, or take nothing, changes nothing.
 */
export function split(request: EventData<'DedupRequested'>, state: RunState, corpus: Corpus): readonly NewEvent[] {
  if (request.split === null) throw new Error(`${request.workId} is no split`)
  const { commandId, records: leaving } = request.split
  const documentId = resolveDocument(state, request.split.documentId)
  const known = knownDocuments(state, corpus)
  const own = known.find((document) => document.documentId === documentId)?.records ?? []
  const moved = own.filter((record) => leaving.includes(record.recordId))
  const stayed = own.filter((record) => !leaving.includes(record.recordId))
  const groups = stayed.length > 0 ? linkRecords(moved, state.apart).clusters.map((cluster) => cluster.records) : []
  const into = groups.map((records, index) => ({ documentId: `D${request.firstDocument + index}`, records }))
  const after = new Map<string, readonly Record[]>(known.map((document) => [document.documentId, document.records]))
  if (stayed.length > 0) after.set(documentId, stayed)
  for (const group of into) after.set(group.documentId, group.records)
  const works = withScreeningScores(describedWorks(after, linkRecords([...after.values()].flat(), state.apart).linked), state, corpus)
  return [
    {
      type: 'DocumentSplit',
      data: {
        workId: request.workId,
        part: 1,
        parts: 1,
        commandId,
        documentId,
        features: works.featuresOf(documentId),
        into: into.map((group) => ({
          documentId: group.documentId,
          isNew: true,
          records: group.records.map((record) => record.recordId),
          features: works.featuresOf(group.documentId),
        })),
      },
    },
  ]
}
