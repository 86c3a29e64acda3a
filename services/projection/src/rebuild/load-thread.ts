import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { parseEvent } from '@winnow/contracts/parse-event.ts'
import { PostgresEventLog } from '@winnow/eventlog/postgres-event-log.ts'
import pg from 'pg'
import { loadRuns } from './load-runs.ts'

/** What a thread of a rebuild starts with. */
export interface ThreadStart {
  readonly connectionString: string
  readonly schema: string
}

/** The thread asks for a run, has loaded rows, or has something to say. */
export type FromThread = { readonly kind: 'next' } | { readonly kind: 'loaded'; readonly events: number } | Warning
interface Warning {
  readonly kind: 'warning'
  readonly fields: { readonly err: Error; readonly runId: string }
  readonly text: string
}

/** The answer to 'next': null when there is no more. */
export interface ToThread {
  readonly runId: string | null
}

/** Connections: a reading or a copying of each run in work. */
const poolSize = 3

const port = parentPort
if (port === null) throw new Error('this is the entry of a thread')
await load(workerData as ThreadStart, (message) => port.postMessage(message))
port.close()

/** Loads runs as they are given, one after the other, until there are no more. */
async function load({ connectionString, schema }: ThreadStart, tell: (message: FromThread) => void): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: poolSize, application_name: 'winnow rebuild' })
  // A lost connection fails the query that it was for.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  // A question at a time: answers say nothing of the question they are for.
  let asking: Promise<string | null> = Promise.resolve(null)
  const next = () => {
    asking = asking.then(ask)
    return asking
  }
  try {
    const warn = (fields: Warning['fields'], text: string) => tell({ kind: 'warning', fields, text })
    const log = new PostgresEventLog(pool, parseEvent)
    await loadRuns({ log, pool, logger: { warn }, onLoaded: (events) => tell({ kind: 'loaded', events }) }, schema, next)
  } finally {
    await pool.end()
  }

  async function ask(): Promise<string | null> {
    if (port === null) return null
    const answer = once(port, 'message')
    tell({ kind: 'next' })
    const [{ runId }] = (await answer) as [ToThread]
    return runId
  }
}
