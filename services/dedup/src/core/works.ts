import type { DocumentFeatures } from '@winnow/contracts/entities/document.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { DocumentIndex, DocumentLink } from '@winnow/domain/linkage/document-index.ts'
import { editorialState, type KnownNotice } from '@winnow/domain/linkage/editorial-state.ts'
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
  readonly featuresOf: (documentId: string) => DocumentFeatures
  /** Notices about the document's work, and the works it is about. */
  readonly linkedOf: (documentId: string) => readonly { readonly documentId: string; readonly kind: string }[]
}

/** The documents of an index, described; as they are when one of these functions is called. */
export function worksOf(index: Pick<DocumentIndex, 'documents' | 'linksOf'>): Works {
  const recordsOf = (documentId: string) => {
    const own = index.documents.get(documentId)
    if (own === undefined || own.length === 0) throw new Error(`${documentId} has no records`)
    return own
  }
  return {
    records: index.documents,
    featuresOf: (documentId) => {
      const own = recordsOf(documentId)
      const notices = index
        .linksOf(documentId)
        .filter(({ work, kind }) => work === documentId && noticeKinds.has(kind))
        .map(({ kind }) => ({ kind }) as KnownNotice)
      return documentFeatures(own, bestOf(own), editorialState(own, notices))
    },
    linkedOf: (documentId) => {
      const links = index.linksOf(documentId)
      return [
        ...links.filter(({ work }) => work === documentId).map(({ text, kind }) => ({ documentId: text, kind: `${kind} by` })),
        ...links.filter(({ text }) => text === documentId).map(({ work, kind }) => ({ documentId: work, kind: `${kind} of` })),
      ]
    },
  }
}

/** Documents with their records, described. `linked` names texts and works by their records. */
export function describedWorks(documents: ReadonlyMap<string, readonly Record[]>, linked: readonly LinkedRecord[]): Works {
  const documentOf = new Map([...documents].flatMap(([documentId, own]) => own.map((record) => [record.recordId, documentId] as const)))
  const links = linked.flatMap(({ text, work, kind }): DocumentLink[] => {
    const [from, about] = [documentOf.get(text.recordId), documentOf.get(work.recordId)]
    return from === undefined || about === undefined || from === about ? [] : [{ text: from, work: about, kind }]
  })
  const distinct = [...new Map(links.map((link) => [`${link.text} ${link.work} ${link.kind}`, link])).values()]
  return worksOf({
    documents,
    linksOf: (documentId) => distinct.filter(({ text, work }) => text === documentId || work === documentId),
  })
}

/** The record that the fields of a work come from first. */
function bestOf(records: readonly Record[]): Record {
  const { merged } = mergeFields(records)
  const best = records.find((record) => record.recordId === merged.recordId)
  if (best === undefined) throw new Error('a merged record is none of its records')
  return best
}
