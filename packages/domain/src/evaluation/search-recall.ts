import { compareIds } from '@winnow/contracts/ids.ts'
import { holderOf } from '../evidence-owner.ts'
import { foundRecords } from '../operation-records.ts'
import { isRelevant } from '../relevance.ts'
import type { OperationState } from '../search-state.ts'
import type { DocumentState, RunState } from '../state.ts'
import { type GoldFound, type GoldWork, goldFound } from './gold-found.ts'

export interface OperationRecall {
  readonly operationId: string
  readonly intentId: string | null
  readonly source: string
  readonly query: string
  readonly outcome: OperationState['outcome']
  /** Canonical documents among what it found. */
  readonly documents: number
  /** Null without labels. */
  readonly gold: GoldFound | null
}

export interface IntentRecall {
  readonly intentId: string
  readonly subquestionId: string
  readonly text: string
  readonly operations: readonly string[]
  readonly documents: number
  /** Documents that screening found relevant to the intent's subquestion. */
  readonly relevant: number
  readonly gold: GoldFound | null
}

export interface SearchRecall {
  readonly intents: readonly IntentRecall[]
  /** Searches, and lookups of works that the user named; snowballing has a stage of its own. */
  readonly operations: readonly OperationRecall[]
  readonly total: {
    readonly documents: number
    readonly gold: { readonly works: number; readonly found: number; readonly recall: number | null } | null
  }
}

/**
 * What the searches of a run found of the gold, for each operation and each intent in the order of their ids (spec §14). `gold`
 * null: there are no labels. An intent found what its operations found, before record linkage: a gold work counts by its
 * records.
 */
export function searchRecall(state: RunState, gold: readonly GoldWork[] | null): SearchRecall {
  const operations = Object.values(state.operations)
    .filter(({ kind }) => kind !== 'references')
    .sort((a, b) => compareIds(a.operationId, b.operationId))
  const intents = Object.values(state.intents).sort((a, b) => compareIds(a.intentId, b.intentId))
  const ofIntent = (intentId: string) => operations.filter((operation) => operation.intentId === intentId)
  const recalls = (sets: readonly (readonly OperationState[])[]) =>
    gold === null
      ? null
      : goldFound(
          sets.map((set) => ({ id: '', keys: keysOf(set) })),
          gold,
        )
  const byOperation = recalls(operations.map((operation) => [operation]))
  const byIntent = recalls(intents.map(({ intentId }) => ofIntent(intentId)))
  const all = recalls([operations])?.[0]
  return {
    intents: intents.map(({ intentId, subquestionId, text }, index) => {
      const documents = documentsOf(state, ofIntent(intentId))
      return {
        intentId,
        subquestionId,
        text,
        operations: ofIntent(intentId).map(({ operationId }) => operationId),
        documents: documents.length,
        relevant: documents.filter((document) => isRelevant(state, document, subquestionId)).length,
        gold: byIntent?.[index] ?? null,
      }
    }),
    operations: operations.map((operation, index) => {
      const { operationId, intentId, source, query, outcome } = operation
      const documents = documentsOf(state, [operation]).length
      return { operationId, intentId, source, query, outcome, documents, gold: byOperation?.[index] ?? null }
    }),
    total: {
      documents: documentsOf(state, operations).length,
      gold: gold === null ? null : { works: gold.length, found: all?.found ?? 0, recall: all?.recall ?? null },
    },
  }
}

/** The keys of the records that operations found. */
export function keysOf(operations: readonly Pick<OperationState, 'found'>[]): ReadonlySet<string> {
  return new Set(operations.flatMap((operation) => foundRecords(operation).map(({ key }) => key)))
}

/** The canonical documents among what operations found. */
export function documentsOf(
  state: Pick<RunState, 'records' | 'documents' | 'aliases'>,
  operations: readonly Pick<OperationState, 'found'>[],
): readonly DocumentState[] {
  return [...new Set([...keysOf(operations)].flatMap((key) => holderOf(state, key) ?? []))]
}
