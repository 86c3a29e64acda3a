import type { DocumentFeatures } from '@winnow/contracts/entities/document.ts'
import type { EvidenceItem } from '@winnow/contracts/entities/evidence.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import { buildOptions, document } from '@winnow/testkit/state-builder.ts'
import { fullTexts, namedWork } from './named-work-and-full-texts.ts'

/**
 * A run with an event of every type, in which everything happens that changes a row after it was first written: parts of an
 * answer, failures, a merge that moves evidence, its split, overrides, edits of the plan, a late outcome, calls named twice.
 */

const hash = (digit: string) => digit.repeat(64)
const parts = { R: 1, C: 0, T: 0, Q: 0, M: 0, P: 0, N: 0 }

function record(recordId: string, more: Partial<Record> = {}): Record {
  return { recordId, source: 'library', ids: {}, title: `Title of ${recordId}`, authors: [{ family: 'Okafor' }], type: 'article', ...more }
}

const records = {
  a: record('a', { year: 2024, venue: 'Journal of Tests', ids: { doi: '10.5555/a' } }),
  b: record('b', { year: 2023 }),
  c: record('c'),
  d: record('d', { title: 'Nul \0 and half \ud83d' }),
  e: record('e', { year: 2020 }),
}

function features(documentId: string, more: Partial<DocumentFeatures> = {}): DocumentFeatures {
  return { ...document(documentId).features, ...more }
}

function call(callId: string, role: Usage['role'], stage: Usage['stage'], more: Partial<Usage> = {}): Usage {
  const known = { inputTokens: 100, outputTokens: 10, cachedTokens: 0, costUsd: 0.25, ms: 7, outcome: 'ok' as const }
  return { callId, role, stage, model: 'openai:stand-in', ...known, ...more }
}

const calls = {
  plan: call('c1', 'planner', 'planning'),
  refused: call('c2', 'planner', 'planning', {
    inputTokens: null,
    outputTokens: null,
    cachedTokens: null,
    costUsd: null,
    outcome: 'timeout',
  }),
  screen: call('c3', 'screener', 'screening', { costUsd: 0.5, cachedTokens: 40 }),
  late: call('c4', 'reader', 'reading', { costUsd: null }),
}

function item(evidenceId: string, more: Partial<EvidenceItem> = {}): EvidenceItem {
  const base = { claim: `claim of ${evidenceId}`, quote: `quote of ${evidenceId}`, location: { section: 'Abstract' } }
  return { evidenceId, subquestionId: 'RQ1', ...base, quoteCheck: 'verified', support: 'supports', strength: 0.6, ...more }
}

function registered(documentId: string, recordIds: readonly string[], operationId: string, more: Partial<DocumentFeatures> = {}) {
  return {
    documentId,
    isNew: true,
    records: recordIds.map((recordId) => ({ source: 'library', recordId, operationId })),
    features: features(documentId, { survivor: { source: 'library', recordId: recordIds[0] ?? '' }, ...more }),
    decisions: [],
    linked: [],
  }
}

function screened(workId: string, part: number, documentId: string, scores: { [id: string]: number }, reason?: string): NewEvent {
  const data = { workId, part, parts: 3, documentId, scores, note: `note on ${documentId}`, screener: 'lexical', degraded: [] }
  return { type: 'DocumentScreened', data: reason === undefined ? data : { ...data, reason } }
}

function read(workId: string, documentId: string, recordId: string, items: EvidenceItem[]): NewEvent {
  const data = { workId, documentId, recordId, items, depth: 'abstract' as const, textHash: hash('7') }
  return { type: 'EvidenceExtracted', data: { ...data, addressedToModel: [], reader: 'none', degraded: [] } }
}

function found(operationId: string, intentId: string, part: number, count: number, some: readonly Record[]): NewEvent {
  const data = { workId: `search:${operationId}`, part, parts: count, operationId, intentId, source: 'library' }
  return {
    type: 'CandidatesFound',
    data: { ...data, query: `query ${operationId}`, outcome: 'hits', asked: 200, returned: 3, total: 9, records: [...some] },
  }
}

function search(operationId: string, intentId: string): EventData<'SearchesRequested'>['operations'][number] {
  const years = { fromYear: null, toYear: null }
  return { workId: `search:${operationId}`, operationId, intentId, source: 'library', query: `query ${operationId}`, limit: 200, ...years }
}

function snowball(operationId: string, seedDocumentId: string): EventData<'SnowballRequested'>['operations'][number] {
  return { workId: `search:${operationId}`, operationId, seedDocumentId, direction: 'backward', source: 'library', limit: 50 }
}

function allocated(documentId: string, workId = `read:${documentId}:1:queue`): EventData<'ReadingAllocated'>['entries'][number] {
  return { workId, documentId, subquestionIds: ['RQ1'], firstEvidence: 1, score: 0.5, lambda: 0.5, parts }
}

function subquestion(subquestionId: string, priority: number) {
  return { subquestionId, text: `What of ${subquestionId}?`, rationale: 'why', priority }
}

const sentence = { text: 'It helps.', citations: ['D1'], evidence: ['D1.e1'] }
const dedup = { phase: 'search' as const, iteration: 1, operations: [], firstDocument: 1, split: null }
const merge = { a: 'library:b', b: 'library:a', tier: 'title', signals: ['same title'] }
const stop = { rule: 3, reason: 'nothing new' }

export const question = 'What helps agents remember?'

export const beginning: readonly NewEvent[] = [
  {
    type: 'RunRequested',
    data: {
      question,
      asOf: '2026-07-01',
      criteria: 'only agents',
      options: buildOptions({ limits: { maxReads: 10 }, plan: [{ text: 'Mine?', rationale: '', priority: 1 }] }),
      libraries: [{ hash: hash('1'), name: 'refs.bib' }],
      promptSet: '1',
      codeVersion: '0.1.0',
    },
  },
  { type: 'LibraryImported', data: { hash: hash('1'), files: [], records: 5, problems: [], problemCount: 0 } },
  { type: 'PlanningRequested', data: { workId: 'plan', maxSubquestions: 5, reserve: {} } },
  {
    type: 'PlanProposed',
    data: {
      workId: 'plan',
      subquestions: [subquestion('RQ1', 1), subquestion('RQ2', 2)],
      degraded: [{ role: 'planner', reason: 'invalid reply', count: 1 }],
    },
    usage: [calls.plan, calls.refused],
  },
  { type: 'IterationStarted', data: { iteration: 1, reads: 10, keptForSnowball: 2, documents: 0, relevantPairs: 0 } },
  {
    type: 'IntentsRequested',
    data: {
      iteration: 1,
      items: [1, 2].map((n) => ({ workId: `intents:${n}`, subquestionId: `RQ${n}`, firstIntent: 1, planned: [] })),
      reserve: {},
    },
  },
  ...[1, 2].map(
    (n): NewEvent => ({
      type: 'IntentCreated',
      data: {
        workId: `intents:${n}`,
        part: 1,
        parts: 1,
        intentId: `RQ${n}.i1`,
        subquestionId: `RQ${n}`,
        text: `intent ${n}`,
        degraded: [{ role: 'intent', reason: 'budget', count: 1 }],
      },
      usage: n === 1 ? [calls.plan] : [],
    }),
  ),
  {
    type: 'QueriesRequested',
    data: {
      iteration: 1,
      items: [{ workId: 'queries:RQ1.i1', intentId: 'RQ1.i1', subquestionId: 'RQ1', sources: ['library'] }],
      reserve: {},
    },
  },
  {
    type: 'QueriesWritten',
    data: { workId: 'queries:RQ1.i1', intentId: 'RQ1.i1', queries: [{ source: 'library', query: 'query S1' }], degraded: [] },
  },
  {
    type: 'SearchesRequested',
    data: {
      iteration: 1,
      operations: [search('S1', 'RQ1.i1'), search('S2', 'RQ2.i1'), search('S3', 'RQ2.i1'), search('S4', 'RQ1.i1')],
      unaffordable: 0,
      reserve: {},
    },
  },
  found('S1', 'RQ1.i1', 2, 2, [records.c]),
  found('S1', 'RQ1.i1', 1, 2, [records.a, records.b]),
  found('S2', 'RQ2.i1', 1, 1, [records.b, records.d]),
  {
    type: 'SearchFailed',
    data: {
      workId: 'search:S3',
      operationId: 'S3',
      intentId: 'RQ2.i1',
      source: 'library',
      query: 'query S3',
      outcome: 'throttled',
      reason: '429',
    },
  },
  failed('search:S4', 'search', 'gave up'),
  ...namedWork,
  { type: 'DedupRequested', data: { ...dedup, workId: 'dedup:1' } },
  {
    type: 'DocumentsRegistered',
    data: {
      workId: 'dedup:1',
      part: 1,
      parts: 1,
      documents: [
        registered('D1', ['a'], 'S1'),
        registered('D2', ['b'], 'S1'),
        registered('D3', ['c'], 'S1'),
        registered('D4', ['d'], 'S2'),
      ],
    },
  },
]

export const middle: readonly NewEvent[] = [
  {
    type: 'ScreeningRequested',
    data: {
      iteration: 1,
      phase: 'search',
      round: 0,
      items: [
        { workId: 'screen:1', documentIds: ['D1', 'D2', 'D3'], subquestionIds: ['RQ1', 'RQ2'] },
        { workId: 'screen:2', documentIds: ['D4'], subquestionIds: ['RQ1'] },
      ],
      reserve: {},
    },
  },
  screened('screen:1', 1, 'D1', { RQ1: 0.9, RQ2: 0.5 }),
  { ...screened('screen:1', 2, 'D2', { RQ1: 0.7 }), usage: [calls.screen] },
  screened('screen:1', 3, 'D3', { RQ1: 0.49, RQ2: 0.1 }, 'off topic'),
  failed('screen:2', 'screening', 'no reply'),
  ...fullTexts(hash('8')),
  {
    type: 'ReadingAllocated',
    data: { iteration: 1, phase: 'queue', entries: ['D1', 'D2', 'D3', 'D4'].map((id) => allocated(id)), reserve: {} },
  },
  read('read:D1:1:queue', 'D1', 'library:a', [
    item('D1.e1'),
    item('D1.e2', { quoteCheck: 'short', location: { section: 'Results', page: 4 } }),
  ]),
  read('read:D2:1:queue', 'D2', 'library:b', [item('D2.e1', { support: 'refutes', subquestionId: 'RQ2' })]),
  {
    type: 'ReadingFailed',
    data: { workId: 'read:D3:1:queue', documentId: 'D3', reason: 'no text', degraded: [{ role: 'reader', reason: 'no text', count: 2 }] },
  },
  failed('read:D4:1:queue', 'reading', 'timed out'),
  { type: 'SnowballRequested', data: { iteration: 1, round: 1, operations: [snowball('S5', 'D1'), snowball('S6', 'D2')] } },
  {
    type: 'ReferencesFound',
    data: {
      workId: 'search:S5',
      part: 1,
      parts: 1,
      operationId: 'S5',
      seedDocumentId: 'D1',
      direction: 'backward',
      source: 'library',
      outcome: 'truncated',
      asked: 50,
      returned: 1,
      total: null,
      unresolved: 2,
      records: [records.e],
    },
  },
  failed('search:S6', 'snowball', 'gave up'),
  { type: 'DedupRequested', data: { ...dedup, workId: 'dedup:2', phase: 'snowball', firstDocument: 5 } },
  {
    type: 'DocumentsRegistered',
    data: { workId: 'dedup:2', part: 1, parts: 2, documents: [registered('D5', ['e'], 'S5', { editorial: 'notice' })] },
  },
  {
    type: 'DocumentsMerged',
    data: {
      workId: 'dedup:2',
      part: 2,
      parts: 2,
      into: 'D1',
      from: 'D2',
      tier: 'title',
      signals: ['same title'],
      decision: merge,
      features: features('D1', { survivor: { source: 'library', recordId: 'a' } }),
    },
  },
  // A record of the merged document is read; its evidence goes with it when it is split off.
  { type: 'ReadingAllocated', data: { iteration: 1, phase: 'snowball', entries: [allocated('D1', 'read:D1:1:snowball')], reserve: {} } },
  read('read:D1:1:snowball', 'D1', 'library:b', [item('D1.e3')]),
  // News about a document that has evidence: a notice, and that it was none.
  { type: 'DedupRequested', data: { ...dedup, workId: 'dedup:news' } },
  ...(['notice', 'ok'] as const).map(
    (editorial, index): NewEvent => ({
      type: 'DocumentsRegistered',
      data: {
        workId: 'dedup:news',
        part: index + 1,
        parts: 2,
        documents: [{ ...registered('D1', [], 'S1', { editorial, survivor: { source: 'library', recordId: 'a' } }), isNew: false }],
      },
    }),
  ),
  // A later search finds what is known already.
  { type: 'SearchesRequested', data: { iteration: 2, operations: [search('S7', 'RQ1.i1')], unaffordable: 0, reserve: {} } },
  found('S7', 'RQ1.i1', 1, 1, [records.d]),
  {
    type: 'SynthesisRequested',
    data: { iteration: 1, items: [{ workId: 'synthesis:1', subquestionId: 'RQ1', evidenceIds: ['D1.e1'] }], reserve: {} },
  },
  {
    type: 'SubquestionAnswered',
    data: {
      workId: 'synthesis:1',
      subquestionId: 'RQ1',
      answer: [sentence],
      notEstablished: ['for how long'],
      contradictions: [{ note: 'they differ', evidence: ['D1.e1', 'D2.e1'] }],
      coverage: 0.4,
      evidenceIds: ['D1.e1'],
      removedCitations: 0,
      synthesizer: 'openai:stand-in',
      degraded: [],
    },
  },
  { type: 'CritiqueRequested', data: { workId: 'critique:1', iteration: 1, reserve: {} } },
  { type: 'CritiqueProposed', data: { workId: 'critique:1', iteration: 1, critique: null, degraded: [] } },
  {
    type: 'CritiqueApplied',
    data: {
      iteration: 1,
      sufficient: false,
      applied: [
        { kind: 'subquestion-split', subquestionId: 'RQ2', into: [subquestion('RQ3', 2), subquestion('RQ4', 3)] },
        { kind: 'intent-closed', intentId: 'RQ2.i1' },
      ],
      rejected: [],
      stop: null,
    },
  },
]

export const ending: readonly NewEvent[] = [
  { type: 'IntentClosed', data: { iteration: 2, intentId: 'RQ1.i1', reason: 'no new query' } },
  { type: 'PlanEdited', data: { commandId: 'edit', edits: [{ kind: 'close', subquestionId: 'RQ4' }], reason: 'too far' } },
  { type: 'PlanEditsApplied', data: { commandId: 'edit', applied: [{ kind: 'subquestion-closed', subquestionId: 'RQ4' }], rejected: [] } },
  { type: 'DocumentOverridden', data: { commandId: 'in', documentId: 'D4', action: 'include', records: [], reason: 'mine' } },
  { type: 'DocumentOverridden', data: { commandId: 'out', documentId: 'D2', action: 'exclude', records: [], reason: 'a duplicate' } },
  { type: 'DocumentOverridden', data: { commandId: 'back', documentId: 'D1', action: 'include', records: [], reason: 'after all' } },
  {
    type: 'DocumentOverridden',
    data: { commandId: 'split', documentId: 'D1', action: 'split', records: ['library:b'], reason: 'two works' },
  },
  {
    type: 'DedupRequested',
    data: { ...dedup, workId: 'dedup:3', split: { commandId: 'split', documentId: 'D1', records: ['library:b'] } },
  },
  {
    type: 'DocumentSplit',
    data: {
      workId: 'dedup:3',
      part: 1,
      parts: 1,
      commandId: 'split',
      documentId: 'D1',
      features: features('D1', { survivor: { source: 'library', recordId: 'a' } }),
      into: [
        {
          documentId: 'D2',
          isNew: false,
          records: ['library:b'],
          features: features('D2', { survivor: { source: 'library', recordId: 'b' }, editorial: 'retracted' }),
        },
      ],
    },
  },
  { type: 'PlanEdited', data: { commandId: 'later', edits: [{ kind: 'deprioritize', subquestionId: 'RQ1' }], reason: 'later' } },
  {
    type: 'PlanEditsApplied',
    data: { commandId: 'later', applied: [{ kind: 'subquestion-deprioritized', subquestionId: 'RQ1' }], rejected: [] },
  },
  { type: 'RunForked', data: { parentRunId: 'run-0', at: 3, models: {}, reason: 'what if' } },
  { type: 'ProviderStopped', data: { workId: 'read:D1:1:queue', stopId: 's', reason: 'the provider does not answer' } },
  { type: 'RunPaused', data: { commandId: 'p', reason: 'lunch', cause: 'user' } },
  { type: 'BudgetChanged', data: { commandId: 'b', limits: { maxReads: 20 }, reason: 'more' } },
  { type: 'RunResumed', data: { commandId: 'r', reason: 'back' } },
  { type: 'ReportRequested', data: { workId: 'report', stop, reserve: {} } },
  {
    type: 'ReportWritten',
    data: {
      workId: 'report',
      contentHash: hash('2'),
      sections: 1,
      citations: ['D1', 'D4'],
      removedCitations: 0,
      writer: 'none',
      degraded: [],
    },
  },
  { type: 'CitationCheckRequested', data: { workId: 'check', reserve: {} } },
  {
    type: 'CitationsChecked',
    data: {
      workId: 'check',
      contentHash: hash('3'),
      method: 'lexical',
      verdicts: { supported: 1, partial: 0, unsupported: 0, cannotCheck: 0 },
      rewritten: 0,
      flagged: 0,
      citations: ['D1'],
      degraded: [],
    },
  },
  { ...failed('read:D1:1:queue', 'reading', 'a second worker, too late'), usage: [calls.late, calls.screen] },
  { type: 'RunCancelled', data: { commandId: 'x', reason: 'enough' } },
  { type: 'RunCompleted', data: { status: 'completed', stopReason: 'nothing new', rule: 3 } },
]

export const wholeRun: readonly NewEvent[] = [...beginning, ...middle, ...ending]

function failed(workId: string, stage: Usage['stage'], reason: string): NewEvent {
  return { type: 'WorkFailed', data: { workId, service: 'conductor', stage, reason, attempts: 5, retryable: false } }
}
