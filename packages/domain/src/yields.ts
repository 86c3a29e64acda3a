import { compareIds } from '@winnow/contracts/ids.ts'
import { holderOf } from './evidence-owner.ts'
import { isRelevant } from './relevance.ts'
import { rho } from './snowball.ts'
import type { DocumentState, RunState, SnowballRound } from './state.ts'

/** What an intent brought (spec §1): documents its queries found, and how many of them are relevant to its subquestion. */
export interface IntentYield {
  readonly intentId: string
  readonly subquestionId: string
  /** The intent that this one rewords; its yield stays apart. */
  readonly rewordOf: string | null
  readonly found: number
  readonly relevant: number
}

export interface SnowballYield extends SnowballRound {
  readonly rho: number
}

/** The yield of every intent, by intent id. A canonical document counts once for an intent, however many queries found it. */
export function intentYields(
  state: Pick<RunState, 'intents' | 'operations' | 'records' | 'documents' | 'aliases' | 'subquestions'>,
): readonly IntentYield[] {
  const found = new Map<string, Set<DocumentState>>()
  for (const operation of Object.values(state.operations)) {
    if (operation.intentId === null) continue
    const documents = found.get(operation.intentId) ?? new Set<DocumentState>()
    found.set(operation.intentId, documents)
    for (const part of Object.values(operation.found)) {
      for (const { key } of part) {
        const document = holderOf(state, key)
        if (document !== null) documents.add(document)
      }
    }
  }
  return Object.values(state.intents)
    .sort((a, b) => compareIds(a.intentId, b.intentId))
    .map(({ intentId, subquestionId, rewordOf }) => {
      const documents = [...(found.get(intentId) ?? [])]
      const relevant = documents.filter((document) => isRelevant(state, document, subquestionId)).length
      return { intentId, subquestionId, rewordOf, found: documents.length, relevant }
    })
}

/** Every snowball round with its ρ, by iteration and round. */
export function snowballYields(state: Pick<RunState, 'snowballRounds'>): readonly SnowballYield[] {
  return state.snowballRounds.map((round) => ({ ...round, rho: rho(round) })).sort((a, b) => a.iteration - b.iteration || a.round - b.round)
}
