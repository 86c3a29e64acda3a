import type { Critique } from '@winnow/contracts/entities/critique.ts'
import type { DegradedRole } from '@winnow/contracts/entities/degraded.ts'
import type { DocumentFeatures, EditorialState } from '@winnow/contracts/entities/document.ts'
import type { QuoteCheck, ReadDepth, Support } from '@winnow/contracts/entities/evidence.ts'
import type { AppliedAction, PlanEdit } from '@winnow/contracts/entities/plan.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import type { Stage } from '@winnow/contracts/entities/stage.ts'
import type { StopRule } from '@winnow/contracts/events/conductor.ts'
import type { AnsweringState } from './answering/answering-state.ts'
import type { ForkState } from './fork-state.ts'
import type { FullTextState, OperationState } from './search-state.ts'
import type { Cost, Spent, WorkState } from './work-state.ts'

/**
 * The research state: what a run's events fold to (spec §1). It holds ids, scores, hashes, numbers and the plan's own short
 * texts, never texts of papers. Everything is keyed by id, so that facts may arrive in any order (spec §0).
 */
export interface RunState {
  readonly request: {
    readonly asOf: string
    readonly question: string
    readonly options: RunOptions
    readonly libraries: readonly string[]
  } | null
  readonly status: 'queued' | 'running' | 'paused' | 'completed' | 'cancelled' | 'failed'
  readonly cancelRequested: string | null
  readonly pauseReason: string | null
  /** The last decision's step; the next decision is sought after it. */
  readonly step: Step
  readonly iteration: number
  /** Reads this iteration may spend, and how many of them wait for documents found by snowballing. */
  readonly iterationReads: { readonly total: number; readonly keptForSnowball: number; readonly allocated: number }
  readonly subquestions: { readonly [id: string]: SubquestionState }
  readonly intents: { readonly [id: string]: IntentState }
  /** Intents that a critique planned and that IntentsRequested has not taken up yet, in the critique's order. */
  readonly plannedIntents: readonly { readonly subquestionId: string; readonly text: string; readonly rewordOf: string | null }[]
  /** Queries written and not yet decided on, by intent. */
  readonly pendingQueries: { readonly [intentId: string]: readonly { readonly source: string; readonly query: string }[] }
  readonly operations: { readonly [id: string]: OperationState }
  /** "source:recordId" → the document it belongs to (before aliases). */
  readonly records: { readonly [recordKey: string]: string }
  readonly documents: { readonly [id: string]: DocumentState }
  /** Document ids that were merged away → the survivor. */
  readonly aliases: { readonly [from: string]: string }
  readonly evidence: { readonly [id: string]: EvidenceState }
  readonly answers: {
    readonly [subquestionId: string]: {
      readonly coverage: number
      readonly evidence: readonly string[]
      readonly notEstablished: number
      readonly contradictions: number
    }
  }
  readonly snowballRounds: readonly SnowballRound[]
  /** Documents that were seeds, by direction. */
  readonly seeded: { readonly [documentIdAndDirection: string]: true }
  readonly snowballRequests: readonly { readonly documentId: string; readonly direction: 'backward' | 'forward' }[]
  readonly critique: { readonly iteration: number; readonly proposal: Critique | null } | null
  readonly critiques: readonly {
    readonly iteration: number
    readonly sufficient: boolean
    readonly applied: readonly AppliedAction[]
    readonly rejected: number
    readonly gaps: readonly string[]
  }[]
  /** Documents and relevant pairs at each iteration's start, for the rule of no progress. */
  readonly progress: readonly { readonly iteration: number; readonly documents: number; readonly relevantPairs: number }[]
  readonly contradictions: readonly {
    readonly subquestionId: string
    readonly claims: readonly string[]
    readonly note: string
    readonly status: string
  }[]
  readonly pendingEdits: readonly { readonly commandId: string; readonly edits: readonly PlanEdit[] }[]
  readonly pendingSplits: readonly { readonly commandId: string; readonly documentId: string; readonly records: readonly string[] }[]
  /** Pairs of records that a user took apart; they are never joined again. */
  readonly apart: readonly (readonly [string, string])[]
  readonly work: { readonly [workId: string]: WorkState }
  readonly spent: Spent
  /** Model calls by role and stage. */
  readonly costs: { readonly [roleAndStage: string]: Cost }
  /** The ids of the calls that `spent` and `costs` hold: events may name a call again. Not part of the state's hash. */
  readonly countedCalls: { readonly [callId: string]: true }
  readonly degraded: {
    readonly [stageRoleReason: string]: {
      readonly stage: Stage
      readonly role: DegradedRole
      readonly reason: string
      readonly count: number
    }
  }
  readonly stop: StopRule | null
  readonly report: { readonly contentHash: string; readonly checked: boolean; readonly citations: readonly string[] } | null
  readonly completed: {
    readonly status: 'completed' | 'cancelled' | 'failed'
    readonly stopReason: string
    readonly rule: number | null
  } | null
  /** Where a fork comes from; null for a run that is no fork. Not part of the state's hash. */
  readonly fork: ForkState | null
  /** Of a run of kind `answer`; absent in a run of research. */
  readonly answering?: AnsweringState
  /** Not part of the state's hash: when, which trace, and how much was spent. */
  readonly clock: {
    readonly startedAt: string | null
    readonly resumedAt: string | null
    readonly endedAt: string | null
    readonly traceId: string | null
    readonly lastPos: number
    /** When each operation had its outcome. */
    readonly answeredAt: { readonly [operationId: string]: string }
  }
}

/** The places where `decide` may stand, in the order of an iteration (spec §0). */
export const steps = [
  'start',
  'planning',
  'iteration',
  'intents',
  'queries',
  'searches',
  'seeds',
  'dedup-search',
  'screen-search',
  'second-screen-search',
  'adjudicate-search',
  'full-text-queue',
  'read-queue',
  'snowball',
  'dedup-snowball',
  'screen-snowball',
  'second-screen-snowball',
  'adjudicate-snowball',
  'rescreen',
  'full-text-snowball',
  'read-snowball',
  'synthesis',
  'critique',
  'critique-applied',
  'report',
  'check',
  'completed',
] as const
/** The steps of an answer, beside searches and linkage (spec §13). */
export const answerSteps = ['passages', 'turn', 'answer'] as const
export type ResearchStep = (typeof steps)[number]
export type Step = ResearchStep | (typeof answerSteps)[number]

export interface SubquestionState {
  readonly subquestionId: string
  readonly text: string
  readonly rationale: string
  readonly priority: number
  readonly status: 'active' | 'deprioritized' | 'closed'
  readonly origin: 'planner' | 'critic' | 'user'
  readonly splitInto: readonly string[]
  readonly coverage: number
}

export interface IntentState {
  readonly intentId: string
  readonly subquestionId: string
  readonly text: string
  readonly status: 'open' | 'closed'
  readonly closedReason: string | null
  readonly rewordOf: string | null
  /** Queries were asked for; an intent is queried once. */
  readonly queried: boolean
}

export interface DocumentState {
  readonly documentId: string
  readonly features: DocumentFeatures
  readonly editorial: EditorialState
  readonly records: readonly string[]
  readonly foundBy: readonly string[]
  readonly depth: number
  readonly scores: { readonly [subquestionId: string]: PairScore }
  readonly exclusionReason: string | null
  /** The eligibility criterion that stands with the reason ("E2"); absent where none was named. */
  readonly exclusionCriterion?: string
  /** Subquestions it was allocated to be read for, and whether that reading ended well. */
  readonly readFor: { readonly [subquestionId: string]: 'allocated' | 'read' | 'failed' }
  readonly readDepth: ReadDepth | null
  readonly nextEvidence: number
  readonly override: 'include' | 'exclude' | null
  readonly merges: readonly { readonly a: string; readonly b: string; readonly tier: string; readonly signals: readonly string[] }[]
  readonly linked: readonly { readonly documentId: string; readonly kind: string }[]
  readonly addressedToModel: boolean
  /** What came of looking for its full text; absent while nobody has looked. */
  readonly fullText?: FullTextState
}

/**
 * What screening says of one document for one subquestion. `score` decides: the adjudicated one where two screeners
 * disagreed, otherwise the largest; or what the screening again of a sample gave, if that is larger (docs/decisions/022).
 */
export interface PairScore {
  readonly score: number
  /** The first screening, by screener (a model, or its fallback): the largest score that each gave (spec §5). */
  readonly by: { readonly [screener: string]: number }
  /** The second screener's own judgement. */
  readonly second?: { readonly score: number; readonly by: string }
  readonly adjudicated?: number
  readonly rescreened?: number
}

export interface EvidenceState {
  readonly evidenceId: string
  /** The document it was read from; resolve it through the aliases before use. */
  readonly documentId: string
  readonly recordKey: string
  readonly subquestionId: string
  readonly claimKey: string
  readonly strength: number
  readonly support: Support
  readonly quoteCheck: QuoteCheck
}

export interface SnowballRound {
  readonly iteration: number
  readonly round: number
  readonly seeds: readonly string[]
  readonly returned: number
  readonly newDocuments: number
}

/** The state of a run of which no event is known. */
export const initialState: RunState = {
  request: null,
  status: 'queued',
  cancelRequested: null,
  pauseReason: null,
  step: 'start',
  iteration: 0,
  iterationReads: { total: 0, keptForSnowball: 0, allocated: 0 },
  subquestions: {},
  intents: {},
  plannedIntents: [],
  pendingQueries: {},
  operations: {},
  records: {},
  documents: {},
  aliases: {},
  evidence: {},
  answers: {},
  snowballRounds: [],
  seeded: {},
  snowballRequests: [],
  critique: null,
  critiques: [],
  progress: [],
  contradictions: [],
  pendingEdits: [],
  pendingSplits: [],
  apart: [],
  work: {},
  spent: { searches: 0, reads: 0, tokens: 0, costUsd: 0, unpriced: 0 },
  costs: {},
  countedCalls: {},
  degraded: {},
  stop: null,
  report: null,
  completed: null,
  fork: null,
  clock: { startedAt: null, resumedAt: null, endedAt: null, traceId: null, lastPos: 0, answeredAt: {} },
}

/** The threshold of relevance (spec §5). */
export const relevantFrom = 0.5

/** The key of a record in the state: "source:recordId". */
export function recordKey(record: { readonly source: string; readonly recordId: string }): string {
  return `${record.source}:${record.recordId}`
}

/** The surviving id of a document, after all merges. */
export function resolveDocument(state: Pick<RunState, 'aliases'>, documentId: string): string {
  let current = documentId
  for (let next = state.aliases[current]; next !== undefined; next = state.aliases[current]) current = next
  return current
}
