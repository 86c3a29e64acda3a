import type { EventType, TypedEvent } from '@winnow/contracts/registry.ts'
import { ownerOf } from '@winnow/domain/evidence-owner.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import type { ProjectedRun } from '../projected-run.ts'
import type { View } from '../view.ts'

/** Evidence items, with the document that holds their record now and whether they count (spec §9). */
export const evidenceView: View<'evidence'> = {
  table: 'evidence',
  key: ['evidence_id'],
  touched,
  ids: ({ state }) => Object.keys(state.evidence),
  row: (run, id) => {
    const evidence = run.state.evidence[id]
    const text = run.corpus.evidence.get(id)
    if (evidence === undefined || text === undefined) return null
    return {
      evidence_id: id,
      document_id: ownerOf(run.state, evidence)?.documentId ?? resolveDocument(run.state, evidence.documentId),
      record_key: evidence.recordKey,
      subquestion_id: evidence.subquestionId,
      claim: text.claim,
      quote: text.quote,
      quote_check: evidence.quoteCheck,
      support: evidence.support,
      strength: evidence.strength,
      section: text.location.section,
      page: text.location.page ?? null,
      read_depth: text.depth,
      usable: run.usable().has(id),
    }
  },
}

/** Events after which an item may have another owner, or its owner another admissibility. */
const changingAll: ReadonlySet<EventType> = new Set(['DocumentsRegistered', 'DocumentsMerged', 'DocumentSplit', 'DocumentOverridden'])

function touched(event: TypedEvent, { state }: ProjectedRun): readonly string[] {
  if (event.type === 'EvidenceExtracted') return event.data.items.map(({ evidenceId }) => evidenceId)
  return changingAll.has(event.type) ? Object.keys(state.evidence) : []
}
