import type { RunOperation } from '@winnow/readmodel/queries/operations.ts'
import type { ShownRun } from '@winnow/runs/shown-run.ts'
import { expect, test } from 'vitest'
import type { LiveStatus } from '../engine/live-status.ts'
import { showText } from './show-text.ts'

function operation(operationId: string, more: Partial<RunOperation> = {}): RunOperation {
  const place = { iteration: 1, round: 0, seed: null, direction: null, unresolved: 0 }
  const asked = { source: 'library', query: 'memory', intentId: 'RQ1.i1', asked: 200, returned: 12, total: 40 }
  return { operationId, kind: 'search', outcome: 'hits', reason: null, ...asked, ...place, ...more }
}

function shown(more: Partial<ShownRun<LiveStatus>> = {}): ShownRun<LiveStatus> {
  return {
    kind: 'research',
    answering: null,
    runId: 'r-1',
    question: 'What helps?',
    criteria: null,
    asOf: '2026-07-01',
    status: 'completed',
    step: 'completed',
    iteration: 2,
    stopReason: 'nothing new',
    stopRule: 3,
    models: null,
    limits: null,
    searches: 1,
    reads: 2,
    snowballRounds: [],
    screening: null,
    startedAt: '2026-07-01T10:00:00.000Z',
    endedAt: '2026-07-01T10:05:00.000Z',
    plan: { subquestions: [] },
    operations: [],
    documents: { total: 0, byStatus: { found: 0, 'screened-out': 0, relevant: 0, read: 0, cited: 0 } },
    evidence: {
      total: 0,
      setAside: 0,
      documents: 0,
      bySubquestion: {},
      byQuoteCheck: { verified: 0, refused: 0, unchecked: 0, short: 0 },
      bySupport: { supports: 0, refutes: 0, mixed: 0, background: 0 },
    },
    cost: { calls: 0, failedCalls: 0, inputTokens: 0, outputTokens: 0, usd: 0, unpriced: 0, byStage: [], byRole: [] },
    degraded: [],
    ...more,
  }
}

test('a fork: where it comes from, and what it inherited', () => {
  const forkedFrom = { runId: 'r-0', at: 12, reason: 'another screener', models: {} }
  const inherited = { calls: 3, failedCalls: 0, inputTokens: 1, outputTokens: 1, usd: 0.25, unpriced: 0 }
  const lines = showText(shown(), { forkedFrom, inherited }).split('\n')
  expect(lines.slice(0, 4)).toEqual([
    'Run r-1: completed',
    'What helps?',
    'Forked from r-0 at event 12: another screener',
    'Started 2026-07-01 10:00, ended 2026-07-01 10:05 (UTC), iteration 2, step completed',
  ])
  expect(lines).toContain('Inherited, not counted: 3 model calls, 0.2500 USD')
  const unknown = showText(shown(), { forkedFrom, inherited: { ...inherited, usd: null } })
  expect(unknown).toContain('Inherited, not counted: 3 model calls, cost unknown')
})

test('a run of which there is little to tell', () => {
  expect(showText(shown())).toBe(
    [
      'Run r-1: completed',
      'What helps?',
      'Started 2026-07-01 10:00, ended 2026-07-01 10:05 (UTC), iteration 2, step completed',
      'Stop: nothing new (rule 3)',
      '',
      'Plan: none yet',
      '',
      'Documents: 0 (0 found, 0 screened-out, 0 relevant, 0 read, 0 cited)',
      '',
      'Evidence: 0 items of 0 documents, 0 quotes verified',
      '',
      'Cost: no model calls',
    ].join('\n'),
  )
})

test('plan, yields, searches, documents, evidence, costs and degraded steps', () => {
  const subquestion = { rationale: '', priority: 1, origin: 'planner' as const, coverage: 0.4 }
  const intent = { text: 'evaluations', status: 'open' as const, closedReason: null, found: 12, relevant: 5 }
  const calls = { calls: 3, failedCalls: 1, inputTokens: 300, outputTokens: 30 }
  const text = showText(
    shown({
      plan: {
        subquestions: [
          {
            ...subquestion,
            subquestionId: 'RQ1',
            text: 'How?',
            status: 'active',
            splitInto: [],
            intents: [
              { ...intent, intentId: 'RQ1.i1', rewordOf: null },
              { ...intent, intentId: 'RQ1.i2', rewordOf: 'RQ1.i1' },
            ],
          },
          { ...subquestion, subquestionId: 'RQ2', text: 'Why?', status: 'closed', splitInto: ['RQ3', 'RQ4'], intents: [] },
        ],
      },
      operations: [
        operation('S1'),
        operation('S10', { outcome: 'throttled', returned: 0, total: null, reason: '429' }),
        operation('S11', { kind: 'references' }),
        operation('S12', { kind: 'references' }),
      ],
      documents: { total: 6, byStatus: { found: 1, 'screened-out': 2, relevant: 0, read: 0, cited: 3 } },
      evidence: {
        total: 5,
        setAside: 2,
        documents: 3,
        bySubquestion: { RQ1: 4, RQ2: 1 },
        byQuoteCheck: { verified: 4, refused: 1, unchecked: 0, short: 0 },
        bySupport: { supports: 5, refutes: 0, mixed: 0, background: 0 },
      },
      cost: {
        ...calls,
        usd: 0.5,
        unpriced: 1,
        byStage: [{ ...calls, stage: 'planning', usd: 0.5, unpriced: 1 }],
        byRole: [{ ...calls, role: 'planner', usd: null, unpriced: 3 }],
      },
      degraded: [{ stage: 'reading', role: 'reader', count: 2, reason: 'no text' }],
    }),
  )
  expect(text.split('\n').slice(5)).toEqual([
    'Plan',
    '  RQ1 How?  [priority 1, active, coverage 0.40]',
    '    RQ1.i1 evaluations  [open; 12 found, 5 relevant]',
    '    RQ1.i2 evaluations  [open, rewords RQ1.i1; 12 found, 5 relevant]',
    '  RQ2 Why?  [priority 1, closed, coverage 0.40, split into RQ3, RQ4]',
    '',
    'Searches: 2',
    '  S1   library  hits       12 of 40      memory',
    '  S10  library  throttled  0 of unknown  memory (429)',
    'References followed: 2',
    '',
    'Documents: 6 (1 found, 2 screened-out, 0 relevant, 0 read, 3 cited)',
    '',
    'Evidence: 5 items of 3 documents (RQ1 4, RQ2 1), 4 quotes verified; 2 set aside',
    '',
    'Cost: 0.5000 USD, 3 model calls, the price of 1 unknown',
    '  stage planning  3 calls  330 tokens  0.5000 USD',
    '  role planner    3 calls  330 tokens  unknown USD',
    '',
    'Degraded steps',
    '  reading, reader: 2 (no text)',
  ])
})

test('a run that can go on says how; a paused one why', () => {
  const goOn = { endedAt: null, stopReason: null, stopRule: null }
  expect(showText(shown({ ...goOn, status: 'interrupted' }))).toContain('Go on with: winnow resume r-1')
  expect(showText(shown({ ...goOn, status: 'interrupted' }))).not.toContain('Stop:')
  expect(showText(shown({ ...goOn, status: 'interrupted' }))).toContain('Started 2026-07-01 10:00 (UTC)')
  const paused = showText(shown({ ...goOn, status: 'paused', stopReason: 'lunch' }))
  expect(paused).toContain('Paused: lunch\n')
  expect(paused).toContain('Go on with: winnow resume r-1')
  expect(showText(shown({ ...goOn, status: 'running' }))).not.toContain('resume')
})

test('no searches but references followed; a cost of which nothing is known', () => {
  const cost = { calls: 1, failedCalls: 0, inputTokens: 0, outputTokens: 0, usd: null, unpriced: 1, byStage: [], byRole: [] }
  const text = showText(shown({ operations: [operation('S1', { kind: 'references' })], cost }))
  expect(text).toContain('Searches: 0\nReferences followed: 1\n')
  expect(text).toContain('Cost: unknown, 1 model calls, the price of 1 unknown')
})

test('words from outside do not steer the terminal', () => {
  expect(showText(shown({ stopReason: 'no\u001b[2Jthing' }))).toContain('Stop: no[2Jthing')
})

test('how screening went, where there is more to tell than numbers of documents', () => {
  const agreement = { pairs: 10, observed: 0.9, kappa: 0.8 }
  const two = { agreement, notCompared: 0, adjudicated: 0, adjudicatedRelevant: 0 }
  expect(showText(shown({ screening: { two, sample: null } }))).toContain(
    '\n\nScreening\n  Two screeners judged 10 pairs of document and subquestion',
  )
  expect(showText(shown({ screening: { two: null, sample: null } }))).not.toContain('Screening')
})

test('an answer: its own parts in place of plan, screening and evidence', () => {
  const answering = { mode: 'model', searches: 0, turns: 0, refusedSearches: 0, removedMarks: 0, cited: 0 } as const
  const byStatus = { found: 3, 'screened-out': 0, relevant: 0, read: 0, cited: 2 }
  const run = shown({ kind: 'answer', answering, operations: [operation('S1', { intentId: null })], documents: { total: 5, byStatus } })
  const text = showText(run, null, { searches: [], turns: [], reason: null, citations: [] })
  expect(text).toContain('\n\nAnswer: written by a model, 0 works cited\n  0 further searches, ')
  expect(text).toContain('\n\nSearch operations: 1\n')
  expect(text).toContain('\n\nDocuments: 5 (3 found, 2 cited)\n')
  expect(text).toContain('(UTC), step completed\n')
  expect(text).not.toMatch(/Plan|Evidence|Screening|iteration/)
  const none = { total: 0, byStatus: { ...byStatus, found: 0, cited: 0 } }
  expect(showText({ ...run, documents: none }, null, { searches: [], turns: [], reason: null, citations: [] })).toContain(
    '\n\nDocuments: 0\n',
  )
})
