import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { recordsOf } from '@winnow/domain/corpus.ts'
import { documentStatus, fateReason, screeningReason } from '@winnow/domain/document-status.ts'
import { mergeFields } from '@winnow/domain/linkage/merge-fields.ts'
import { documentFate } from '@winnow/domain/prisma.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import type { ProjectedRun } from '../projected-run.ts'
import type { View } from '../view.ts'

/** The live documents, with their merged record and how far they came. A document that is merged away has no row. */
export const documentsView: View<'document'> = {
  table: 'document',
  key: ['document_id'],
  touched,
  ids: ({ state }) => Object.keys(state.documents),
  row: (run, id) => {
    const { state, corpus } = run
    const document = state.documents[id]
    if (document === undefined || state.aliases[id] !== undefined) return null
    const records = recordsOf(state, corpus, id)
    if (records.length === 0) return null
    const fate = documentFate(state, document, run.contributing().has(id))
    const { merged } = mergeFields(records)
    return {
      document_id: id,
      title: merged.title,
      authors: merged.authors,
      year: merged.year ?? null,
      venue: merged.venue ?? null,
      ids: merged.ids,
      records: document.records,
      scores: Object.fromEntries(Object.entries(document.scores).map(([subquestionId, { score }]) => [subquestionId, score])),
      status: documentStatus(fate, run.cited().has(id)),
      decision: fate,
      reason: fateReason(fate, screeningReason(document), run.userReasons().get(id) ?? ''),
      editorial: document.editorial,
      read_depth: document.readDepth,
      depth: document.depth,
      found_by: document.foundBy,
      merges: document.merges,
    }
  },
}

function touched(event: TypedEvent, { state }: ProjectedRun): readonly string[] {
  const { type, data } = event
  if (type === 'DocumentsRegistered') return data.documents.map(({ documentId }) => documentId)
  if (type === 'DocumentsMerged') return [data.from, resolveDocument(state, data.into)]
  if (type === 'DocumentSplit') return [data.documentId, ...data.into.map(({ documentId }) => documentId)]
  if (type === 'ReadingAllocated') return data.entries.map(({ documentId }) => documentId)
  if (type === 'DocumentScreened' || type === 'DocumentOverridden' || type === 'EvidenceExtracted' || type === 'ReadingFailed')
    return [resolveDocument(state, data.documentId)]
  // A failed reading names its document only within its work id.
  if (type === 'WorkFailed') return (/^read:(D\d+):/.exec(data.workId)?.slice(1) ?? []).map((id) => resolveDocument(state, id))
  // A new list of citations takes documents from the old one.
  if (type === 'ReportWritten' || type === 'CitationsChecked' || type === 'AnswerWritten') return Object.keys(state.documents)
  return []
}
