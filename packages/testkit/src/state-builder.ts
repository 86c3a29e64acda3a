import type { DocumentFeatures } from '@winnow/contracts/entities/document.ts'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { BudgetLimits, RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { numberOf } from '@winnow/contracts/ids.ts'
import type { OperationState } from '@winnow/domain/search-state.ts'
import {
  type DocumentState,
  type EvidenceState,
  type IntentState,
  initialState,
  type RunState,
  type SnowballRound,
  type SubquestionState,
} from '@winnow/domain/state.ts'

/**
 * Research states for tests, told by what matters in the test; everything else has a plain default. Lists are keyed by
 * their ids, and `records` follows from the documents' records unless it is given.
 */
export interface StateParts
  extends Partial<Omit<RunState, 'request' | 'subquestions' | 'intents' | 'operations' | 'documents' | 'evidence'>> {
  /** Default 2026-07-01. */
  readonly asOf?: string
  readonly question?: string
  readonly options?: OptionParts
  readonly libraries?: readonly string[]
  readonly subquestions?: readonly SubquestionState[]
  readonly intents?: readonly IntentState[]
  readonly operations?: readonly OperationState[]
  readonly documents?: readonly DocumentState[]
  readonly evidence?: readonly EvidenceState[]
}

export type OptionParts = Partial<Omit<RunOptions, 'limits'>> & { readonly limits?: Partial<BudgetLimits> }

/** A requested, running state with the given parts; without subquestions it has none. */
export function buildState(parts: StateParts = {}): RunState {
  const {
    asOf,
    question,
    options,
    libraries,
    subquestions = [],
    intents = [],
    operations = [],
    documents = [],
    evidence = [],
    ...rest
  } = parts
  return {
    ...initialState,
    status: 'running',
    iteration: 1,
    request: {
      asOf: asOf ?? '2026-07-01',
      question: question ?? 'What helps agents remember?',
      options: buildOptions(options),
      libraries: libraries ?? [],
    },
    subquestions: keyed(subquestions, (item) => item.subquestionId),
    intents: keyed(intents, (item) => item.intentId),
    operations: keyed(operations, (item) => item.operationId),
    documents: keyed(documents, (item) => item.documentId),
    evidence: keyed(evidence, (item) => item.evidenceId),
    records: Object.fromEntries(documents.flatMap((item) => item.records.map((key) => [key, item.documentId]))),
    ...rest,
  }
}

/** Options as the command line resolves them by default (issue 2), without a model. */
export function buildOptions(parts: OptionParts = {}): RunOptions {
  const { limits, ...rest } = parts
  return {
    sources: ['library'],
    fromYear: null,
    toYear: null,
    maxSubquestions: 5,
    fullText: false,
    planOnly: false,
    onProviderFailure: 'stop',
    models: Object.fromEntries(modelRoles.map((role) => [role, 'none'])) as RunOptions['models'],
    plan: null,
    ...rest,
    limits: {
      maxIterations: 3,
      maxReads: 30,
      maxSearches: 40,
      maxTokens: null,
      maxCostUsd: null,
      maxMinutes: null,
      maxSnowballRounds: 2,
      ...limits,
    },
  }
}

/** An active subquestion of the planner, priority 1. */
export function subquestion(subquestionId: string, parts: Partial<SubquestionState> = {}): SubquestionState {
  return {
    subquestionId,
    text: `text of ${subquestionId}`,
    rationale: '',
    priority: 1,
    status: 'active',
    origin: 'planner',
    splitInto: [],
    coverage: 0,
    ...parts,
  }
}

/** An open, queried intent; its subquestion is read from its id ("RQ1.i2" → RQ1). */
export function intent(intentId: string, parts: Partial<IntentState> = {}): IntentState {
  return {
    intentId,
    subquestionId: beforeDot(intentId),
    text: `text of ${intentId}`,
    status: 'open',
    closedReason: null,
    rewordOf: null,
    queried: true,
    ...parts,
  }
}

export type OperationParts = Partial<OperationState> & {
  /** Keys of the records found, in rank order, without years; `found` instead says parts and years. */
  readonly keys?: readonly string[]
}

/** A finished and deduplicated search of the library for RQ1.i1. A seed makes it a snowball operation of round 1. */
export function operation(operationId: string, parts: OperationParts = {}): OperationState {
  const { keys = [], ...rest } = parts
  const snowballed = rest.seed !== undefined && rest.seed !== null
  return {
    operationId,
    kind: snowballed ? 'references' : 'search',
    intentId: snowballed ? null : 'RQ1.i1',
    source: 'library',
    query: `query of ${operationId}`,
    iteration: 1,
    round: snowballed ? 1 : 0,
    seed: null,
    direction: snowballed ? 'backward' : null,
    outcome: 'hits',
    reason: null,
    asked: 50,
    total: null,
    unresolved: 0,
    found: keys.length === 0 ? {} : { '1': keys.map((key) => ({ key, year: null })) },
    deduped: true,
    ...rest,
  }
}

export type DocumentParts = Partial<Omit<DocumentState, 'documentId' | 'features' | 'scores'>> & {
  readonly features?: Partial<DocumentFeatures>
  /** Score by subquestion; the screener is "lexical". */
  readonly scores?: { readonly [subquestionId: string]: number }
}

/**
 * An unread document D<n> with one record "library:r<n>", an abstract, a DOI and a venue, a title and authors that it
 * shares with no other document.
 */
export function document(documentId: string, parts: DocumentParts = {}): DocumentState {
  const { features, scores = {}, ...rest } = parts
  const n = numberOf(documentId)
  const records = rest.records ?? [`library:r${n}`]
  return {
    documentId,
    features: { ...defaultFeatures(n, rest.editorial ?? 'ok', records[0] ?? ''), ...features },
    editorial: features?.editorial ?? 'ok',
    records,
    foundBy: [],
    depth: 0,
    scores: Object.fromEntries(Object.entries(scores).map(([id, score]) => [id, { score, by: { lexical: score } }])),
    exclusionReason: null,
    readFor: {},
    readDepth: null,
    nextEvidence: 1,
    override: null,
    merges: [],
    linked: [],
    addressedToModel: false,
    ...rest,
  }
}

function defaultFeatures(n: number, editorial: DocumentFeatures['editorial'], firstRecord: string): DocumentFeatures {
  const [source = '', ...recordId] = firstRecord.split(':')
  return {
    year: 2020,
    citations: null,
    hasDoi: true,
    hasVenue: true,
    type: 'article',
    preprint: false,
    webOnly: false,
    grey: false,
    primary: true,
    hasAbstract: true,
    hasFullText: false,
    sources: [source],
    titleTokens: [`title${n}`],
    firstAuthor: `first${n}`,
    lastAuthor: `last${n}`,
    venue: `venue${n}`,
    editorial,
    survivor: { source, recordId: recordId.join(':') },
  }
}

/** Supporting evidence for RQ1 of strength 0.6 with a claim of its own; "D3.e1" was read from D3's record "library:r3". */
export function evidence(evidenceId: string, parts: Partial<EvidenceState> = {}): EvidenceState {
  const documentId = parts.documentId ?? beforeDot(evidenceId)
  return {
    evidenceId,
    documentId,
    recordKey: `library:r${numberOf(documentId)}`,
    subquestionId: 'RQ1',
    claimKey: `claim of ${evidenceId}`,
    strength: 0.6,
    support: 'supports',
    quoteCheck: 'verified',
    ...parts,
  }
}

/** A snowball round of the first iteration: `newDocuments` of 100 references returned were new. */
export function snowballRound(round: number, newDocuments: number, parts: Partial<SnowballRound> = {}): SnowballRound {
  return { iteration: 1, round, seeds: [], returned: 100, newDocuments, ...parts }
}

function keyed<T>(items: readonly T[], idOf: (item: T) => string): { readonly [id: string]: T } {
  return Object.fromEntries(items.map((item) => [idOf(item), item]))
}

function beforeDot(id: string): string {
  return id.split('.')[0] ?? id
}
