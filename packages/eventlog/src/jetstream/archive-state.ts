import type { Pool } from 'pg'
import type { RunHead } from './place-event.ts'

/** How far the archive has copied which stream. */
export interface BrokerCheckpoint {
  readonly stream: string
  /** When the stream was made, as the broker writes it. */
  readonly created: string
  /** The last message that is archived or refused. */
  readonly seq: number
}

/** The archive at one moment, as far as it was asked for. */
export interface ArchiveState {
  /** Null when nothing was ever archived from a broker. */
  readonly checkpoint: BrokerCheckpoint | null
  /** The sequence of the newest event in the archive; 0 when it is empty. */
  readonly seq: number
  /** Of the runs asked for, those that have events. */
  readonly heads: ReadonlyMap<string, RunHead>
  /** Of the runs asked for, those that were deleted. */
  readonly deleted: ReadonlySet<string>
  /** Of the ids asked for, those of events in the archive. */
  readonly known: ReadonlySet<string>
}

interface StateRow {
  readonly stream: string | null
  readonly created: string | null
  readonly stream_seq: string | null
  readonly seq: string
  readonly heads: readonly { readonly run_id: string; readonly workspace_id: string; readonly pos: number; readonly hash: string }[] | null
  readonly deleted: readonly string[] | null
  readonly known: readonly string[] | null
}

/** Reads the archive's state in one statement, and so of one moment. */
export async function archiveState(
  pool: Pick<Pool, 'query'>,
  asked: { readonly runs?: readonly string[]; readonly ids?: readonly string[] } = {},
): Promise<ArchiveState> {
  const { runs = [], ids = [] } = asked
  const { rows } = await pool.query<StateRow>({
    // Planned once for each connection.
    name: 'archive-state',
    text: `select c.stream, c.created, c.stream_seq, n.seq,
       (select json_agg(h) from run_head h where h.run_id = any ($1)) as heads,
       (select array_agg(d.run_id) from run_deleted d where d.run_id = any ($1)) as deleted,
       (select array_agg(e.id::text) from event_log e where e.id = any ($2::uuid[])) as known
     from event_counter n left join broker_checkpoint c on true`,
    values: [runs, ids],
  })
  const row = rows[0]
  if (row === undefined) throw new Error('event_counter has no row')
  const { stream, created, stream_seq: seq } = row
  return {
    checkpoint: stream === null || created === null || seq === null ? null : { stream, created, seq: Number(seq) },
    seq: Number(row.seq),
    heads: new Map((row.heads ?? []).map(({ run_id, workspace_id, pos, hash }) => [run_id, { workspaceId: workspace_id, pos, hash }])),
    deleted: new Set(row.deleted ?? []),
    known: new Set(row.known ?? []),
  }
}
