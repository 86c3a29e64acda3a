import { usableEvidence } from './evidence-owner.ts'
import { liveDocuments } from './live-documents.ts'
import { foundRecords } from './operation-records.ts'
import { isRelevant } from './relevance.ts'
import { type DocumentState, type RunState, resolveDocument } from './state.ts'

/**
 * The flow of a review in the manner of PRISMA 2020 (spec §12), all of it counted from the state. Every record and every
 * document is in exactly one box:
 * identified = setAside + duplicates + documents;
 * documents = excludedByUser + retracted + notices + notScreened + screened;
 * screened = excludedByScreening.total + relevant;
 * relevant = notRead + reading + readingFailed + read; read = withoutEvidence + included.
 */
export interface PrismaFlow {
  /** Distinct records. One that a search found does not count for snowballing too. */
  readonly identified: { readonly total: number; readonly bySource: readonly SourceCount[] }
  /** Records never taken into the corpus: over the limit of a snowball round, or found when the run ended. */
  readonly setAside: number
  /** Records beyond the first of their document. */
  readonly duplicates: number
  readonly documents: number
  readonly excludedByUser: number
  readonly retracted: number
  /** Notices about another work: of retraction, correction and the like. */
  readonly notices: number
  readonly notScreened: number
  readonly screened: number
  readonly excludedByScreening: { readonly total: number; readonly reasons: readonly ExclusionCount[] }
  readonly relevant: number
  /** Relevant, but the reading budget did not reach them. */
  readonly notRead: number
  /** Their reading had not ended. */
  readonly reading: number
  readonly readingFailed: number
  readonly read: number
  readonly withoutEvidence: number
  /** Contributed evidence that counts. */
  readonly included: number
  /** Distinct documents cited by the report. */
  readonly cited: number
}

/** How many documents were excluded for a reason, or by a criterion of the review. */
export interface ExclusionCount {
  readonly reason: string
  /** The criterion as the prompt numbers it ("E2"); absent where screeners named none. */
  readonly criterion?: string
  readonly count: number
}

export interface SourceCount {
  readonly source: string
  readonly searches: number
  readonly snowballing: number
}

/** The box of a document (PRISMA 2020). */
export type DocumentFate =
  | 'excluded by user'
  | 'retracted'
  | 'notice'
  | 'not screened'
  | 'excluded by screening'
  | 'not read'
  | 'reading'
  | 'reading failed'
  | 'without evidence'
  | 'included'

/** The reason shown for an exclusion to which the screener gave none. */
export const noReasonGiven = 'no reason given'

/** Counts the flow of a run. Documents are the live ones; sources stand in the order of their names. */
export function prismaFlow(state: RunState): PrismaFlow {
  const identified = identifiedRecords(state)
  const documents = liveDocuments(state)
  const fates = documentFates(state)
  const count = (...wanted: readonly DocumentFate[]) => [...fates.values()].filter((fate) => wanted.includes(fate)).length
  const taken = [...identified.keys()].filter((key) => state.records[key] !== undefined).length
  const excluded = documents.filter(({ documentId }) => fates.get(documentId) === 'excluded by screening')
  const relevant = count('not read', 'reading', 'reading failed', 'without evidence', 'included')
  return {
    identified: { total: identified.size, bySource: bySource(identified) },
    setAside: identified.size - taken,
    duplicates: taken - documents.length,
    documents: documents.length,
    excludedByUser: count('excluded by user'),
    retracted: count('retracted'),
    notices: count('notice'),
    notScreened: count('not screened'),
    screened: excluded.length + relevant,
    excludedByScreening: { total: excluded.length, reasons: reasonsOf(excluded) },
    relevant,
    notRead: count('not read'),
    reading: count('reading'),
    readingFailed: count('reading failed'),
    read: count('without evidence', 'included'),
    withoutEvidence: count('without evidence'),
    included: count('included'),
    cited: citedDocuments(state).length,
  }
}

/**
 * Where each live document ended, by document id. A user's exclusion goes before what the work is (retracted, notice), that
 * before screening. What contributed evidence was read, whatever its scores are since (a split takes them away).
 */
export function documentFates(state: RunState): ReadonlyMap<string, DocumentFate> {
  const contributing = new Set(usableEvidence(state).map((item) => item.documentId))
  return new Map(
    liveDocuments(state).map((document) => [document.documentId, documentFate(state, document, contributing.has(document.documentId))]),
  )
}

/** The live documents that the report or the answer cites, each once, in its order. */
export function citedDocuments(state: Pick<RunState, 'report' | 'documents' | 'aliases' | 'answering'>): readonly string[] {
  const citations = state.report?.citations ?? state.answering?.answer?.citations ?? []
  const resolved = citations.map((documentId) => resolveDocument(state, documentId))
  return [...new Set(resolved)].filter((documentId) => state.documents[documentId] !== undefined)
}

/** Where one document ended, as `documentFates` has it; `contributes`: some of the usable evidence is this document's. */
export function documentFate(state: RunState, document: DocumentState, contributes: boolean): DocumentFate {
  if (document.override === 'exclude') return 'excluded by user'
  if (document.editorial === 'retracted') return 'retracted'
  if (document.editorial === 'notice') return 'notice'
  if (contributes) return 'included'
  const outcomes = Object.values(document.readFor)
  if (outcomes.includes('read')) return 'without evidence'
  if (outcomes.includes('allocated')) return 'reading'
  if (outcomes.includes('failed')) return 'reading failed'
  if (document.override === 'include') return 'not read'
  if (Object.keys(document.scores).length === 0) return 'not screened'
  return Object.keys(document.scores).some((subquestionId) => isRelevant(state, document, subquestionId))
    ? 'not read'
    : 'excluded by screening'
}

/** Every distinct record that was found or taken in, by key: its source, and whether only snowballing found it. */
function identifiedRecords(state: RunState): ReadonlyMap<string, { readonly source: string; readonly snowballed: boolean }> {
  const records = new Map<string, { readonly source: string; readonly snowballed: boolean }>()
  for (const operation of Object.values(state.operations)) {
    for (const { key } of foundRecords(operation)) {
      const snowballed = operation.kind === 'references' && (records.get(key)?.snowballed ?? true)
      records.set(key, { source: sourceOf(key), snowballed })
    }
  }
  for (const key of Object.keys(state.records)) if (!records.has(key)) records.set(key, { source: sourceOf(key), snowballed: false })
  return records
}

function bySource(records: ReturnType<typeof identifiedRecords>): readonly SourceCount[] {
  return [...Map.groupBy(records.values(), ({ source }) => source).entries()]
    .map(([source, found]) => {
      const snowballing = found.filter(({ snowballed }) => snowballed).length
      return { source, searches: found.length - snowballing, snowballing }
    })
    .sort((a, b) => (a.source < b.source ? -1 : 1))
}

/**
 * Reasons with their counts, the most frequent first, then by text. Exclusions by one criterion are one reason, whatever else
 * screeners said; reasons that differ in case, white space or a full stop alone are one, named as the smallest of them is.
 */
function reasonsOf(excluded: readonly DocumentState[]): readonly ExclusionCount[] {
  const told = excluded.map(({ exclusionReason, exclusionCriterion }) => {
    const reason = (exclusionReason ?? noReasonGiven).trim().replace(/\s+/g, ' ').replace(/[.]$/, '')
    return { reason, criterion: exclusionCriterion, key: exclusionCriterion ?? reason.toLowerCase() }
  })
  return [...Map.groupBy(told, ({ key }) => key).values()]
    .map((group): ExclusionCount => {
      const criterion = group[0]?.criterion
      const [reason = ''] = group.map((one) => one.reason).sort()
      return { reason, ...(criterion === undefined ? {} : { criterion }), count: group.length }
    })
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
}

function sourceOf(key: string): string {
  return key.slice(0, key.indexOf(':'))
}
