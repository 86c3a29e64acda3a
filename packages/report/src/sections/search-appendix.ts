import { compareIds, numberOf } from '@winnow/contracts/ids.ts'
import { foundRecords } from '@winnow/domain/operation-records.ts'
import type { OperationState } from '@winnow/domain/search-state.ts'
import { type RunState, resolveDocument } from '@winnow/domain/state.ts'
import { intentYields, snowballYields } from '@winnow/domain/yields.ts'
import { escapeMarkdown, section, table } from '../markdown-text.ts'
import { decimal } from '../numbers.ts'
import { duration } from './head.ts'

/** Every search and what came of it: intents with their yields, all operations, snowball rounds with theirs (spec §8, §12). */
export function searchAppendix(state: RunState, durationMs: number): readonly string[] {
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
        ['Operation', 'Source', 'For', 'Query', 'Outcome', 'Asked', 'Returned', 'Total', 'Remarks'],
        Object.values(state.operations)
          .sort((a, b) => numberOf(a.operationId) - numberOf(b.operationId))
          .map((operation) => [
            operation.operationId,
            escapeMarkdown(operation.source),
            operation.intentId ?? (operation.kind === 'seed' ? 'a work you named' : 'snowballing'),
            escapeMarkdown(operationQuery(state, operation)),
            operation.outcome,
            operation.asked,
            foundRecords(operation).length,
            operation.total ?? 'not told',
            escapeMarkdown(remarks(operation).join('; ')),
          ]),
      ) || 'Nothing was searched.',
      times(state, durationMs),
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

/** Why it failed or is not whole, and what was turned down on the way. */
export function remarks(operation: OperationState): readonly string[] {
  const rejected = Object.entries(operation.rejected ?? {}).map(
    ([asked, { foundTitle, reason }]) => `not used: ${asked} led to “${foundTitle}” (${reason})`,
  )
  return [...[operation.reason, operation.note].filter((text) => typeof text === 'string'), ...rejected]
}

/**
 * How long the run took and when each operation was answered: the third of the lines that tell the run (spec §12), so that
 * the rest of a report stays comparable (docs/decisions/013).
 */
function times({ operations, clock }: RunState, durationMs: number): string {
  const told = Object.keys(operations)
    .sort(compareIds)
    .flatMap((id) => {
      const at = clock.answeredAt[id]
      return at === undefined ? [] : [`${id} ${at.slice(0, 19).replace('T', ' ')}`]
    })
  const answered = told.length === 0 ? '' : `; operations answered (UTC): ${told.join(', ')}`
  return `Duration: ${duration(durationMs)}${answered}`
}

/** What an operation asked, in words: its query, or whose references it followed. */
export function operationQuery(state: Pick<RunState, 'aliases'>, operation: OperationState): string {
  if (operation.seed === null) return operation.query
  const seed = resolveDocument(state, operation.seed)
  return operation.direction === 'forward' ? `works that cite ${seed}` : `works that ${seed} cites`
}
