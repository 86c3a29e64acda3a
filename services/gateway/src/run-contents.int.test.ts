import { openReadModel } from '@winnow/readmodel/database.ts'
import { costsByModel } from '@winnow/readmodel/queries/costs.ts'
import { runDocuments } from '@winnow/readmodel/queries/documents.ts'
import { runEvidence } from '@winnow/readmodel/queries/evidence.ts'
import { renderExport } from '@winnow/runs/exports.ts'
import { findRun } from '@winnow/runs/load-run.ts'
import { runMaterial } from '@winnow/runs/run-material.ts'
import { shownRun } from '@winnow/runs/shown-run.ts'
import { PostgresBlobStore } from '@winnow/runtime/blobs/postgres-blob-store.ts'
import { startTestPostgres, type TestPostgres } from '@winnow/testkit/postgres-server.ts'
import { memoryLog } from '@winnow/testkit/recorded-run.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGateway } from './app.ts'
import type { Gateway } from './gateway-context.ts'
import { openGatewayDatabase } from './testing/gateway-database.ts'
import { bearer, testParts } from './testing/gateway-parts.ts'
import { type HistoryRun, project, tellHistory } from './testing/history-run.ts'

let server: TestPostgres
let db: Awaited<ReturnType<typeof openGatewayDatabase>>
let app: Gateway
let run: HistoryRun
let headers: { readonly authorization: string }
beforeAll(async () => {
  server = await startTestPostgres()
  db = await openGatewayDatabase(await server.newDatabase())
  app = await createGateway(testParts(db.pool))
  run = await tellHistory(db, { runId: 'r-ended', workspaceId: 'acme' })
  await tellHistory(db, { runId: 'r-open', workspaceId: 'acme' }, 90)
  await project(db)
  headers = await bearer(db.pool, 'acme', 'researcher')
})
afterAll(async () => {
  await app.close()
  await db.pool.end()
  await server.stop()
})

const get = (path: string) => app.inject({ url: `/v1/runs${path}`, headers })
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('what the read model has of a run is answered whole', () => {
  test('the run as it stands', async () => {
    const shown = await shownRun(openReadModel(db.pool), 'acme', 'r-ended')
    expect(shown?.status).toBe('completed')
    expect(shown?.operations.length).toBeGreaterThan(10)
    expect((await get('/r-ended')).json()).toEqual(asJson(shown))
  })

  test('its documents', async () => {
    const documents = await runDocuments(openReadModel(db.pool), 'acme', 'r-ended')
    expect(documents.length).toBeGreaterThan(5)
    expect((await get('/r-ended/documents')).json()).toEqual({ documents: asJson(documents) })
  })

  test('its evidence', async () => {
    const evidence = await runEvidence(openReadModel(db.pool), 'acme', 'r-ended')
    expect(evidence.length).toBeGreaterThan(10)
    expect((await get('/r-ended/evidence')).json()).toEqual({ evidence: asJson(evidence) })
  })

  test('its costs, which are those of its models together', async () => {
    const models = await costsByModel(openReadModel(db.pool), 'acme', 'r-ended')
    const { byModel, ...costs } = (await get('/r-ended/costs')).json()
    expect(costs).toEqual(asJson((await shownRun(openReadModel(db.pool), 'acme', 'r-ended'))?.cost))
    expect(costs.calls).toBeGreaterThan(10)
    expect(byModel).toMatchObject(
      models.map(({ model, spent: { calls, inputTokens, outputTokens } }) => ({ model, calls, inputTokens, outputTokens })),
    )
    for (const part of ['byStage', 'byRole'] as const)
      for (const name of ['calls', 'inputTokens', 'outputTokens'] as const)
        expect(costs[part].reduce((sum: number, one: { [key: string]: number }) => sum + (one[name] ?? 0), 0)).toBe(costs[name])
  })
})

describe('a run that is not projected yet', () => {
  test('stands as it will when it is', async () => {
    await tellHistory(db, { runId: 'r-fresh', workspaceId: 'acme' })
    const before = (await get('/r-fresh')).json()
    for (const path of ['/documents', '/evidence', '/costs', '/events', '/report.md'])
      expect([path, (await get(`/r-fresh${path}`)).statusCode]).toEqual([path, 200])
    expect([before.plan, before.operations, before.documents.total, before.evidence.total]).toEqual([{ subquestions: [] }, [], 0, 0])
    await project(db)
    const after = (await get('/r-fresh')).json()
    const { plan, operations, documents, evidence, ...told } = after
    expect(before).toMatchObject(told)
    expect(Object.keys(before).sort()).toEqual(Object.keys(after).sort())
    expect(Object.keys(before.documents.byStatus)).toEqual(Object.keys(documents.byStatus))
    expect([evidence.total > 0, plan.subquestions.length > 0, operations.length > 0]).toEqual([true, true, true])
  })
})

describe('a run that the archive does not have yet', () => {
  test('is there, as far as the log tells it', async () => {
    const log = memoryLog()
    const behind = await createGateway(testParts(db.pool, { log }))
    const ask = (path: string, more: object = {}) => behind.inject({ url: `/v1/runs${path}`, headers, ...more })
    const { runId } = (await ask('', { method: 'POST', payload: { question: 'How?' } })).json()
    expect((await ask(`/${runId}`)).json()).toMatchObject({ runId, question: 'How?', status: 'running', step: 'start' })
    expect((await ask(`/${runId}/events`)).json()).toEqual({ events: [], next: null })
    expect((await ask(`/${runId}/documents`)).json()).toEqual({ documents: [] })
    expect((await ask(`/${runId}/report.md`)).statusCode).toBe(404)
    expect((await ask(`/${runId}/bibliography.json`)).json()).toEqual([])
    expect((await ask(`/${runId}/blobs/${'f'.repeat(64)}`)).statusCode).toBe(404)
    expect((await ask(`/${runId}/pause`, { method: 'POST' })).statusCode).toBe(202)
    // What it says is of now, each time.
    expect((await ask(`/${runId}`)).json()).toMatchObject({ status: 'paused' })
    const theirs = await bearer(db.pool, 'other', 'admin')
    for (const path of ['', '/events', '/costs', '/report.md'])
      expect([path, (await ask(`/${runId}${path}`, { headers: theirs })).statusCode]).toEqual([path, 404])
    await behind.close()
  })

  test('its report and bibliography are of now, each time', async () => {
    const log = memoryLog()
    const behind = await createGateway(testParts(db.pool, { log }))
    const ask = (path: string) => behind.inject({ url: `/v1/runs/r-behind${path}`, headers })
    await tellHistory({ pool: db.pool, log }, { runId: 'r-behind', workspaceId: 'acme' }, 90)
    const before = (await ask('/bibliography.json')).json()
    expect((await ask('/report.md')).statusCode).toBe(404)
    await tellHistory({ pool: db.pool, log }, { runId: 'r-behind', workspaceId: 'acme' })
    expect((await ask('/bibliography.json')).json()).not.toEqual(before)
    expect((await ask('/report.md')).body).toContain('Shade saves water')
    expect((await ask(`/blobs/${run.blobs.report}`)).statusCode).toBe(200)
    await behind.close()
  })
})

describe('report and bibliography', () => {
  const files = [
    ['report.md', 'md', 'text/markdown; charset=utf-8'],
    ['report.html', 'html', 'text/html; charset=utf-8'],
    ['report.json', 'json', 'application/json; charset=utf-8'],
    ['bibliography.bib', 'bibtex', 'application/x-bibtex; charset=utf-8'],
    ['bibliography.ris', 'ris', 'application/x-research-info-systems; charset=utf-8'],
    ['bibliography.json', 'csl', 'application/vnd.citationstyles.csl+json; charset=utf-8'],
  ] as const

  test.each(files)('%s is what an export gives', async (name, format, type) => {
    const found = await findRun(db.log, 'r-ended')
    if (found === null) throw new Error('no run')
    const material = await runMaterial(found, new PostgresBlobStore(db.pool))
    // Asked again it is the same.
    for (const reply of [await get(`/r-ended/${name}`), await get(`/r-ended/${name}`)]) {
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, type])
      expect(reply.body).toBe(renderExport(format, { material, events: [] }))
      expect(reply.body.length).toBeGreaterThan(100)
    }
  })

  test('a page runs nothing, and says so', async () => {
    const { body, headers: sent } = await get('/r-ended/report.html')
    expect(body).toContain('Shade and water')
    expect(body).not.toContain('<script')
    expect(sent['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'")
    expect((await get('/r-ended/report.json')).headers['content-security-policy']).toMatch(/^default-src 'none'/)
  })

  test.each(['report.md', 'report.html', 'report.json'])('%s is not there before it is written', async (name) => {
    const reply = await get(`/r-open/${name}`)
    expect([reply.statusCode, reply.json().detail]).toEqual([
      404,
      'The report of run r-open is not written: GET /v1/runs/r-open tells how it stands.',
    ])
  })

  test('they follow a run that goes on', async () => {
    await tellHistory(db, { runId: 'r-growing', workspaceId: 'acme' }, 90)
    expect((await get('/r-growing/report.md')).statusCode).toBe(404)
    const before = (await get('/r-growing/bibliography.json')).json()
    await tellHistory(db, { runId: 'r-growing', workspaceId: 'acme' })
    expect((await get('/r-growing/report.md')).statusCode).toBe(200)
    expect((await get('/r-growing/bibliography.json')).json()).not.toEqual(before)
  })
})

describe('texts that events name', () => {
  test.each(['report', 'library'] as const)('the %s, as its bytes', async (which) => {
    const hash = run.blobs[which]
    const reply = await get(`/r-ended/blobs/${hash}`)
    expect([reply.statusCode, reply.headers['content-type'], reply.headers['content-disposition']]).toEqual([
      200,
      'application/octet-stream',
      'attachment',
    ])
    expect(await new PostgresBlobStore(db.pool).put(reply.rawPayload)).toBe(hash)
  })

  test('not what no event of the run names, whatever else is stored', async () => {
    const stored = await new PostgresBlobStore(db.pool).put(Buffer.from('of another run'))
    for (const hash of [stored, 'f'.repeat(64)]) {
      const reply = await get(`/r-ended/blobs/${hash}`)
      expect([reply.statusCode, reply.json().detail]).toEqual([404, 'The events of this run name no such text.'])
    }
    expect((await get(`/r-open/blobs/${run.blobs.report}`)).statusCode).toBe(404)
    expect((await get(`/r-open/blobs/${run.blobs.library}`)).statusCode).toBe(200)
    expect((await get('/r-ended/blobs/nothing')).statusCode).toBe(400)
  })
})

describe('the list of runs', () => {
  test('tells of each run, in pages', async () => {
    const all = (await get('?limit=200')).json()
    const shown = (await get('/r-ended')).json()
    expect(all.next).toBeNull()
    expect(all.runs.length).toBeGreaterThan(2)
    expect(all.runs.find(({ runId }: { runId: string }) => runId === 'r-ended')).toEqual({
      runId: 'r-ended',
      kind: 'research',
      question: shown.question,
      status: 'completed',
      startedAt: shown.startedAt,
      endedAt: shown.endedAt,
      costUsd: shown.cost.usd,
    })
    const paged: unknown[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page: { runs: unknown[]; next: string | null } = (await get(`?limit=1${next === '' ? '' : `&cursor=${next}`}`)).json()
      expect(page.runs).toHaveLength(1)
      paged.push(...page.runs)
      next = page.next
    }
    expect(paged).toEqual(all.runs)
    expect((await get(`?limit=${all.runs.length}`)).json().next).toBeNull()
  })

  test('of one status', async () => {
    const statuses = (await get('?status=completed')).json().runs.map(({ status }: { status: string }) => status)
    expect([statuses.length > 0, new Set(statuses)]).toEqual([true, new Set(['completed'])])
    expect((await get('?status=failed')).json().runs).toEqual([])
  })

  test('has 50 runs when nobody says otherwise', async () => {
    await db.pool.query(
      `insert into read_model.run (workspace_id, run_id, pos, status, step, iteration, searches, reads, snowball_rounds, started_at)
       select 'many', 'r-' || n, 1, 'running', 'start', 0, 0, 0, '[]', now() from generate_series(10, 60) n`,
    )
    const reply = await app.inject({ url: '/v1/runs', headers: await bearer(db.pool, 'many', 'viewer') })
    expect([reply.json().runs.length, typeof reply.json().next]).toEqual([50, 'string'])
  })

  test.each([
    ['limit=0', 400],
    ['limit=1', 200],
    ['limit=200', 200],
    ['limit=201', 400],
    ['limit=x', 400],
    ['status=gone', 400],
    ['cursor=x', 400],
    [`cursor=${'x'.repeat(201)}`, 400],
  ])('%s: %i', async (query, status) => {
    expect((await get(`?${query}`)).statusCode).toBe(status)
  })
})
