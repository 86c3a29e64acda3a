import { usableEvidence } from '../../evidence-owner.ts'
import { liveDocuments } from '../../live-documents.ts'
import { relevantPairs } from '../../relevance.ts'
import { type RunState, resolveDocument } from '../../state.ts'
import type { GoldWork } from '../gold-found.ts'
import type { Remaining } from './remaining.ts'

/** What a run, or what remains of one, comes to: documents by id, and items of evidence. */
export interface RunChain {
  readonly operations: ReadonlySet<string>
  readonly documents: ReadonlySet<string>
  /** Relevant to a subquestion by screening. */
  readonly included: ReadonlySet<string>
  readonly read: ReadonlySet<string>
  readonly evidence: ReadonlySet<string>
  readonly evidenceDocuments: ReadonlySet<string>
  /** Works that the report cites and that there still is evidence of. */
  readonly cited: ReadonlySet<string>
  /** Keys of the records of the documents, by document. */
  readonly records: ReadonlyMap<string, readonly string[]>
}

/** Figures of a chain; those of the gold are null without labels. */
export interface ChainFigures {
  readonly operations: number
  readonly documents: number
  readonly included: number
  readonly read: number
  readonly evidence: number
  readonly evidenceDocuments: number
  readonly cited: number
  readonly gold: {
    readonly works: number
    readonly found: number
    readonly included: number
    readonly withEvidence: number
    readonly cited: number
    /** found / works, and included / works; null without a work that is labelled relevant. */
    readonly recallFound: number | null
    readonly recallIncluded: number | null
  } | null
}

/** Follows what remains through the run: documents found by the remaining operations, and what became of them. */
export function runChain(remaining: Remaining, final: RunState): RunChain {
  const { state, operations } = remaining
  const kept = liveDocuments(state).filter(({ foundBy }) => foundBy.some((id) => operations.has(id)))
  const documents = new Set(kept.map(({ documentId }) => documentId))
  const within = (ids: readonly string[]) => new Set(ids.filter((id) => documents.has(id)))
  const items = usableEvidence(state).filter(
    ({ evidenceId, documentId }) => documents.has(documentId) && remaining.evidence.has(evidenceId),
  )
  const evidence = new Set(items.map(({ evidenceId }) => evidenceId))
  // Citations and their evidence are those of the run's end, where documents may have become one.
  const backed = new Set(usableEvidence(final).flatMap((item) => (evidence.has(item.evidenceId) ? [item.documentId] : [])))
  const cited = new Set((final.report?.citations ?? []).map((id) => resolveDocument(final, id)))
  return {
    operations,
    documents,
    included: within(relevantPairs(state).map(({ documentId }) => documentId)),
    read: within(kept.filter(({ readFor }) => Object.values(readFor).includes('read')).map(({ documentId }) => documentId)),
    evidence,
    evidenceDocuments: new Set(items.map(({ documentId }) => documentId)),
    cited: cited.intersection(backed),
    records: new Map(kept.map(({ documentId, records }) => [documentId, records])),
  }
}

/** The sizes of a chain, and how much of the gold is at each step. `final` has the records of the cited documents. */
export function chainFigures(chain: RunChain, final: RunState, gold: readonly GoldWork[] | null): ChainFigures {
  return {
    operations: chain.operations.size,
    documents: chain.documents.size,
    included: chain.included.size,
    read: chain.read.size,
    evidence: chain.evidence.size,
    evidenceDocuments: chain.evidenceDocuments.size,
    cited: chain.cited.size,
    gold: gold === null ? null : goldFigures(chain, final, gold),
  }
}

function goldFigures(chain: RunChain, final: RunState, gold: readonly GoldWork[]): NonNullable<ChainFigures['gold']> {
  const among = (documents: ReadonlySet<string>, recordsOf: (documentId: string) => readonly string[]) => {
    const keys = new Set([...documents].flatMap(recordsOf))
    return gold.filter(({ records }) => records.some((key) => keys.has(key))).length
  }
  const own = (documentId: string) => chain.records.get(documentId) ?? []
  const found = among(chain.documents, own)
  const included = among(chain.included, own)
  const share = (count: number) => (gold.length === 0 ? null : count / gold.length)
  return {
    works: gold.length,
    found,
    included,
    withEvidence: among(chain.evidenceDocuments, own),
    cited: among(chain.cited, (documentId) => final.documents[documentId]?.records ?? []),
    recallFound: share(found),
    recallIncluded: share(included),
  }
}
