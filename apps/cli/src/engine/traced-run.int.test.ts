import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { catchUp } from '@winnow/projection/projection.ts'
import { appendInTurn, openProjectionDatabase } from '@winnow/projection/testing/projection-database.ts'
import { costsByModel, costsOfRuns } from '@winnow/readmodel/queries/costs.ts'
import { costs } from '@winnow/report/costs.ts'
import { localWorkspace } from '@winnow/runs/new-run.ts'
import type { ResearchWish } from '@winnow/runs/research-request.ts'
import { memoryStores } from '@winnow/runs/testing/memory-stores.ts'
import { wishFor } from '@winnow/runs/testing/wish.ts'
import { type ExportedSpan, tracedTelemetry } from '@winnow/runtime/telemetry/testing/traced-telemetry.ts'
import { startTestPostgres } from '@winnow/testkit/postgres-server.ts'
import { fails, replies, scriptedProvider } from '@winnow/testkit/scripted-provider.ts'
import { standInReply } from '@winnow/testkit/stand-in-reply.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driveInMemory, requestInMemory } from '../testing/memory-engine.ts'

const runId = 'r-traced'
const vendor = 'https://api.openai.com/v1'
/** Two models with a price, and one without. */
const models = Object.fromEntries(
  modelRoles.map((role) => [
    role,
    role === 'screener' ? 'openai:gpt-4o-mini' : role === 'writer' ? 'openai:nobody-knows' : 'openai:gpt-4o',
  ]),
) as ResearchWish['models']

/** The stand-in would plan what no library has: for these the fallback is better. */
const unplanned = new Set(['plan', 'intents', 'queries'])

/**
 * A whole run with a stand-in for the model: some calls are throttled once, some replies are of no use, one outcome of every kind is
 * lost after its model call was paid for, so that its work is delivered again, and the reading of one document fails for good.
 */
async function tracedRun(library: string) {
  const stores = memoryStores()
  await requestInMemory(stores, runId, wishFor('What helps memory in agents?', { models, onProviderFailure: 'degrade' }), library)
  const provider = scriptedProvider(({ user, schema, schemaName }, number) => {
    if (number % 7 === 3) return fails('throttled')
    const useless = unplanned.has(schemaName) || number % 11 === 5
    return useless ? replies('of no use') : replies(standInReply(user, schema))
  }, vendor)
  const lost = new Set<string>()
  let unreadable: string | undefined
  const append = stores.log.append.bind(stores.log)
  stores.log.append = (events, expected) => {
    const [first] = events as readonly TypedEvent[]
    if (first?.type === 'EvidenceExtracted') {
      unreadable ??= first.data.documentId
      if (first.data.documentId === unreadable) throw new Error('the outcome is lost')
    }
    if (first !== undefined && first.usage.length > 0 && !lost.has(first.type)) {
      lost.add(first.type)
      throw new Error('the outcome is lost')
    }
    return append(events, expected)
  }
  const traced = tracedTelemetry()
  const { state } = await driveInMemory(runId, stores, {
    model: { ...provider.services, clock: { ...provider.services.clock, now: Date.now } },
    telemetry: traced.telemetry,
  })
  const events = await Array.fromAsync(stores.log.read(runId))
  return { state, events, asked: provider.asked, lost, spans: traced.spans(), metrics: await traced.metricsText() }
}

let folder: string
let run: Awaited<ReturnType<typeof tracedRun>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-traced-'))
  const papers = ['paging', 'recall', 'planning', 'forgetting'].map((id) => ({
    id,
    title: `Memory and ${id} in language agents`,
    authors: ['Okafor, Ada'],
    year: 2024,
    abstract: `We study memory in agents by ${id}. Memory with ${id} helps agents recall earlier sessions on long tasks.`,
  }))
  await writeFile(join(folder, 'papers.jsonl'), papers.map((paper) => `${JSON.stringify(paper)}\n`).join(''))
  run = await tracedRun(join(folder, 'papers.jsonl'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Work items that failed for good. */
const dead = () => run.events.filter(({ type }) => type === 'WorkFailed').length
const named = (start: string) => run.spans.filter(({ name }) => name.startsWith(start))

test('the run went through what is to be traced', () => {
  expect(run.state.completed?.status).toBe('completed')
  expect(run.lost.size).toBeGreaterThan(5)
  expect(dead()).toBeGreaterThan(0)
  const outcomes = new Set(named('chat').map(({ attributes }) => attributes['winnow.outcome']))
  expect([...outcomes].sort()).toEqual(['invalid', 'ok', 'throttled'])
})

test('one trace, that of its events, with one root and every parent in it', () => {
  const ids = new Map(run.spans.map((span) => [span.spanId, span]))
  expect(ids.size).toBe(run.spans.length)
  expect(new Set(run.spans.map(({ traceId }) => traceId))).toEqual(new Set(run.events.map(({ traceparent }) => traceparent.slice(3, 35))))
  expect(run.spans.filter(({ parentSpanId }) => parentSpanId === undefined).map(({ name }) => name)).toEqual(['run'])
  expect(run.spans.filter(({ parentSpanId }) => parentSpanId !== undefined && !ids.has(parentSpanId))).toEqual([])
  const kindOf = (span: ExportedSpan | undefined) => span?.name.split(' ')[0]
  const parents = new Set(run.spans.map((span) => `${kindOf(span)} < ${kindOf(ids.get(span.parentSpanId ?? ''))}`))
  expect([...parents].sort()).toEqual(['chat < work', 'run < undefined', 'stage < run', 'work < stage'])
  const kinds = new Set(run.spans.map((span) => `${kindOf(span)} ${span.kind}`))
  expect([...kinds].sort()).toEqual(['chat CLIENT', 'run INTERNAL', 'stage INTERNAL', 'work CONSUMER'])
})

test('each span covers those below it', () => {
  const ids = new Map(run.spans.map((span) => [span.spanId, span]))
  const wider = run.spans.filter((span) => {
    const parent = ids.get(span.parentSpanId ?? '')
    return parent !== undefined && (span.startMs < parent.startMs || span.endMs > parent.endMs)
  })
  expect(wider).toEqual([])
})

test('the root says what the run came to', () => {
  expect(named('run')).toMatchObject([
    {
      kind: 'INTERNAL',
      startMs: Date.parse(run.events[0]?.at ?? ''),
      endMs: Date.parse(run.state.clock.endedAt ?? ''),
      attributes: {
        'winnow.run_id': runId,
        'winnow.status': 'completed',
        'winnow.iterations': run.state.iteration,
        'winnow.documents': Object.keys(run.state.documents).length,
        'winnow.run.cost_usd': run.state.spent.costUsd,
      },
    },
  ])
  expect(run.state.iteration).toBeGreaterThan(0)
})

test('every decision with work is a stage, every delivery of work a span', () => {
  const work = Object.values(run.state.work)
  expect(named('stage')).toHaveLength(new Set(work.map(({ pos }) => pos)).size)
  const count = (name: string) => named('stage').reduce((sum, { attributes }) => sum + Number(attributes[name]), 0)
  expect([count('winnow.work.done'), count('winnow.work.failed'), count('winnow.work.abandoned')]).toEqual([
    work.length - dead(),
    dead(),
    0,
  ])
  const ends = Object.entries(Object.groupBy(named('work'), ({ attributes }) => String(attributes['winnow.outcome']))).map(
    ([end, spans]) => [end, spans?.length],
  )
  // A failure that was lost is told again without a delivery.
  const lost = [...run.lost].filter((type) => type !== 'WorkFailed')
  expect(Object.fromEntries(ends)).toEqual({ done: work.length - dead(), failed: lost.length + 5 * dead() })
  expect(Math.max(...named('work').map(({ attributes }) => Number(attributes['winnow.delivery'])))).toBe(5)
})

test('every request to a model is a span, and an answer found again is none', () => {
  expect(named('chat')).toHaveLength(run.asked.length)
  expect(new Set(named('chat').map(({ attributes }) => attributes['winnow.call_id'])).size).toBe(run.asked.length)
})

const spent = (call: Usage) => ({ usd: call.costUsd, tokens: (call.inputTokens ?? 0) + (call.outputTokens ?? 0) })
type Part = 'stage' | 'role' | 'model'
/** Calls, tokens and dollars by stage, role or model. */
type Sums = { readonly [key: string]: readonly [calls: number, unpriced: number, tokens: number, microUsd: number] }
function sums(
  parts: readonly {
    readonly key: string
    readonly calls?: number
    readonly unpriced?: number
    readonly tokens: number
    readonly usd: number | null
  }[],
): Sums {
  const added = new Map<string, [number, number, number, number]>()
  for (const { key, calls = 1, tokens, usd, unpriced = usd === null ? 1 : 0 } of parts) {
    const [c, u, t, d] = added.get(key) ?? [0, 0, 0, 0]
    added.set(key, [c + calls, u + unpriced, t + tokens, d + (usd ?? 0)])
  }
  return Object.fromEntries([...added].map(([key, [c, u, t, d]]) => [key, [c, u, t, Math.round(d * 1e9) / 1e3]]))
}
const ofLog = (part: Part): Sums => {
  const calls = new Map(run.events.flatMap(({ usage }) => usage.map((call) => [call.callId, call] as const)))
  return sums([...calls.values()].map((call) => ({ key: call[part], ...spent(call) })))
}
const ofTrace = (part: Part): Sums =>
  sums(
    named('chat').map(({ attributes: a }) => ({
      key: part === 'model' ? `${a['gen_ai.provider.name']}:${a['gen_ai.request.model']}` : String(a[`winnow.${part}`]),
      tokens: Number(a['gen_ai.usage.input_tokens'] ?? 0) + Number(a['gen_ai.usage.output_tokens'] ?? 0),
      usd: a['winnow.cost_usd'] === undefined ? null : Number(a['winnow.cost_usd']),
    })),
  )

test.each(['stage', 'role', 'model'] as const)('by %s the trace costs what the log says', (part) => {
  expect(ofTrace(part)).toEqual(ofLog(part))
  expect(Object.keys(ofTrace(part)).length).toBeGreaterThan(2)
})

test('the read model says the same', async () => {
  const server = await startTestPostgres()
  try {
    const database = await openProjectionDatabase(await server.newDatabase())
    await appendInTurn(database, [run.events.map(({ pos: _pos, hash: _hash, ...event }) => event)])
    await catchUp(database)
    const rows = (await costsOfRuns(database.db, localWorkspace, [runId])).get(runId) ?? []
    const of = (part: 'stage' | 'role') =>
      sums(rows.map((row) => ({ ...row, key: row[part], tokens: row.inputTokens + row.outputTokens, usd: row.costUsd })))
    expect(of('stage')).toEqual(ofTrace('stage'))
    expect(of('role')).toEqual(ofTrace('role'))
    const byModel = await costsByModel(database.db, localWorkspace, runId)
    expect(
      sums(byModel.map(({ model, spent: s }) => ({ ...s, key: model, tokens: s.inputTokens + s.outputTokens, usd: s.costUsd }))),
    ).toEqual(ofTrace('model'))
    await database.pool.end()
  } finally {
    await server.stop()
  }
})

test('and so do the report, within a millionth of a dollar, and the metrics', () => {
  const { byStage, byRole } = costs(run.state)
  const rounded = (all: Sums) =>
    Object.fromEntries(
      Object.entries(all).map(([key, [calls, unpriced, tokens, micro]]) => [key, [calls, unpriced, tokens, Math.round(micro)]]),
    )
  const reported = (
    parts: readonly ((typeof byStage)[number] | (typeof byRole)[number])[],
    keyOf: (part: (typeof parts)[number]) => string,
  ) => rounded(sums(parts.map((part) => ({ ...part, key: keyOf(part), tokens: part.inputTokens + part.outputTokens }))))
  expect(reported(byStage, (part) => ('stage' in part ? part.stage : ''))).toEqual(rounded(ofTrace('stage')))
  expect(reported(byRole, (part) => ('role' in part ? part.role : ''))).toEqual(rounded(ofTrace('role')))

  const metric = (name: string, label: string) => {
    const lines = run.metrics.split('\n').filter((line) => line.startsWith(`${name}{`))
    const added = new Map<string, number>()
    for (const line of lines) {
      const key = new RegExp(`[{,]${label}="([^"]*)"`).exec(line)?.[1] ?? ''
      added.set(key, (added.get(key) ?? 0) + Number(line.split(' ').at(-1)))
    }
    return added
  }
  const cost = metric('winnow_model_cost_usd_total', 'winnow_stage')
  const calls = metric('winnow_model_calls_total', 'winnow_stage')
  for (const [stage, [count, , , micro]] of Object.entries(ofTrace('stage'))) {
    expect(calls.get(stage)).toBe(count)
    expect((cost.get(stage) ?? 0) * 1e6).toBeCloseTo(micro, 3)
  }
  const events = metric('winnow_events_appended_total', 'winnow_event')
  const driven = run.events.filter(({ aggregate }) => aggregate !== 'command')
  expect([...events.values()].reduce((sum, count) => sum + count, 0)).toBe(driven.length)
  expect(metric('winnow_work_dead_total', 'winnow_service')).toEqual(new Map([['reader', dead()]]))
  expect(metric('winnow_runs_ended_total', 'winnow_status')).toEqual(new Map([['completed', 1]]))
  expect(run.metrics.split('\n')).toContain('winnow_runs_live 0')
})

test('nothing of what was asked, answered or read is in the trace or the metrics', () => {
  const told = JSON.stringify(run.spans) + run.metrics
  for (const { user, system } of run.asked) for (const text of [user, system]) expect(told).not.toContain(text.slice(0, 40))
  expect(told).not.toMatch(/language agents|earlier sessions|of no use|What helps/)
})
