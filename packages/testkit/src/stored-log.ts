import type { Envelope } from '@winnow/contracts/envelope.ts'
import { chainedText, chainHash, genesisHash } from '@winnow/eventlog/hash-chain.ts'
import type { Pool } from 'pg'

/** Rows of one statement. */
const chunkSize = 500

/**
 * Puts whole runs into an empty Postgres log at once, one event of each in turn, as runs that go on together would stand
 * there. For logs of thousands of events; nothing can be appended to these runs' ordered aggregates afterwards.
 */
export async function storeRuns(pool: Pool, runs: readonly (readonly Envelope[])[]): Promise<void> {
  const heads = new Map<string, { readonly first: number; pos: number; hash: string; readonly workspaceId: string }>()
  const rows: object[] = []
  let seq = 0
  const longest = Math.max(...runs.map((run) => run.length))
  for (let index = 0; index < longest; index++) {
    for (const run of runs) {
      const event = run[index]
      if (event === undefined) continue
      seq += 1
      const { runId, workspaceId, id, key, type, aggregate } = event
      const head = heads.get(runId) ?? { first: seq, pos: 0, hash: genesisHash, workspaceId }
      heads.set(runId, head)
      head.pos += 1
      const text = chainedText(event, head.pos)
      head.hash = chainHash(head.hash, text)
      rows.push({ seq, run_id: runId, pos: head.pos, id, key, type, aggregate, workspace_id: workspaceId, hash: head.hash, envelope: text })
    }
  }
  for (let from = 0; from < rows.length; from += chunkSize) {
    await pool.query('insert into event_log select * from json_populate_recordset(null::event_log, $1::json)', [
      JSON.stringify(rows.slice(from, from + chunkSize)),
    ])
  }
  const ends = [...heads.entries()].map(([run_id, { first, pos, hash, workspaceId }]) => ({
    run_id,
    workspace_id: workspaceId,
    first_seq: first,
    pos,
    hash,
  }))
  await pool.query('insert into run_head select * from json_populate_recordset(null::run_head, $1::json)', [JSON.stringify(ends)])
  await pool.query('update event_counter set seq = $1', [seq])
}
