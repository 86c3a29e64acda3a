import type { DocumentFeatures } from '@winnow/contracts/entities/document.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { editorialState, type KnownNotice } from '@winnow/domain/linkage/editorial-state.ts'
import type { Assignment, Increment, KnownDocument } from '@winnow/domain/linkage/link-into.ts'
import type { LinkedRecord } from '@winnow/domain/linkage/link-records.ts'
import { mergeFields } from '@winnow/domain/linkage/merge-fields.ts'
import { documentFeatures } from './document-features.ts'

/** Kinds of linked texts that change the editorial state of the work they are about. */
const noticeKinds: ReadonlySet<string> = new Set<KnownNotice['kind']>([
  'retraction',
  'withdrawal',
  'correction',
  'erratum',
  'expression-of-concern',
])

/** Documents after linkage: their keyed records, features and the texts linked to them. */
export interface Works {
  /** By number: the known ones, then the new ones. */
  readonly records: ReadonlyMap<string, readonly Record[]>
  /** Record key → document. */
  readonly documentOf: ReadonlyMap<string, string>
  readonly featuresOf: (documentId: string) => DocumentFeatures
  /** Notices about the document's work, and the works it is about. */
  readonly linkedOf: (documentId: string) => readonly { readonly documentId: string; readonly kind: string }[]
}

/** The documents of a corpus once an increment is taken in; those that joined another stand under the survivor's id. */
export function corpusDocuments(
  known: readonly KnownDocument[],
  assigned: readonly (Assignment & { readonly documentId: string })[],
  increment: Pick<Increment, 'joins' | 'linked'>,
): Works {
  const records = new Map<string, readonly Record[]>(known.map(({ documentId, records: own }) => [documentId, own]))
  for (const { documentId, records: own } of assigned) records.set(documentId, own)
  for (const { into, from } of increment.joins) {
    records.set(into, [
      ...new Map([...(records.get(into) ?? []), ...(records.get(from) ?? [])].map((record) => [record.recordId, record])).values(),
    ])
    records.delete(from)
  }
  return describedWorks(records, increment.linked)
}

/** Documents with their records, described. `linked` names texts and works by their records. */
export function describedWorks(records: ReadonlyMap<string, readonly Record[]>, linked: readonly LinkedRecord[]): Works {
  const documentOf = new Map([...records].flatMap(([documentId, own]) => own.map((record) => [record.recordId, documentId] as const)))
  const links = linked.flatMap(({ text, work, kind }) => {
    const [from, about] = [documentOf.get(text.recordId), documentOf.get(work.recordId)]
    return from === undefined || about === undefined || from === about ? [] : [{ from, about, kind }]
  })
  const recordsOf = (documentId: string) => {
    const own = records.get(documentId)
    if (own === undefined || own.length === 0) throw new Error(`${documentId} has no records`)
    return own
  }
  return {
    records,
    documentOf,
    featuresOf: (documentId) => {
      const own = recordsOf(documentId)
      const notices = links
        .filter(({ about, kind }) => about === documentId && noticeKinds.has(kind))
        .map(({ kind }) => ({ kind }) as KnownNotice)
      return documentFeatures(own, bestOf(own), editorialState(own, notices))
    },
    linkedOf: (documentId) => {
      const own = [
        ...links.filter(({ about }) => about === documentId).map(({ from, kind }) => ({ documentId: from, kind: `${kind} by` })),
        ...links.filter(({ from }) => from === documentId).map(({ about, kind }) => ({ documentId: about, kind: `${kind} of` })),
      ]
      return [...new Map(own.map((link) => [`${link.documentId} ${link.kind}`, link])).values()]
    },
  }
}

/** The record that the fields of a work come from first. */
function bestOf(records: readonly Record[]): Record {
  const { merged } = mergeFields(records)
  const best = records.find((record) => record.recordId === merged.recordId)
  if (best === undefined) throw new Error('a merged record is none of its records')
  return best
}
