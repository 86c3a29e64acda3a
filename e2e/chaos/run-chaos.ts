import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openRuns } from '@winnow/eventlog/open-runs.ts'
import pg from 'pg'
import { askRun, uploadLibrary } from './ask-runs.ts'
import { startCluster } from './cluster.ts'
import { doHarm, type Fault } from './faults.ts'
import { type Findings, lookAtRuns } from './findings.ts'

export interface ChaosOptions {
  /** Where files and logs go. */
  readonly folder: string
  readonly runs: number
  /** The roles of each process. */
  readonly groups: readonly (readonly string[])[]
  readonly replicas: number
  /** How often a service is killed. */
  readonly kills: number
  readonly everyMs: number
  /** After how many kills broker, database and lines have their turn. */
  readonly serverEvery: number
  /** A service that is cut off is back after this long. */
  readonly cutOffMs: number
  /** The same seed gives the same faults. */
  readonly seed: number
  /** The runs have this long to end. */
  readonly limitMs: number
}

export interface ChaosOutcome {
  readonly faults: readonly Fault[]
  readonly findings: Findings
  readonly seconds: number
}

const library = fileURLToPath(new URL('../../examples/agent-memory.jsonl', import.meta.url))
const questions = [
  'How do memory mechanisms help LLM agents on long tasks?',
  'What limits retrieval of earlier sessions in language agents?',
  'Which kinds of reflection improve planning of agents?',
  'How is forgetting handled in agents with long-term memory?',
]

/** Starts a cluster, asks for runs, does harm while they go on, and compares them with undisturbed twins when they have ended. */
export async function runChaos(options: ChaosOptions, tell: (line: string) => void): Promise<ChaosOutcome> {
  const started = performance.now()
  const cluster = await startCluster(options.folder, options.groups, options.replicas)
  try {
    tell(`${cluster.processes.length} processes are up after ${Math.round((performance.now() - started) / 1000)} s`)
    const hash = await uploadLibrary(cluster, 'agent-memory.jsonl', await readFile(library))
    const stop = new AbortController()
    const faults: Fault[] = []
    const harm = doHarm(
      cluster,
      {
        kills: options.kills,
        everyMs: options.everyMs,
        cutOffMs: options.cutOffMs,
        random: randomFrom(options.seed),
        serverEvery: options.serverEvery,
      },
      stop.signal,
      (fault) => {
        faults.push(fault)
        tell(`${(fault.atMs / 1000).toFixed(1)} s  ${fault.kind} ${fault.target}`)
      },
    )
    const asked = Promise.all(
      Array.from({ length: options.runs }, (_, n) =>
        askRun(
          cluster,
          { question: questions[n % questions.length] ?? '', libraries: [hash], asOf: '2026-06-30', limits: small },
          `chaos-${n}`,
        ),
      ),
    )
    const [runIds] = await Promise.all([asked, harm]).finally(() => stop.abort())
    await untilEnded(cluster.database.url, runIds, options.limitMs, tell)
    return { faults, findings: await lookAtRuns(cluster, runIds, tell), seconds: Math.round((performance.now() - started) / 1000) }
  } finally {
    await cluster.close()
  }
}

const small = { maxIterations: 2, maxReads: 6, maxSearches: 6, maxSnowballRounds: 1 }

/** Waits until no run is open. Gives up after the limit: the findings then tell what has not ended. */
async function untilEnded(url: () => string, runIds: readonly string[], limitMs: number, tell: (line: string) => void): Promise<void> {
  const until = performance.now() + limitMs
  let told = -1
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const open = await openNow(url())
    if (open === null) continue
    const left = runIds.filter((runId) => open.includes(runId)).length
    if (left !== told) tell(`${runIds.length - left} of ${runIds.length} runs have ended`)
    told = left
    if (left === 0) return
  }
  tell('the runs did not end in time')
}

/** Null while the database is away. A run that is not archived yet is open too. */
async function openNow(url: string): Promise<readonly string[] | null> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await openRuns(client as unknown as pg.Pool)
  } catch {
    // The database has just been killed.
    return null
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Numbers 0 ≤ x < 1 that the seed alone decides (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
