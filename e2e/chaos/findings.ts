import { jetstreamManager } from '@nats-io/jetstream'
import { stateHash } from '@winnow/cli/output/bundle.ts'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { EventData, TypedEvent } from '@winnow/contracts/registry.ts'
import { verifyChain } from '@winnow/eventlog/hash-chain.ts'
import { connectNats } from '@winnow/eventlog/jetstream/connect.ts'
import { MemoryEventLog } from '@winnow/eventlog/memory-event-log.ts'
import { PostgresEventLog } from '@winnow/eventlog/postgres-event-log.ts'
import { createMemoryBoughtAnswers } from '@winnow/model/bought-answers-memory.ts'
import { foldRun } from '@winnow/runs/load-run.ts'
import { localRun, requestRun } from '@winnow/runs/new-run.ts'
import { PostgresBlobStore } from '@winnow/runtime/blobs/postgres-blob-store.ts'
import { type StandInModel, startStandInModel } from '@winnow/testkit/stand-in-model.ts'
import pg from 'pg'
import { drive } from '../support/engine.ts'
import type { Cluster } from './cluster.ts'

/** What is to be seen of a cluster after it was harmed; `wrong` is [] when every promise was kept. */
export interface Findings {
  readonly runs: number
  readonly completed: number
  readonly events: number
  /** Messages that the broker holds twice: a repeated append after its duplicate window. They are folded once. */
  readonly repeatedMessages: number
  readonly modelCalls: number
  /** Calls that were paid and never recorded: a kill fell between reply and record. */
  readonly lostReplies: number
  /** Questions that were recorded more than once for the same work. */
  readonly boughtTwice: number
  /** What as many undisturbed runs buy. */
  readonly twinCalls: number
  readonly wrong: readonly string[]
}

/** Compares every run with an undisturbed twin: the same request, replies and libraries in one process without faults. */
export async function lookAtRuns(cluster: Cluster, runIds: readonly string[], tell: (line: string) => void): Promise<Findings> {
  const pool = new pg.Pool({ connectionString: cluster.database.url(), max: 4 })
  const twinModel = await startStandInModel()
  try {
    const wrong: string[] = []
    const log = new PostgresEventLog<TypedEvent>(pool, parseEvent)
    const blobs = new PostgresBlobStore(pool)
    let completed = 0
    let events = 0
    const twins = new Map<string, { readonly hash: string; readonly calls: number }>()
    let twinCalls = 0
    for (const runId of runIds) {
      const stored = await Array.fromAsync(log.archive(runId))
      const run = foldRun(await Array.fromAsync(log.read(runId)))
      events += stored.length
      if (run.state.completed?.status === 'completed') completed += 1
      else wrong.push(`${runId} is ${run.state.status}: ${run.state.completed?.stopReason ?? run.state.pauseReason}`)
      if (!verifyChain(stored).ok) wrong.push(`${runId}: the hash chain is broken`)
      if (new Set(stored.map(({ key }) => key)).size !== stored.length) wrong.push(`${runId}: a key twice`)
      const request = run.corpus.request
      if (request === null) {
        wrong.push(`${runId} has no request`)
        continue
      }
      const asked = JSON.stringify(request)
      const twin = twins.get(asked) ?? (await twinOf(request, run.corpus.libraries, blobs, twinModel))
      twins.set(asked, twin)
      twinCalls += twin.calls
      if (stateHash(run) !== twin.hash) wrong.push(`${runId}: its state is not that of its twin`)
      tell(`${runId}: ${run.state.completed?.status ?? run.state.status}, ${stored.length} events`)
    }
    const { rows } = await pool.query<{ reason: string; count: number }>(
      'select reason, count(*)::int as count from broker_quarantine group by reason',
    )
    for (const row of rows) wrong.push(`${row.count} messages quarantined: ${row.reason}`)
    const broker = await brokerIds(cluster)
    const archived = await pool.query<{ id: string }>('select id::text as id from event_log')
    const known = new Set(archived.rows.map(({ id }) => id))
    for (const id of broker.ids) if (!known.has(id)) wrong.push(`event ${id} of the broker is not in the archive`)
    for (const id of known) if (!broker.ids.has(id)) wrong.push(`event ${id} of the archive is not in the broker`)
    const bought = await pool.query<{ calls: number; twice: number }>(
      `select (select count(*)::int from model_call) as calls,
         (select coalesce(sum(n - 1), 0)::int from (select count(*) as n from model_call group by run_id, work_id, prompt_hash, attempt) c where n > 1) as twice`,
    )
    const calls = bought.rows[0]
    return {
      runs: runIds.length,
      completed,
      events,
      repeatedMessages: broker.messages - broker.ids.size,
      modelCalls: cluster.model.requests.length,
      lostReplies: cluster.model.requests.length - (calls?.calls ?? 0),
      boughtTwice: calls?.twice ?? 0,
      twinCalls,
      wrong,
    }
  } finally {
    await twinModel.stop()
    await pool.end()
  }
}

/** The state hash of an undisturbed run, and how often it asked the model. */
async function twinOf(
  request: EventData<'RunRequested'>,
  imports: readonly EventData<'LibraryImported'>[],
  blobs: PostgresBlobStore,
  model: StandInModel,
): Promise<{ readonly hash: string; readonly calls: number }> {
  const before = model.requests.length
  const log = new MemoryEventLog<TypedEvent>(parseEvent)
  const runId = 'r-twin'
  await requestRun(log, localRun({ runId, request, imports }), { service: 'client', version: '0', instance: 'twin' }, new Date())
  const state = await drive(runId, { log, blobs, bought: createMemoryBoughtAnswers() }, model.url)
  return { hash: stateHash({ state }), calls: model.requests.length - before }
}

/** The ids of all events that the broker holds, and how many messages there are. */
async function brokerIds(cluster: Cluster): Promise<{ readonly ids: ReadonlySet<string>; readonly messages: number }> {
  const nc = await connectNats({ url: cluster.broker.url, name: 'findings', waitForServer: true })
  try {
    const { streams } = await jetstreamManager(nc)
    const { state } = await streams.info('EVENTS')
    const ids = new Set<string>()
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = await streams.getMessage('EVENTS', { seq })
      if (message !== null) ids.add(message.json<{ readonly id: string }>().id)
    }
    return { ids, messages: state.messages }
  } finally {
    await nc.close()
  }
}
