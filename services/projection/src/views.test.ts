import { eventTypes, type TypedEvent } from '@winnow/contracts/registry.ts'
import type { ViewTable } from '@winnow/readmodel/tables.ts'
import { modelCall, sealForTest } from '@winnow/testkit/history.ts'
import { stableHash } from '@winnow/text/stable-hash.ts'
import { describe, expect, test } from 'vitest'
import { newRunFold, type ProjectedRun, take } from './projected-run.ts'
import { RunChanges } from './row-changes.ts'
import { answeredRun, answerQuestion } from './testing/answered-run.ts'
import { recordedRun } from './testing/sealed-run.ts'
import { beginning, middle, question, wholeRun } from './testing/whole-run.ts'
import { type RowOf, snapshotOf } from './view.ts'
import { views } from './views.ts'

const events = recordedRun('run-1', 'home', wholeRun)
const answering = recordedRun('run-1', 'home', answeredRun)

function folded(some: readonly TypedEvent[]) {
  const run = newRunFold('run-1', 'home')
  for (const event of some) take(run, event)
  return run
}

/** Every row of a view, by asking for every id that the fold knows. */
function rowsOf<T extends ViewTable>(table: T, some: readonly TypedEvent[]): readonly RowOf<T>[] {
  const run = folded(some)
  const view = views.find((known) => known.table === table)
  return idsOf(run)[table].flatMap((id) => {
    const row = view?.row(snapshotOf(run), id) ?? null
    return row === null ? [] : [row as RowOf<T>]
  })
}

function idsOf({ state, corpus, calls }: ProjectedRun): { readonly [T in ViewTable]: readonly string[] } {
  return {
    run: ['run-1'],
    subquestion: Object.keys(state.subquestions),
    intent: Object.keys(state.intents),
    operation: Object.keys(state.operations),
    document: Object.keys(state.documents),
    screening: [...corpus.screenings.entries()].flatMap(([id, list]) => list.map(({ pos }) => `${id}@${pos}`)),
    evidence: Object.keys(state.evidence),
    answer: [...corpus.answers.keys()],
    call: [...calls.keys()],
    degraded: Object.keys(state.degraded),
  }
}

test('the runs of these tests have events of every type', () => {
  expect(new Set([...events, ...answering].map(({ type }) => type))).toEqual(new Set(eventTypes))
})

test('the calls of the read model sum up to what the state has spent, though events name some again', () => {
  const named = events.flatMap(({ usage }) => usage).length
  const rows = rowsOf('call', events)
  const { spent, costs } = folded(events).state
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  expect(named).toBeGreaterThan(rows.length)
  expect(Object.values(costs).reduce((total, cost) => total + cost.calls, 0)).toBe(rows.length)
  expect(spent).toMatchObject({
    tokens: sum((row) => (row.input_tokens ?? 0) + (row.output_tokens ?? 0)),
    costUsd: sum((row) => row.cost_usd ?? 0),
    unpriced: rows.filter((row) => row.cost_usd === null).length,
  })
})

test.each([
  ['research', events],
  ['an answer', answering],
])('after every event of %s the rows noted so far are all rows of the run as it stands', (_, told) => {
  const run = folded([])
  const kept = new Map<string, Map<string, object>>(views.map((view) => [view.table, new Map()]))
  for (const event of told) {
    take(run, event)
    const changes = new RunChanges(run)
    changes.note(event)
    for (const { view, rows, ended } of changes.made()) {
      const keyOf = (row: object) => view.key.map((column) => String(Reflect.get(row, column))).join(' ')
      for (const row of rows) kept.get(view.table)?.set(keyOf(row), row)
      for (const { id } of ended) kept.get(view.table)?.delete(id)
    }
    for (const view of views) {
      expect([...view.ids(run)].sort(), view.table).toEqual([...idsOf(run)[view.table]].sort())
      const all = idsOf(run)[view.table].flatMap((id) => view.row(snapshotOf(run), id) ?? [])
      const noted = [...(kept.get(view.table)?.values() ?? [])].map((row) => withoutRun(row))
      expect(byText(noted), `${view.table} after ${event.type} at ${event.pos}`).toEqual(byText(all))
    }
  }
})

function withoutRun(row: object): object {
  const { workspace_id, run_id, ...rest } = row as { workspace_id: string; run_id: string }
  expect({ workspace_id, run_id }).toEqual({ workspace_id: 'home', run_id: 'run-1' })
  return rest
}

function byText(rows: readonly object[]): readonly object[] {
  return rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

describe('run', () => {
  const at = (length: number) => rowsOf('run', events.slice(0, length))[0]

  test('before its request', () => {
    expect(rowsOf('run', [])).toEqual([
      {
        pos: 0,
        question: null,
        criteria: null,
        as_of: null,
        status: 'queued',
        step: 'start',
        iteration: 0,
        stop_reason: null,
        stop_rule: null,
        models: null,
        limits: null,
        searches: 0,
        reads: 0,
        snowball_rounds: [],
        screening: { two: null, sample: null },
        answering: null,
        report_hash: null,
        started_at: null,
        ended_at: null,
      },
    ])
  })

  test('at its end', () => {
    expect(at(events.length)).toMatchObject({
      pos: events.length,
      question,
      criteria: 'only agents',
      as_of: '2026-07-01',
      status: 'completed',
      step: 'completed',
      iteration: 1,
      stop_reason: 'nothing new',
      stop_rule: 3,
      models: { planner: 'none', judge: 'none' },
      limits: { maxReads: 20, maxSearches: 40 },
      searches: 4,
      reads: 3,
      snowball_rounds: [{ iteration: 1, round: 1, seeds: ['D1', 'D2'], returned: 1, newDocuments: 1, rho: 1 }],
      answering: null,
      report_hash: '3'.repeat(64),
      // A fork's own time begins where it was forked.
      started_at: events.find(({ type }) => type === 'RunForked')?.at,
      ended_at: events.at(-1)?.at,
    })
  })

  test('a paused run says why; a run that is to stop says the rule before it ends', () => {
    const paused = events.findIndex(({ type }) => type === 'RunPaused') + 1
    expect(at(paused)).toMatchObject({ status: 'paused', stop_reason: 'lunch', stop_rule: null, report_hash: null, ended_at: null })
    const stopping = events.findIndex(({ type }) => type === 'ReportRequested') + 1
    expect(at(stopping)).toMatchObject({ status: 'running', stop_reason: 'nothing new', stop_rule: 3, ended_at: null })
  })
})

describe('a run of kind answer', () => {
  const upTo = (type: string) => answering.slice(0, answering.findIndex((event) => event.type === type) + 1)
  const nothing = { mode: null, searches: 0, turns: 0, refusedSearches: 0, removedMarks: 0, cited: 0 }

  test.each([
    ['asked for', 'RunRequested', nothing],
    ['searched, which the first search is not counted as', 'SearchesRequested', nothing],
    ['thought about', 'TurnTaken', { ...nothing, turns: 1 }],
    ['about to be written', 'AnswerRequested', { ...nothing, searches: 1, turns: 4, refusedSearches: 1 }],
    ['answered', 'RunCompleted', { mode: 'model', searches: 1, turns: 4, refusedSearches: 1, removedMarks: 2, cited: 1 }],
  ])('%s', (_, type, figures) => {
    expect(rowsOf('run', upTo(type))[0]).toMatchObject({ question: answerQuestion, answering: figures, report_hash: null })
  })

  test('what it cites is cited, the rest was found', () => {
    const statuses = (some: readonly TypedEvent[]) => rowsOf('document', some).map(({ document_id, status }) => `${document_id} ${status}`)
    expect(statuses(upTo('AnswerRequested'))).toEqual(['D1 found', 'D2 found'])
    expect(statuses(answering)).toEqual(['D1 found', 'D2 cited'])
  })

  test('its calls and its degraded steps', () => {
    expect(rowsOf('call', answering).map(({ call_id, role, stage }) => `${call_id} ${role} ${stage}`)).toEqual([
      'c1 agent answer',
      'c2 agent answer',
      'c3 agent answer',
      'c4 agent answer',
    ])
    expect(rowsOf('degraded', answering).map(({ stage, role, count }) => `${stage} ${role} ${count}`)).toEqual([
      'answer summarizer 2',
      'answer agent 1',
    ])
  })
})

test('subquestions', () => {
  const base = { rationale: 'why', split_into: [], coverage: 0 }
  expect(rowsOf('subquestion', events)).toEqual([
    { ...base, subquestion_id: 'RQ1', text: 'What of RQ1?', priority: 1, status: 'deprioritized', origin: 'planner', coverage: 0.4 },
    { ...base, subquestion_id: 'RQ2', text: 'What of RQ2?', priority: 2, status: 'closed', origin: 'planner', split_into: ['RQ3', 'RQ4'] },
    { ...base, subquestion_id: 'RQ3', text: 'What of RQ3?', priority: 2, status: 'active', origin: 'critic' },
    { ...base, subquestion_id: 'RQ4', text: 'What of RQ4?', priority: 3, status: 'closed', origin: 'critic' },
  ])
})

test('intents with their yields', () => {
  const first = { intent_id: 'RQ1.i1', subquestion_id: 'RQ1', text: 'intent 1', reword_of: null }
  const second = { intent_id: 'RQ2.i1', subquestion_id: 'RQ2', text: 'intent 2', reword_of: null }
  expect(rowsOf('intent', events.slice(0, beginning.length + middle.length))).toEqual([
    { ...first, status: 'open', closed_reason: null, found: 3, relevant: 1 },
    { ...second, status: 'closed', closed_reason: 'closed by the critic', found: 2, relevant: 1 },
  ])
  expect(rowsOf('intent', events)).toEqual([
    { ...first, status: 'closed', closed_reason: 'no new query', found: 4, relevant: 1 },
    { ...second, status: 'closed', closed_reason: 'closed by the critic', found: 2, relevant: 0 },
  ])
})

test('operations', () => {
  const base = { source: 'library', iteration: 1, round: 0, seed: null, direction: null, reason: null, unresolved: 0 }
  const search = { ...base, kind: 'search', asked: 200, total: null, returned: 0 }
  const followed = { ...base, kind: 'references', intent_id: null, query: '', round: 1, direction: 'backward', asked: 50, total: null }
  expect(rowsOf('operation', events)).toEqual([
    { ...search, operation_id: 'S1', intent_id: 'RQ1.i1', query: 'query S1', outcome: 'hits', returned: 3, total: 9 },
    { ...search, operation_id: 'S2', intent_id: 'RQ2.i1', query: 'query S2', outcome: 'hits', returned: 2, total: 9 },
    { ...search, operation_id: 'S3', intent_id: 'RQ2.i1', query: 'query S3', outcome: 'throttled', reason: '429' },
    { ...search, operation_id: 'S4', intent_id: 'RQ1.i1', query: 'query S4', outcome: 'failed', reason: 'gave up' },
    {
      ...search,
      operation_id: 'S9',
      kind: 'seed',
      source: 'openalex',
      intent_id: null,
      query: 'doi:10.5555/x',
      asked: 1,
      outcome: 'skipped',
      reason: 'openalex does not have this work',
    },
    { ...followed, operation_id: 'S5', seed: 'D1', outcome: 'truncated', returned: 1, unresolved: 2 },
    { ...followed, operation_id: 'S6', seed: 'D2', outcome: 'failed', returned: 0, reason: 'gave up' },
    { ...search, operation_id: 'S7', intent_id: 'RQ1.i1', iteration: 2, query: 'query S7', outcome: 'hits', returned: 1, total: 9 },
  ])
})

describe('documents', () => {
  const brief = (some: readonly TypedEvent[]) =>
    rowsOf('document', some).map((row) => [row.document_id, row.status, row.decision, row.reason, row.records.join(' ')])

  test('before the split: D2 is a part of D1, which the user has excluded and included again', () => {
    const split = events.findIndex(({ type }) => type === 'DocumentSplit')
    expect(brief(events.slice(0, split))).toEqual([
      ['D1', 'read', 'included', null, 'library:a library:b'],
      ['D3', 'relevant', 'reading failed', 'its reading failed', 'library:c'],
      ['D4', 'relevant', 'reading failed', 'its reading failed', 'library:d'],
      ['D5', 'screened-out', 'notice', 'notice about another work', 'library:e'],
    ])
    expect(brief(events.slice(0, split - 3))).toContainEqual([
      'D1',
      'screened-out',
      'excluded by user',
      'excluded by the user: a duplicate',
      'library:a library:b',
    ])
  })

  test('at the end', () => {
    expect(brief(events)).toEqual([
      ['D1', 'cited', 'included', null, 'library:a'],
      ['D3', 'relevant', 'reading failed', 'its reading failed', 'library:c'],
      ['D4', 'relevant', 'reading failed', 'its reading failed', 'library:d'],
      ['D5', 'screened-out', 'notice', 'notice about another work', 'library:e'],
      ['D2', 'screened-out', 'retracted', 'retracted', 'library:b'],
    ])
  })

  test('the reason of the screener', () => {
    const read = events.findIndex(({ type }) => type === 'ReadingAllocated')
    expect(brief(events.slice(0, read))).toContainEqual(['D3', 'screened-out', 'excluded by screening', 'off topic', 'library:c'])
  })

  test('a row in full', () => {
    const [first] = rowsOf('document', events.slice(0, beginning.length + middle.length))
    expect(first).toEqual({
      document_id: 'D1',
      title: 'Title of a',
      authors: [{ family: 'Okafor' }],
      year: 2024,
      venue: 'Journal of Tests',
      ids: { doi: '10.5555/a' },
      records: ['library:a', 'library:b'],
      scores: { RQ1: 0.9, RQ2: 0.5 },
      status: 'read',
      decision: 'included',
      reason: null,
      editorial: 'ok',
      read_depth: 'abstract',
      depth: 0,
      found_by: ['S1'],
      merges: [{ a: 'library:b', b: 'library:a', tier: 'title', signals: ['same title'] }],
    })
    expect(rowsOf('document', events)[1]).toMatchObject({ document_id: 'D3', year: null, venue: null, read_depth: null, merges: [] })
    expect(rowsOf('document', events)[3]).toMatchObject({ document_id: 'D5', depth: 1, found_by: ['S5'] })
  })
})

test('screening stays under the id that the document had', () => {
  const base = { screener: 'lexical', reason: null, criterion: null, pass: null, input_cut: false }
  const pos = beginning.length + 2
  expect(rowsOf('screening', events)).toEqual([
    { ...base, document_id: 'D1', pos, scores: { RQ1: 0.9, RQ2: 0.5 }, note: 'note on D1' },
    { ...base, document_id: 'D2', pos: pos + 1, scores: { RQ1: 0.7 }, note: 'note on D2' },
    { ...base, document_id: 'D3', pos: pos + 2, scores: { RQ1: 0.49, RQ2: 0.1 }, note: 'note on D3', reason: 'off topic' },
  ])
})

test('evidence goes with its record, and counts as its document does', () => {
  const owners = (some: readonly TypedEvent[]) => rowsOf('evidence', some).map((row) => [row.evidence_id, row.document_id, row.usable])
  const split = events.findIndex(({ type }) => type === 'DocumentSplit')
  const read = events.findIndex(({ type }) => type === 'ReadingFailed')
  expect(owners(events.slice(0, read))).toEqual([
    ['D1.e1', 'D1', true],
    ['D1.e2', 'D1', true],
    ['D2.e1', 'D2', true],
  ])
  expect(owners(events.slice(0, split - 3))).toEqual([
    ['D1.e1', 'D1', false],
    ['D1.e2', 'D1', false],
    ['D2.e1', 'D1', false],
    ['D1.e3', 'D1', false],
  ])
  expect(owners(events)).toEqual([
    ['D1.e1', 'D1', true],
    ['D1.e2', 'D1', true],
    ['D2.e1', 'D2', false],
    ['D1.e3', 'D2', false],
  ])
  expect(rowsOf('evidence', events)[1]).toEqual({
    evidence_id: 'D1.e2',
    document_id: 'D1',
    record_key: 'library:a',
    subquestion_id: 'RQ1',
    claim: 'claim of D1.e2',
    quote: 'quote of D1.e2',
    quote_check: 'short',
    support: 'supports',
    strength: 0.6,
    section: 'Results',
    page: 4,
    read_depth: 'abstract',
    usable: true,
  })
  expect(rowsOf('evidence', events)[0]).toMatchObject({ section: 'Abstract', page: null })
})

test('answers', () => {
  expect(rowsOf('answer', events)).toEqual([
    {
      subquestion_id: 'RQ1',
      sentences: [{ text: 'It helps.', citations: ['D1'], evidence: ['D1.e1'] }],
      not_established: ['for how long'],
      contradictions: [{ note: 'they differ', evidence: ['D1.e1', 'D2.e1'] }],
      coverage: 0.4,
      synthesizer: 'openai:stand-in',
    },
  ])
})

test('a call counts once, at the first event that names it; what is unknown is null', () => {
  const model = 'openai:stand-in'
  const known = { model, outcome: 'ok', input_tokens: 100, output_tokens: 10, cached_tokens: 0, ms: 7 }
  const nothing = { input_tokens: null, output_tokens: null, cached_tokens: null }
  const planned = events.findIndex(({ type }) => type === 'PlanProposed') + 1
  const lastFailure = events.findLastIndex(({ type }) => type === 'WorkFailed') + 1
  expect(rowsOf('call', events)).toEqual([
    { ...known, call_id: 'c1', pos: planned, role: 'planner', stage: 'planning', cost_usd: 0.25 },
    { ...known, ...nothing, call_id: 'c2', pos: planned, role: 'planner', stage: 'planning', outcome: 'timeout', cost_usd: null },
    { ...known, call_id: 'c3', pos: beginning.length + 3, role: 'screener', stage: 'screening', cost_usd: 0.5, cached_tokens: 40 },
    { ...known, call_id: 'c4', pos: lastFailure, role: 'reader', stage: 'reading', cost_usd: null },
  ])
})

test('degraded steps', () => {
  expect(rowsOf('degraded', events)).toEqual([
    { key_hash: stableHash('planning|planner|invalid reply'), stage: 'planning', role: 'planner', reason: 'invalid reply', count: 1 },
    { key_hash: stableHash('planning|intent|budget'), stage: 'planning', role: 'intent', reason: 'budget', count: 2 },
    { key_hash: stableHash('reading|reader|no text'), stage: 'reading', role: 'reader', reason: 'no text', count: 2 },
  ])
})

test('an id that no fold knows has no row', () => {
  const snapshot = snapshotOf(folded(events))
  for (const view of views.filter(({ table }) => table !== 'run')) expect(view.row(snapshot, 'D99@1')).toBeNull()
})

test('calls that a fork inherited have no row: neither those of copied events, nor those of an ancestor, also when named again', () => {
  const call = modelCall({ callId: 'old' })
  const forked = [
    {
      ...sealForTest({ type: 'RunPaused', data: { commandId: 'p', reason: '', cause: 'user' }, usage: [call] }, 1),
      inherited: true as const,
    },
    sealForTest({ type: 'RunForked', data: { parentRunId: 'r-old', at: 1, models: {}, reason: '' } }, 2),
    sealForTest(
      {
        type: 'RunResumed',
        data: { commandId: 'r', reason: '' },
        usage: [call, modelCall({ callId: 'ancestor', inherited: true }), modelCall({ callId: 'own' })],
      },
      3,
    ),
  ]
  expect(rowsOf('call', forked).map(({ call_id }) => call_id)).toEqual(['own'])
})
