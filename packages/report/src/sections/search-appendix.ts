import { compareIds, numberOf } from '@winnow/contracts/ids.ts'
import { foundRecords } from '@winnow/domain/operation-records.ts'
import { type RunState, resolveDocument } from '@winnow/domain/state.ts'
import type { OperationState } from '@winnow/domain/search-state.ts'
import { intentYields, snowballYields } from '@winnow/domain/yields.ts'
import { escapeMarkdown, section, table } from '../markdown-text.ts'
import { decimal } from '../numbers.ts'

/** Every search and what came of it: intents with their yields, all operations, snowball rounds with theirs (spec §8, §12). */
export function searchAppendix(state: RunState): readonly string[] {
  return [
    section(2, 'Search appendix', [
      table(
        ['Intent', 'What was sought', 'Status', 'Documents found', 'Relevant'],
        intentYields(state).map((row) => {
          const intent = state.intents[row.intentId]
          const status =
            intent?.closedReason === null || intent === undefined
              ? (intent?.status ?? '')
              : `closed: ${escapeMarkdown(intent.closedReason)}`
          const instead = row.rewordOf === null ? '' : ` (in place of ${row.rewordOf})`
          return [row.intentId, `${escapeMarkdown(intent?.text ?? '')}${instead}`, status, row.found, row.relevant]
        }),
      ) || 'No search intent was written.',
      table(
        ['Operation', 'Source', 'For', 'Query', 'Outcome', 'Asked', 'Returned', 'Total', 'Reason'],
        Object.values(state.operations)
          .sort((a, b) => numberOf(a.operationId) - numberOf(b.operationId))
          .map((operation) => [
            operation.operationId,
            escapeMarkdown(operation.source),
            operation.intentId ?? 'snowballing',
            escapeMarkdown(operationQuery(state, operation)),
            operation.outcome,
            operation.asked,
            foundRecords(operation).length,
            operation.total ?? 'not told',
            escapeMarkdown(operation.reason ?? ''),
          ]),
      ) || 'Nothing was searched.',
    ]),
    section(2, 'Snowballing', [
      table(
        ['Iteration', 'Round', 'Seeds', 'References returned', 'New documents', 'Yield ρ'],
        snowballYields(state).map((round) => [
          round.iteration,
          round.round,
          [...new Set(round.seeds.map((seed) => resolveDocument(state, seed)))].sort(compareIds).join(' '),
          round.returned,
          round.newDocuments,
          decimal(round.rho),
        ]),
      ),
    ]),
  ]
}

/** What an operation asked, in words: its query, or whose references it followed. */
export function operationQuery(state: Pick<RunState, 'aliases'>, operation: OperationState): string {
  if (operation.seed === null) return operation.query
  const seed = resolveDocument(state, operation.seed)
  return operation.direction === 'forward' ? `works that cite ${seed}` : `works that ${seed} cites`
}
