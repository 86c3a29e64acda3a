import { compareIds, numberOf } from '@winnow/contracts/ids.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { mergedPair } from '../pair-score.ts'
import { recordKey, resolveDocument } from '../state.ts'
import { type StateDraft, settle } from './settle.ts'

/** Folding of record linkage: documents appear, grow, join and part again. */

type DocumentDraft = StateDraft['documents'][string]
type Features = DocumentDraft['features']

export function documentsRegistered(draft: StateDraft, data: EventData<'DocumentsRegistered'>): void {
  if (!settle(draft, data.workId, data.part, data.parts)) return
  let added = 0
  for (const entry of data.documents) {
    const operations = entry.records.map((record) => record.operationId)
    const keys = entry.records.map(recordKey)
    const document = draft.documents[entry.documentId] ?? blankDocument(entry.documentId, entry.features as Features)
    draft.documents[entry.documentId] = document
    describe(document, entry.features as Features)
    document.foundBy = united(document.foundBy, operations, compareIds)
    document.records = united(document.records, keys)
    for (const decision of entry.decisions) document.merges.push({ ...decision, signals: [...decision.signals] })
    if (entry.linked.length > 0) {
      document.linked = [
        ...document.linked.filter((l) => !entry.linked.some((e) => e.documentId === l.documentId && e.kind === l.kind)),
        ...entry.linked,
      ]
    }
    for (const key of keys) draft.records[key] = entry.documentId
    if (entry.isNew) {
      added += 1
      document.depth = depthOf(draft, operations)
    }
  }
  const round = draft.snowballRounds.at(-1)
  if (draft.step === 'dedup-snowball' && round !== undefined) round.newDocuments += added
}

export function documentsMerged(draft: StateDraft, data: EventData<'DocumentsMerged'>): void {
  if (!settle(draft, data.workId, data.part, data.parts)) return
  const into = draft.documents[resolveDocument(draft, data.into)]
  const from = draft.documents[data.from]
  if (into === undefined || from === undefined || into.documentId === from.documentId) return
  describe(into, data.features as Features)
  into.records = united(into.records, from.records)
  into.foundBy = united(into.foundBy, from.foundBy, compareIds)
  into.depth = Math.min(into.depth, from.depth)
  into.merges.push(...from.merges, { ...data.decision, signals: [...data.decision.signals] })
  into.override ??= from.override
  into.addressedToModel ||= from.addressedToModel
  into.readDepth ??= from.readDepth
  if (into.fullText?.outcome !== 'fetched' && from.fullText !== undefined) into.fullText = from.fullText
  for (const [subquestionId, score] of Object.entries(from.scores)) {
    const known = into.scores[subquestionId]
    into.scores[subquestionId] = known === undefined ? score : mergedPair(known, score)
  }
  for (const [subquestionId, status] of Object.entries(from.readFor))
    if (into.readFor[subquestionId] !== 'read') into.readFor[subquestionId] = status
  for (const key of from.records) draft.records[key] = into.documentId
  draft.aliases[data.from] = into.documentId
  delete draft.documents[data.from]
}

export function documentSplit(draft: StateDraft, data: EventData<'DocumentSplit'>): void {
  if (!settle(draft, data.workId, data.part, data.parts)) return
  const document = draft.documents[data.documentId]
  if (document === undefined) return
  describe(document, data.features as Features)
  const moved = new Set(data.into.flatMap((target) => target.records))
  const stayed = document.records.filter((key) => !moved.has(key))
  document.records = stayed
  // Reading and screening were of the joined document; what left is looked at anew, what stayed keeps its own.
  for (const target of data.into) {
    delete draft.aliases[target.documentId]
    const part = blankDocument(target.documentId, target.features as Features)
    part.records = [...target.records].sort()
    part.depth = document.depth
    part.foundBy = foundBy(draft, target.records)
    part.nextEvidence = 1 + lastEvidence(draft, target.documentId)
    // A full text goes with the record whose copy it is.
    const copied = document.fullText?.copy?.recordKey
    if (document.fullText !== undefined && copied !== undefined && target.records.includes(copied)) part.fullText = document.fullText
    draft.documents[target.documentId] = part
    for (const key of target.records) {
      draft.records[key] = target.documentId
      for (const other of stayed) draft.apart.push([key, other].sort() as [string, string])
    }
  }
  document.foundBy = foundBy(draft, stayed)
  if (document.fullText?.copy?.recordKey !== undefined && moved.has(document.fullText.copy.recordKey)) delete document.fullText
}

function blankDocument(documentId: string, features: Features): DocumentDraft {
  return {
    documentId,
    features,
    editorial: features.editorial,
    records: [],
    foundBy: [],
    depth: 0,
    scores: {},
    exclusionReason: null,
    readFor: {},
    readDepth: null,
    nextEvidence: 1,
    override: null,
    merges: [],
    linked: [],
    addressedToModel: false,
  }
}

function describe(document: DocumentDraft, features: Features): void {
  document.features = features
  document.editorial = features.editorial
}

/** 0 when a search found it, otherwise one more than the nearest seed that led to it. */
function depthOf(draft: StateDraft, operationIds: readonly string[]): number {
  const depths = operationIds.map((id) => {
    const seed = draft.operations[id]?.seed
    if (seed === null || seed === undefined) return 0
    return 1 + (draft.documents[resolveDocument(draft, seed)]?.depth ?? 0)
  })
  return depths.length === 0 ? 0 : Math.min(...depths)
}

function foundBy(draft: StateDraft, keys: readonly string[]): string[] {
  const wanted = new Set(keys)
  const operations = Object.values(draft.operations).filter((o) =>
    Object.values(o.found).some((part) => part.some((found) => wanted.has(found.key))),
  )
  return united(
    [],
    operations.map((operation) => operation.operationId),
    compareIds,
  )
}

function lastEvidence(draft: StateDraft, documentId: string): number {
  const numbers = Object.keys(draft.evidence)
    .filter((id) => id.startsWith(`${documentId}.`))
    .map(numberOf)
  return Math.max(0, ...numbers)
}

/** All of both lists, each once, in order (by UTF-16 code units unless told otherwise). Most documents are found once. */
function united(known: readonly string[], more: readonly string[], compare?: (a: string, b: string) => number): string[] {
  if (known.length === 0 && more.length === 1) return [...more]
  return [...new Set([...known, ...more])].sort(compare)
}
