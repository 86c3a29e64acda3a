import type { LinkedDocument, MergedDocument } from './deduplicated.ts'

/** What a written document says of its making, by the names of the columns in a table. Without a remark it is absent. */
export interface DedupRemarks {
  readonly merged_ids?: string
  readonly field_sources?: string
  readonly other_ids?: string
  readonly linked?: string
}

/**
 * The remarks of a document: the ids of its records where they are several, which record gave which fields, identifiers that
 * the format has no further place for, and the texts it is about or that are about it. `links`: those of this document.
 */
export function dedupRemarks(document: MergedDocument, links: readonly LinkedDocument[]): DedupRemarks {
  const { record, mergedIds, fieldsFrom, otherIds } = document
  const sources = fieldsFrom.map(({ id, fields }) => `${id} (${fields.join(', ')})`)
  const linked = links.map(({ text, work, kind }) => (text === record.recordId ? `${kind} of ${work}` : `has ${kind} ${text}`))
  return {
    ...(mergedIds.length === 1 ? {} : { merged_ids: mergedIds.join('; ') }),
    ...(sources.length === 0 ? {} : { field_sources: sources.join('; ') }),
    ...(otherIds.length === 0 ? {} : { other_ids: otherIds.join('; ') }),
    ...(linked.length === 0 ? {} : { linked: linked.join('; ') }),
  }
}

/** The remarks as one note: "merged_ids: a; b | other_ids: doi:10.5555/x"; undefined without any. */
export function remarkNote(remarks: DedupRemarks & { readonly record_id?: string }): string | undefined {
  const parts = Object.entries(remarks).map(([name, value]) => `${name}: ${value}`)
  return parts.length === 0 ? undefined : parts.join(' | ')
}

/** The links of each document, by the id of its kept record. */
export function linksByDocument(linked: readonly LinkedDocument[]): ReadonlyMap<string, readonly LinkedDocument[]> {
  const byDocument = new Map<string, LinkedDocument[]>()
  for (const link of linked) {
    for (const id of new Set([link.text, link.work])) {
      const known = byDocument.get(id)
      if (known === undefined) byDocument.set(id, [link])
      else known.push(link)
    }
  }
  return byDocument
}
