import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openReadModel, type ReadModelDatabase } from './database.ts'
import { deleteRunRows } from './delete-run-rows.ts'
import { readModelTables } from './migration.ts'
import { costsByModel, costsOfRuns } from './queries/costs.ts'
import { runDegraded } from './queries/degraded.ts'
import { documentCounts, documentStatuses, runDocuments } from './queries/documents.ts'
import { runEvidence } from './queries/evidence.ts'
import { evidenceCounts } from './queries/evidence-counts.ts'
import { runOperations } from './queries/operations.ts'
import { runPlan } from './queries/plan.ts'
import { findRun, listRuns } from './queries/runs.ts'
import type { CallRow, DocumentRow, EvidenceRow, IntentRow, OfRun, OperationRow, SubquestionRow } from './tables.ts'

let server: TestPostgres
let pool: Pool
let db: ReadModelDatabase

beforeAll(async () => {
  server = await startTestPostgres()
  pool = new Pool({ connectionString: await server.newDatabase(), max: 4 })
  pool.on('error', () => undefined)
  await pool.query(readModelTables('read_model'))
  db = openReadModel(pool)
})
beforeEach(async () => {
  await put('run', run('run-1'))
  // A run of another workspace, and another run of this one, which no query of run-1 may give.
  for (const of of [
    { workspace_id: 'away', run_id: 'run-1' },
    { workspace_id: 'home', run_id: 'run-9' },
  ]) {
    await put('run', run('run-9', { ...of, started_at: '2026-06-01T00:00:00.000Z' }))
    await put('subquestion', subquestion('RQ7', of))
    await put('intent', intent('RQ7.i1', of))
    await put('operation', operation('S7', of))
    await put('document', document('D7', of))
    await put('evidence', evidence('D7.e1', of))
    await put('call', call('c7', of))
    await put('degraded', { ...of, key_hash: 'k7', stage: 'search', role: 'query', reason: 'not mine', count: 7 })
  }
})
afterEach(() => pool.query('truncate read_model.run cascade'))
afterAll(async () => {
  await pool.end()
  await server.stop()
})

async function put(table: string, row: object): Promise<void> {
  await pool.query(`insert into read_model.${table} select * from json_populate_recordset(null::read_model.${table}, $1::json)`, [
    JSON.stringify([row]),
  ])
}

const home: OfRun = { workspace_id: 'home', run_id: 'run-1' }

function run(runId: string, more: object = {}) {
  const place = { pos: 5, status: 'running', step: 'queries', iteration: 2, searches: 3, reads: 4, snowball_rounds: [] }
  return { ...home, run_id: runId, ...place, question: `question of ${runId}`, started_at: '2026-07-01T10:00:00.123Z', ...more }
}

function subquestion(subquestionId: string, more: Partial<SubquestionRow & OfRun> = {}) {
  const plan = { text: `text of ${subquestionId}`, rationale: 'why', priority: 2, status: 'active', origin: 'planner', split_into: [] }
  return { ...home, subquestion_id: subquestionId, ...plan, coverage: 0.25, ...more }
}

function intent(intentId: string, more: Partial<IntentRow & OfRun> = {}) {
  const plan = { subquestion_id: intentId.split('.')[0], text: `text of ${intentId}`, status: 'open', closed_reason: null, reword_of: null }
  return { ...home, intent_id: intentId, ...plan, found: 3, relevant: 1, ...more }
}

function operation(operationId: string, more: Partial<OperationRow & OfRun> = {}) {
  const what = { kind: 'search', intent_id: 'RQ1.i1', source: 'library', query: 'q', iteration: 1, round: 0, seed: null, direction: null }
  return {
    ...home,
    operation_id: operationId,
    ...what,
    outcome: 'hits',
    reason: null,
    asked: 50,
    returned: 9,
    total: null,
    unresolved: 0,
    ...more,
  }
}

function document(documentId: string, more: Partial<DocumentRow & OfRun> = {}) {
  const work = { title: `title of ${documentId}`, authors: [], year: null, venue: null, ids: {}, records: [`library:${documentId}`] }
  const place = { editorial: 'ok', read_depth: null, depth: 0, found_by: ['S1'], merges: [] }
  return {
    ...home,
    document_id: documentId,
    ...work,
    scores: { RQ1: 0.5 },
    status: 'found',
    decision: 'not screened',
    reason: null,
    ...place,
    ...more,
  }
}

function evidence(evidenceId: string, more: Partial<EvidenceRow & OfRun> = {}) {
  const text = { record_key: 'library:a', claim: 'c', quote: 'q', section: 'Abstract', page: null, read_depth: 'abstract', strength: 0.6 }
  const judged = { subquestion_id: 'RQ1', quote_check: 'verified', support: 'supports', usable: true }
  return { ...home, evidence_id: evidenceId, document_id: evidenceId.split('.')[0], ...text, ...judged, ...more }
}

function call(callId: string, more: Partial<CallRow & OfRun> = {}) {
  const tokens = { input_tokens: 100, output_tokens: 10, cached_tokens: 0, cost_usd: 0.5, ms: 3 }
  return { ...home, call_id: callId, pos: 1, role: 'planner', stage: 'planning', model: 'm', outcome: 'ok', ...tokens, ...more }
}

describe('runs', () => {
  test('newest first, those of one moment by id, those without a beginning last', async () => {
    await put('run', run('run-2', { started_at: '2026-07-02T00:00:00.000Z' }))
    await put('run', run('run-3', { started_at: '2026-07-01T10:00:00.123Z' }))
    await put('run', run('run-4', { started_at: null }))
    expect((await listRuns(db, 'home')).map(({ runId }) => runId)).toEqual(['run-2', 'run-3', 'run-1', 'run-9', 'run-4'])
    expect((await listRuns(db, 'home', { limit: 2 })).map(({ runId }) => runId)).toEqual(['run-2', 'run-3'])
    expect((await listRuns(db, 'away')).map(({ runId }) => runId)).toEqual(['run-1'])
  })

  test.each([
    ['the first', 'run-2', ['run-3', 'run-1', 'run-9', 'run-4', 'run-0']],
    ['one of a moment', 'run-3', ['run-1', 'run-9', 'run-4', 'run-0']],
    ['the last with a beginning', 'run-9', ['run-4', 'run-0']],
    ['one without', 'run-4', ['run-0']],
    ['the last', 'run-0', []],
  ])('after %s', async (_, last, rest) => {
    await put('run', run('run-2', { started_at: '2026-07-02T00:00:00.000Z' }))
    await put('run', run('run-3'))
    await put('run', run('run-4', { started_at: null }))
    await put('run', run('run-0', { started_at: null }))
    const after = (await listRuns(db, 'home')).find(({ runId }) => runId === last)
    if (after === undefined) throw new Error(`no ${last}`)
    expect((await listRuns(db, 'home', { after })).map(({ runId }) => runId)).toEqual(rest)
  })

  test('of some statuses', async () => {
    await put('run', run('run-2', { status: 'queued' }))
    await put('run', run('run-3', { status: 'failed' }))
    expect((await listRuns(db, 'home', { statuses: ['queued', 'failed'] })).map(({ runId }) => runId)).toEqual(['run-3', 'run-2'])
  })

  test('in full, and of its workspace alone', async () => {
    await pool.query('delete from read_model.run where run_id = $1 and workspace_id = $2', ['run-1', 'home'])
    const screening = { two: null, sample: { included: 1, excluded: 2, sampled: 1, found: ['D3'], recall: null } }
    const more = { stop_rule: 3, stop_reason: 'nothing new', screening }
    await put('run', run('run-1', { ended_at: '2026-07-01T11:00:00.000Z', as_of: '2026-07-01', ...more }))
    expect(await findRun(db, 'home', 'run-1')).toEqual({
      runId: 'run-1',
      kind: 'research',
      question: 'question of run-1',
      criteria: null,
      asOf: '2026-07-01',
      status: 'running',
      step: 'queries',
      iteration: 2,
      stopReason: 'nothing new',
      stopRule: 3,
      models: null,
      limits: null,
      searches: 3,
      reads: 4,
      snowballRounds: [],
      screening,
      answering: null,
      startedAt: '2026-07-01T10:00:00.123Z',
      endedAt: '2026-07-01T11:00:00.000Z',
    })
    expect(await findRun(db, 'away', 'run-9')).toBeNull()
    expect(await findRun(db, 'home', 'run-2')).toBeNull()
  })

  test('one of kind answer, with how it came to its answer', async () => {
    const answering = { mode: 'model', searches: 2, turns: 4, refusedSearches: 1, removedMarks: 0, cited: 3 }
    await put('run', run('run-2', { answering }))
    expect(await findRun(db, 'home', 'run-2')).toMatchObject({ kind: 'answer', answering })
    expect((await listRuns(db, 'home')).map(({ kind, runId }) => `${kind} ${runId}`)).toEqual(
      expect.arrayContaining(['answer run-2', 'research run-1']),
    )
  })
})

test('the plan, in the order of numbers', async () => {
  await put('subquestion', subquestion('RQ10'))
  await put('subquestion', subquestion('RQ2', { split_into: ['RQ10'], status: 'closed', origin: 'user', priority: 5 }))
  for (const id of ['RQ2.i10', 'RQ2.i2', 'RQ10.i1']) await put('intent', intent(id))
  const plan = await runPlan(db, 'home', 'run-1')
  expect(plan.map(({ subquestionId, intents }) => [subquestionId, intents.map(({ intentId }) => intentId)])).toEqual([
    ['RQ2', ['RQ2.i2', 'RQ2.i10']],
    ['RQ10', ['RQ10.i1']],
  ])
  expect(plan[0]).toMatchObject({
    text: 'text of RQ2',
    rationale: 'why',
    priority: 5,
    status: 'closed',
    origin: 'user',
    splitInto: ['RQ10'],
    coverage: 0.25,
  })
  expect(plan[1]?.intents).toEqual([
    { intentId: 'RQ10.i1', text: 'text of RQ10.i1', status: 'open', closedReason: null, rewordOf: null, found: 3, relevant: 1 },
  ])
})

test('operations, in the order of numbers', async () => {
  await put('operation', operation('S10', { kind: 'references', intent_id: null, seed: 'D1', direction: 'backward', round: 1 }))
  await put('operation', operation('S2', { total: 40, reason: 'cut' }))
  expect(await runOperations(db, 'home', 'run-1')).toEqual([
    {
      operationId: 'S2',
      kind: 'search',
      intentId: 'RQ1.i1',
      source: 'library',
      query: 'q',
      iteration: 1,
      round: 0,
      seed: null,
      direction: null,
      outcome: 'hits',
      reason: 'cut',
      asked: 50,
      returned: 9,
      total: 40,
      unresolved: 0,
    },
    expect.objectContaining({
      operationId: 'S10',
      kind: 'references',
      intentId: null,
      seed: 'D1',
      direction: 'backward',
      round: 1,
      total: null,
    }),
  ])
})

test('documents, in the order of numbers, and how many there are of each status', async () => {
  expect(await documentCounts(db, 'home', 'run-1')).toEqual({ found: 0, 'screened-out': 0, relevant: 0, read: 0, cited: 0 })
  await put('document', document('D10', { status: 'cited', decision: 'included', year: 2024, venue: 'J', read_depth: 'abstract' }))
  await put('document', document('D2', { status: 'screened-out', decision: 'retracted', reason: 'retracted', editorial: 'retracted' }))
  await put('document', document('D3', { status: 'cited' }))
  const documents = await runDocuments(db, 'home', 'run-1')
  expect(documents.map(({ documentId }) => documentId)).toEqual(['D2', 'D3', 'D10'])
  expect(documents[2]).toEqual({
    documentId: 'D10',
    title: 'title of D10',
    year: 2024,
    venue: 'J',
    ids: {},
    records: ['library:D10'],
    status: 'cited',
    decision: 'included',
    reason: null,
    editorial: 'ok',
    scores: { RQ1: 0.5 },
    read: 'abstract',
    depth: 0,
    foundBy: ['S1'],
  })
  const counts = await documentCounts(db, 'home', 'run-1')
  expect(counts).toEqual({ found: 0, 'screened-out': 1, relevant: 0, read: 0, cited: 2 })
  expect(Object.keys(counts)).toEqual(documentStatuses)
})

test('evidence: what counts, and what is set aside', async () => {
  await put('evidence', evidence('D1.e1', { subquestion_id: 'RQ10' }))
  await put('evidence', evidence('D1.e2', { quote_check: 'short', support: 'mixed', subquestion_id: 'RQ2' }))
  await put('evidence', evidence('D2.e1', { quote_check: 'refused', support: 'refutes', subquestion_id: 'RQ2' }))
  await put('evidence', evidence('D3.e1', { usable: false, subquestion_id: 'RQ3' }))
  const counts = await evidenceCounts(db, 'home', 'run-1')
  expect(counts).toEqual({
    total: 3,
    setAside: 1,
    documents: 2,
    bySubquestion: { RQ2: 2, RQ10: 1 },
    byQuoteCheck: { verified: 1, refused: 1, unchecked: 0, short: 1 },
    bySupport: { supports: 1, refutes: 1, mixed: 1, background: 0 },
  })
  expect(Object.keys(counts.bySubquestion)).toEqual(['RQ2', 'RQ10'])
})

test('costs by role and stage; what is unknown is null, never 0', async () => {
  await put('call', call('c1'))
  await put('call', call('c2', { cost_usd: null, input_tokens: null, output_tokens: null, outcome: 'timeout' }))
  await put('call', call('c3', { role: 'reader', stage: 'reading', cost_usd: null }))
  await put('call', call('c4', { role: 'reader', stage: 'snowball', cost_usd: 0 }))
  const costs = await costsOfRuns(db, 'home', ['run-1', 'run-2'])
  expect([...costs.keys()]).toEqual(['run-1'])
  expect(costs.get('run-1')).toEqual([
    { role: 'planner', stage: 'planning', calls: 2, failedCalls: 1, inputTokens: 100, outputTokens: 10, costUsd: 0.5, unpriced: 1 },
    { role: 'reader', stage: 'reading', calls: 1, failedCalls: 0, inputTokens: 100, outputTokens: 10, costUsd: null, unpriced: 1 },
    { role: 'reader', stage: 'snowball', calls: 1, failedCalls: 0, inputTokens: 100, outputTokens: 10, costUsd: 0, unpriced: 0 },
  ])
  expect(await costsOfRuns(db, 'home', [])).toEqual(new Map())
  expect([...(await costsOfRuns(db, 'home', ['run-1', 'run-9'])).keys()]).toEqual(['run-1', 'run-9'])
})

test('costs by model, in the order of their names', async () => {
  await put('call', call('c1', { model: 'openai:b' }))
  await put('call', call('c2', { model: 'openai:b', outcome: 'invalid', cost_usd: null, role: 'reader', stage: 'reading' }))
  await put('call', call('c3', { model: 'Z:a', cost_usd: null, input_tokens: null }))
  expect(await costsByModel(db, 'home', 'run-1')).toEqual([
    { model: 'Z:a', spent: { calls: 1, failedCalls: 0, inputTokens: 0, outputTokens: 10, costUsd: null, unpriced: 1 } },
    { model: 'openai:b', spent: { calls: 2, failedCalls: 1, inputTokens: 200, outputTokens: 20, costUsd: 0.5, unpriced: 1 } },
  ])
})

test('evidence, by the numbers of document and item, also what does not count', async () => {
  await put('document', document('D2'))
  await put('document', document('D10'))
  await put('evidence', evidence('D10.e1', { usable: false, page: 3, support: 'refutes' }))
  await put('evidence', evidence('D2.e10'))
  await put('evidence', evidence('D2.e9', { document_id: 'D10' }))
  const items = await runEvidence(db, 'home', 'run-1')
  expect(items.map(({ evidenceId }) => evidenceId)).toEqual(['D2.e10', 'D2.e9', 'D10.e1'])
  expect(items[2]).toEqual({
    evidenceId: 'D10.e1',
    documentId: 'D10',
    recordKey: 'library:a',
    subquestionId: 'RQ1',
    claim: 'c',
    quote: 'q',
    quoteCheck: 'verified',
    support: 'refutes',
    strength: 0.6,
    section: 'Abstract',
    page: 3,
    depth: 'abstract',
    usable: false,
  })
})

test('degraded steps', async () => {
  await put('degraded', { ...home, key_hash: 'k', stage: 'reading', role: 'reader', reason: 'no text', count: 2 })
  expect(await runDegraded(db, 'home', 'run-1')).toEqual([{ stage: 'reading', role: 'reader', reason: 'no text', count: 2 }])
})

test('a run that is taken out takes its rows with it, and no others', async () => {
  await put('document', document('D1'))
  const client = await pool.connect()
  await client.query('begin')
  await deleteRunRows(client, { workspaceId: 'home', runId: 'run-1' })
  await client.query('commit')
  client.release()
  expect(await findRun(db, 'home', 'run-1')).toBeNull()
  expect(await runDocuments(db, 'home', 'run-1')).toEqual([])
  expect(await findRun(db, 'away', 'run-1')).not.toBeNull()
  expect(await runDocuments(db, 'home', 'run-9')).toHaveLength(1)
})
