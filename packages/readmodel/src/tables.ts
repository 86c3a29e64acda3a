import type { AnsweringFigures } from '@winnow/contracts/api/answering-figures.ts'
import type { DegradedRole } from '@winnow/contracts/entities/degraded.ts'
import type { EditorialState } from '@winnow/contracts/entities/document.ts'
import type { QuoteCheck, ReadDepth, Support } from '@winnow/contracts/entities/evidence.ts'
import type { Author, Identifiers } from '@winnow/contracts/entities/record.ts'
import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import type { BudgetLimits, RunOptions } from '@winnow/contracts/entities/run-options.ts'
import type { ScreeningPass } from '@winnow/contracts/entities/screening-pass.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { DocumentStatus } from '@winnow/domain/document-status.ts'
import type { DocumentFate } from '@winnow/domain/prisma.ts'
import type { ScreeningFigures } from '@winnow/domain/screening-figures.ts'
import type { OperationState } from '@winnow/domain/search-state.ts'
import type { DocumentState, IntentState, RunState, Step, SubquestionState } from '@winnow/domain/state.ts'
import type { Cost } from '@winnow/domain/work-state.ts'
import type { SnowballYield } from '@winnow/domain/yields.ts'
import type { ColumnType } from 'kysely'

/** Rows of the read model's tables (`migration.ts`). Columns of structured values are json, which keeps the order of members; null is unknown or none. */
export interface ReadModel {
  readonly checkpoint: { readonly one: boolean; readonly seq: string }
  readonly run: OfRun & RunRow
  readonly subquestion: OfRun & SubquestionRow
  readonly intent: OfRun & IntentRow
  readonly operation: OfRun & OperationRow
  readonly document: OfRun & DocumentRow
  readonly screening: OfRun & ScreeningRow
  readonly evidence: OfRun & EvidenceRow
  readonly answer: OfRun & AnswerRow
  readonly call: OfRun & CallRow
  readonly degraded: OfRun & DegradedRow
}

export interface OfRun {
  readonly workspace_id: string
  readonly run_id: string
}

/** Tables that a run fills, each by a view of the projection. */
export type ViewTable = Exclude<keyof ReadModel, 'checkpoint'>

/** A time: ISO 8601 when written, a Date when read. */
export type Time = ColumnType<Date | null, string | null, string | null>

export interface RunRow {
  /** Position of the last event that is folded in. */
  readonly pos: number
  readonly question: string | null
  readonly criteria: string | null
  readonly as_of: string | null
  readonly status: RunState['status']
  readonly step: Step
  readonly iteration: number
  readonly stop_reason: string | null
  readonly stop_rule: number | null
  readonly models: RunOptions['models'] | null
  readonly limits: BudgetLimits | null
  /** Searches and reads spent of the budget. */
  readonly searches: number
  readonly reads: number
  readonly snowball_rounds: readonly SnowballYield[]
  /** Null for a run that an older Winnow projected. */
  readonly screening: ScreeningFigures | null
  /** Null for a run that is not of kind `answer`. */
  readonly answering: AnsweringFigures | null
  readonly report_hash: string | null
  readonly started_at: Time
  readonly ended_at: Time
}

export interface SubquestionRow {
  readonly subquestion_id: string
  readonly text: string
  readonly rationale: string
  readonly priority: number
  readonly status: SubquestionState['status']
  readonly origin: SubquestionState['origin']
  readonly split_into: readonly string[]
  /** In [0,1]. */
  readonly coverage: number
}

export interface IntentRow {
  readonly intent_id: string
  readonly subquestion_id: string
  readonly text: string
  readonly status: IntentState['status']
  readonly closed_reason: string | null
  readonly reword_of: string | null
  /** The yield (spec §1): documents its queries found, and how many of them are relevant. */
  readonly found: number
  readonly relevant: number
}

export interface OperationRow {
  readonly operation_id: string
  readonly kind: OperationState['kind']
  readonly intent_id: string | null
  readonly source: string
  readonly query: string
  readonly iteration: number
  readonly round: number
  readonly seed: string | null
  readonly direction: OperationState['direction']
  readonly outcome: OperationState['outcome']
  readonly reason: string | null
  readonly asked: number
  /** Distinct records it gave. */
  readonly returned: number
  readonly total: number | null
  readonly unresolved: number
}

/** A live document: one that was not merged into another. */
export interface DocumentRow {
  readonly document_id: string
  readonly title: string
  readonly authors: readonly Author[]
  readonly year: number | null
  readonly venue: string | null
  readonly ids: Identifiers
  /** Keys of its records, "source:recordId". */
  readonly records: readonly string[]
  readonly scores: { readonly [subquestionId: string]: number }
  readonly status: DocumentStatus
  readonly decision: DocumentFate
  readonly reason: string | null
  readonly editorial: EditorialState
  readonly read_depth: ReadDepth | null
  readonly depth: number
  /** Operations that found it. */
  readonly found_by: readonly string[]
  readonly merges: DocumentState['merges']
}

export interface ScreeningRow {
  readonly document_id: string
  readonly pos: number
  readonly screener: string
  /** What it was for; null: the first screening. */
  readonly pass: ScreeningPass | null
  readonly scores: { readonly [subquestionId: string]: number }
  readonly note: string
  readonly reason: string | null
  readonly criterion: string | null
  readonly input_cut: boolean
}

export interface EvidenceRow {
  readonly evidence_id: string
  /** The document that holds its record now. */
  readonly document_id: string
  readonly record_key: string
  readonly subquestion_id: string
  readonly claim: string
  readonly quote: string
  readonly quote_check: QuoteCheck
  readonly support: Support
  readonly strength: number
  readonly section: string
  readonly page: number | null
  readonly read_depth: ReadDepth
  /** Counts: its document is neither excluded, nor retracted, nor a notice (spec §9). */
  readonly usable: boolean
}

export interface AnswerRow {
  readonly subquestion_id: string
  readonly sentences: readonly CitedSentence[]
  readonly not_established: readonly string[]
  readonly contradictions: readonly { readonly note: string; readonly evidence: readonly string[] }[]
  readonly coverage: number
  readonly synthesizer: string
}

export interface CallRow {
  readonly call_id: string
  /** Position of the first event that names it. */
  readonly pos: number
  readonly role: Usage['role']
  readonly stage: Usage['stage']
  readonly model: string
  readonly outcome: Usage['outcome']
  readonly input_tokens: number | null
  readonly output_tokens: number | null
  readonly cached_tokens: number | null
  readonly cost_usd: number | null
  readonly ms: number
}

export interface DegradedRow {
  readonly key_hash: string
  readonly stage: Cost['stage']
  readonly role: DegradedRole
  readonly reason: string
  readonly count: number
}
