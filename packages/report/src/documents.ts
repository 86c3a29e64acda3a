import type { EditorialState } from '@winnow/contracts/entities/document.ts'
import type { ReadDepth } from '@winnow/contracts/entities/evidence.ts'
import type { Author, EditorialNotice, Identifiers, Record, RecordType } from '@winnow/contracts/entities/record.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import type { DocumentStatus } from '@winnow/domain/document-status.ts'
import type { MergedRecord } from '@winnow/domain/linkage/merge-fields.ts'
import { liveDocuments } from '@winnow/domain/live-documents.ts'
import { type DocumentState, type RunState, resolveDocument } from '@winnow/domain/state.ts'
import { type DocumentOutcome, documentOutcomes, scoresOf } from './document-outcome.ts'
import { mergedDocument } from './document-record.ts'
import { splitRecordKey } from './record-key.ts'
import type { RunMaterial } from './run-material.ts'

/**
 * One line of documents.jsonl (issue 2): where a document came from and how far it came, and its merged record, so that
 * the file is a library in itself. Fields without a value are null where the issue names them, absent otherwise.
 */
export interface DocumentRow {
  readonly documentId: string
  /** The input's own ids. */
  readonly recordIds: readonly string[]
  readonly ids: Identifiers
  /** Further identifiers of its records, such as "doi:10.5555/x" of a preprint. */
  readonly otherIds?: readonly string[]
  readonly title: string
  readonly authors: readonly Author[]
  readonly year: number | null
  readonly venue: string | null
  readonly abstract: string | null
  readonly type: RecordType
  readonly volume?: string
  readonly issue?: string
  readonly pages?: string
  readonly publisher?: string
  readonly language?: string
  readonly keywords?: readonly string[]
  readonly url?: string
  readonly cited_by_count?: number
  readonly refs?: readonly string[]
  readonly notices?: readonly EditorialNotice[]
  readonly retracted?: boolean
  readonly sources: readonly string[]
  readonly scores: { readonly [subquestionId: string]: number }
  readonly status: DocumentStatus
  readonly decision: DocumentOutcome['decision']
  readonly reason: string | null
  /** Its number among the report's references. */
  readonly citation: number | null
  readonly editorial: EditorialState
  readonly read: ReadDepth | null
  /** Steps from a search: 0 found by one, 1 a reference of such a document … */
  readonly depth: number
  /** The first operation that found it; `from` is the seed whose references were followed. null after a user's split. */
  readonly foundBy: FoundBy | null
  readonly operationIds: readonly string[]
  readonly mergedBy: readonly { readonly tier: string; readonly signals: readonly string[] }[]
}

export interface FoundBy {
  readonly intentId: string | null
  readonly operationId: string
  readonly from?: string
}

/** The rows of documents.jsonl, by document number. */
export function documentRows(material: RunMaterial): readonly DocumentRow[] {
  const outcomes = documentOutcomes(material)
  return liveDocuments(material.state).map((document) => {
    const outcome = outcomes.get(document.documentId)
    if (outcome === undefined) throw new Error(`no outcome for ${document.documentId}`)
    return documentRow(material, document, outcome)
  })
}

function documentRow(material: RunMaterial, document: DocumentState, outcome: DocumentOutcome): DocumentRow {
  const { state } = material
  const { merged: record, allIds } = mergedDocument(material, document.documentId)
  return {
    documentId: document.documentId,
    recordIds: document.records.map((key) => splitRecordKey(key).recordId),
    ids: record.ids,
    ...otherIds(allIds),
    title: record.title,
    authors: record.authors,
    year: record.year ?? null,
    venue: record.venue ?? null,
    abstract: record.abstract === undefined ? null : paragraphsApart(record.abstract),
    type: record.type,
    ...furtherFields(state, record),
    sources: [...document.features.sources].sort(),
    scores: scoresOf(document),
    ...outcome,
    editorial: document.editorial,
    read: document.readDepth,
    depth: document.depth,
    foundBy: foundBy(state, document),
    operationIds: document.foundBy,
    mergedBy: document.merges.map(({ tier, signals }) => ({ tier, signals })),
  }
}

function otherIds(allIds: MergedRecord['allIds']): Pick<DocumentRow, 'otherIds'> {
  const others = Object.entries(allIds).flatMap(([scheme, values]) => values.slice(1).map((value) => `${scheme}:${value}`))
  return others.length === 0 ? {} : { otherIds: others }
}

/** A line feed ends a paragraph of a record's text; readers take a single one for a wrapped line, so here it is two. */
function paragraphsApart(text: string): string {
  return text.replace(/\n+/g, '\n\n')
}

type FurtherFields = Pick<
  DocumentRow,
  'volume' | 'issue' | 'pages' | 'publisher' | 'language' | 'keywords' | 'url' | 'cited_by_count' | 'refs' | 'notices' | 'retracted'
>

function furtherFields(state: RunState, record: Record): FurtherFields {
  const { volume, issue, pages, publisher, language, keywords, url, notices, retracted } = record
  return {
    ...(volume === undefined ? {} : { volume }),
    ...(issue === undefined ? {} : { issue }),
    ...(pages === undefined ? {} : { pages }),
    ...(publisher === undefined ? {} : { publisher }),
    ...(language === undefined ? {} : { language }),
    ...(keywords === undefined ? {} : { keywords }),
    ...(url === undefined ? {} : { url }),
    ...(record.citedByCount === undefined ? {} : { cited_by_count: record.citedByCount }),
    ...(record.references === undefined ? {} : { refs: record.references.map((reference) => referenceToRow(state, reference)) }),
    ...(notices === undefined ? {} : { notices }),
    ...(retracted === undefined ? {} : { retracted }),
  }
}

/**
 * A reference to an entry of the library by its key, as it must read in a library of documents: a document of several
 * records goes by its own id there.
 */
function referenceToRow(state: Pick<RunState, 'records' | 'documents' | 'aliases'>, reference: string): string {
  const key = /^id:(.*)$/s.exec(reference)?.[1]
  const holder = key === undefined ? undefined : state.records[`library:${key}`]
  const document = holder === undefined ? undefined : state.documents[resolveDocument(state, holder)]
  return document === undefined || document.records.length === 1 ? reference : `id:${document.documentId}`
}

function foundBy(state: RunState, document: DocumentState): FoundBy | null {
  const [operationId] = [...document.foundBy].sort(compareIds)
  if (operationId === undefined) return null
  const operation = state.operations[operationId]
  const seed = operation?.seed ?? null
  return { intentId: operation?.intentId ?? null, operationId, ...(seed === null ? {} : { from: resolveDocument(state, seed) }) }
}
