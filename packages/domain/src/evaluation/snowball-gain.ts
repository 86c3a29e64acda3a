import { compareIds } from '@winnow/contracts/ids.ts'
import { usableEvidence } from '../evidence-owner.ts'
import { liveDocuments } from '../live-documents.ts'
import { relevantPairs } from '../relevance.ts'
import type { OperationState } from '../search-state.ts'
import { type DocumentState, type RunState, resolveDocument } from '../state.ts'
import { snowballYields } from '../yields.ts'
import { type GoldWork, goldFound } from './gold-found.ts'
import { keysOf } from './search-recall.ts'

/** What became of documents that snowballing alone brought. */
export interface BroughtDocuments {
  readonly documents: number
  readonly relevant: number
  /** relevant / documents by screening; null without a document. */
  readonly precision: number | null
  readonly read: number
  readonly withEvidence: number
  readonly cited: number
  /** Labelled works among them; null without labels. */
  readonly gold: number | null
}

export interface RoundGain extends BroughtDocuments {
  readonly iteration: number
  readonly round: number
  readonly seeds: readonly string[]
  readonly operations: number
  readonly returned: number
  /** New canonical documents per reference returned (spec §8), as the run counted them. */
  readonly rho: number
  /** Gold works that the references named and no search, lookup or earlier round had found, also those that the round's cut left out. */
  readonly goldAdded: number | null
}

export interface SnowballGain {
  readonly rounds: readonly RoundGain[]
  readonly directions: readonly ({ readonly direction: 'backward' | 'forward'; readonly operations: number } & BroughtDocuments)[]
  readonly beyondSearch: BroughtDocuments
  readonly gold: {
    readonly works: number
    readonly foundBySearch: number
    readonly foundWithSnowballing: number
    readonly recallBySearch: number | null
    readonly recallWithSnowballing: number | null
  } | null
}

/**
 * What snowballing brought beyond search, by round and in all (spec §14). A document is brought by snowballing when no search
 * and no lookup of a named work found any of its records; it counts for the first round that found it.
 */
export function snowballGain(state: RunState, gold: readonly GoldWork[] | null): SnowballGain {
  const operations = Object.values(state.operations).sort(
    (a, b) => a.iteration - b.iteration || a.round - b.round || compareIds(a.operationId, b.operationId),
  )
  const searches = operations.filter(({ kind }) => kind !== 'references')
  const references = operations.filter(({ kind }) => kind === 'references')
  const brought = liveDocuments(state).filter(({ foundBy }) => foundBy.length > 0 && !foundBy.some((id) => isSearch(state, id)))
  const firstOf = (document: DocumentState) => references.find(({ operationId }) => document.foundBy.includes(operationId))
  const count = counter(state, gold)
  const yields = snowballYields(state)
  const inRound = (operation: OperationState | undefined, one: { readonly iteration: number; readonly round: number }) =>
    operation?.iteration === one.iteration && operation.round === one.round
  const rounds = yields.map((one) => references.filter((operation) => inRound(operation, one)))
  const goldOf =
    gold === null
      ? null
      : goldFound(
          [searches, ...rounds].map((set) => ({ id: '', keys: keysOf(set) })),
          gold,
        )
  return {
    rounds: yields.map((one, index) => ({
      iteration: one.iteration,
      round: one.round,
      seeds: [...new Set(one.seeds.map((seed) => resolveDocument(state, seed)))].sort(compareIds),
      operations: rounds[index]?.length ?? 0,
      returned: one.returned,
      rho: one.rho,
      goldAdded: goldOf?.[index + 1]?.added ?? null,
      ...count(brought.filter((document) => inRound(firstOf(document), one))),
    })),
    directions: (['backward', 'forward'] as const).map((direction) => ({
      direction,
      operations: references.filter((operation) => operation.direction === direction).length,
      ...count(brought.filter((document) => firstOf(document)?.direction === direction)),
    })),
    beyondSearch: count(brought),
    gold: gold === null ? null : goldTotals(gold, goldOf ?? []),
  }
}

function goldTotals(gold: readonly GoldWork[], found: ReturnType<typeof goldFound>): NonNullable<SnowballGain['gold']> {
  return {
    works: gold.length,
    foundBySearch: found[0]?.found ?? 0,
    foundWithSnowballing: found.reduce((sum, { added }) => sum + added, 0),
    recallBySearch: found[0]?.recall ?? null,
    recallWithSnowballing: found.at(-1)?.cumulativeRecall ?? null,
  }
}

function isSearch(state: RunState, operationId: string): boolean {
  return state.operations[operationId]?.kind !== 'references'
}

function counter(state: RunState, gold: readonly GoldWork[] | null): (documents: readonly DocumentState[]) => BroughtDocuments {
  const relevant = new Set(relevantPairs(state).map(({ documentId }) => documentId))
  const evidence = new Set(usableEvidence(state).map(({ documentId }) => documentId))
  const cited = new Set((state.report?.citations ?? []).map((id) => resolveDocument(state, id)))
  return (documents) => {
    const within = (ids: ReadonlySet<string>) => documents.filter(({ documentId }) => ids.has(documentId)).length
    const keys = new Set(documents.flatMap(({ records }) => records))
    return {
      documents: documents.length,
      relevant: within(relevant),
      precision: documents.length === 0 ? null : within(relevant) / documents.length,
      read: documents.filter(({ readFor }) => Object.values(readFor).includes('read')).length,
      withEvidence: within(evidence),
      cited: within(cited),
      gold: gold === null ? null : gold.filter(({ records }) => records.some((key) => keys.has(key))).length,
    }
  }
}
