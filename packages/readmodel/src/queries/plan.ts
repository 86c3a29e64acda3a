import { compareIds } from '@winnow/contracts/ids.ts'
import type { ReadModelDatabase } from '../database.ts'
import type { IntentRow, SubquestionRow } from '../tables.ts'

export interface PlannedIntent {
  readonly intentId: string
  readonly text: string
  readonly status: IntentRow['status']
  readonly closedReason: string | null
  readonly rewordOf: string | null
  /** The yield: documents its queries found, and how many of them are relevant. */
  readonly found: number
  readonly relevant: number
}

export interface PlannedSubquestion {
  readonly subquestionId: string
  readonly text: string
  readonly rationale: string
  readonly priority: number
  readonly status: SubquestionRow['status']
  readonly origin: SubquestionRow['origin']
  readonly splitInto: readonly string[]
  readonly coverage: number
  readonly intents: readonly PlannedIntent[]
}

/** A run's plan: subquestions with their coverage, intents with their yields, each in the order of its number. */
export async function runPlan(db: ReadModelDatabase, workspaceId: string, runId: string): Promise<readonly PlannedSubquestion[]> {
  const of = (table: 'subquestion' | 'intent') => db.selectFrom(table).where('workspace_id', '=', workspaceId).where('run_id', '=', runId)
  const subquestions = await of('subquestion').selectAll('subquestion').execute()
  const intents = await of('intent').selectAll('intent').execute()
  return subquestions
    .toSorted((a, b) => compareIds(a.subquestion_id, b.subquestion_id))
    .map((row) => ({
      subquestionId: row.subquestion_id,
      text: row.text,
      rationale: row.rationale,
      priority: row.priority,
      status: row.status,
      origin: row.origin,
      splitInto: row.split_into,
      coverage: row.coverage,
      intents: intents
        .filter((intent) => intent.subquestion_id === row.subquestion_id)
        .sort((a, b) => compareIds(a.intent_id, b.intent_id))
        .map(plannedIntent),
    }))
}

function plannedIntent(row: IntentRow): PlannedIntent {
  return {
    intentId: row.intent_id,
    text: row.text,
    status: row.status,
    closedReason: row.closed_reason,
    rewordOf: row.reword_of,
    found: row.found,
    relevant: row.relevant,
  }
}
