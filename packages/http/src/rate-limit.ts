import type { Pool } from 'pg'

/** One row for each source (or host of documents): when its next request may go, for all processes on the database. */
export const rateLimitMigration = {
  name: '0005-rate-limit',
  sql: `
create table rate_limit (
  name text collate "C" primary key,
  -- Theoretical arrival time of the generic cell rate algorithm: no request before it.
  tat timestamptz not null default '-infinity',
  -- The source asked everybody to wait until then.
  not_before timestamptz not null default '-infinity',
  -- Its budget is spent until then; no request is worth while.
  blocked_until timestamptz not null default '-infinity',
  blocked_reason text not null default ''
);
`,
} as const

/** A turn is longer pushed back than anybody waits for: the caller is told at once (our reading of spec §3, "throttled"). */
export const longestWaitMs = 60_000
/** No source is held back for longer on one answer, whatever it asks for (PBR-006). */
export const longestPushMs = 300_000
/** Budgets come back daily or monthly; a longer block would be somebody's mistake. */
const longestBlockMs = 32 * 86_400_000

export type Turn =
  /** Send after `waitMs`, unless `heldBackSince` finds that the source has asked for a rest meanwhile. */
  | { readonly kind: 'turn'; readonly waitMs: number; readonly notBeforeMs: number }
  /** The source wants a rest of `waitMs` more, which is longer than `longestWaitMs`. */
  | { readonly kind: 'held-back'; readonly waitMs: number }
  | { readonly kind: 'blocked'; readonly untilMs: number; readonly reason: string }

export interface RateLimit {
  /** Takes the next free turn, `intervalMs` after the one before. */
  readonly reserve: (name: string, intervalMs: number) => Promise<Turn>
  /** Whether the row was pushed further than it was when the turn was taken. */
  readonly heldBackSince: (name: string, turn: Turn & { readonly kind: 'turn' }) => Promise<boolean>
  /** Nobody asks for `ms` from now (at most 5 minutes). */
  readonly push: (name: string, ms: number) => Promise<void>
  /** Nobody asks for `ms` from now (at most 32 days), for the reason given. */
  readonly block: (name: string, ms: number, reason: string) => Promise<void>
}

interface Row {
  readonly wait: number
  readonly rest: number
  readonly not_before: number
  readonly blocked: boolean
  readonly blocked_until: number
  readonly blocked_reason: string
}

const ms = (sql: string) => `extract(epoch from ${sql})::float8 * 1000`
const seen = `${ms('(t.not_before - clock_timestamp())')} as rest, ${ms('t.not_before')} as not_before,
  t.blocked_until > clock_timestamp() as blocked, ${ms('t.blocked_until')} as blocked_until, t.blocked_reason`

/**
 * The generic cell rate algorithm on one row (libraries.md §h): the row's lock orders all processes, the database's clock is
 * the only one. What was pushed or blocked is refused without a turn being lost.
 */
export function createRateLimit(pool: Pool): RateLimit {
  return {
    reserve: async (name, intervalMs) => {
      for (;;) {
        const taken = await pool.query<Row>(
          `insert into rate_limit as t (name, tat) values ($1, clock_timestamp() + $2::float8 * interval '1 ms')
           on conflict (name) do update set tat = greatest(t.tat, t.not_before, clock_timestamp()) + $2::float8 * interval '1 ms'
             where t.blocked_until <= clock_timestamp() and t.not_before <= clock_timestamp() + $3::float8 * interval '1 ms'
           returning ${ms("(t.tat - $2::float8 * interval '1 ms' - clock_timestamp())")} as wait, ${seen}`,
          [name, intervalMs, longestWaitMs],
        )
        const turn = taken.rows[0]
        if (turn !== undefined) return { kind: 'turn', waitMs: Math.max(0, Math.ceil(turn.wait)), notBeforeMs: turn.not_before }
        const { rows } = await pool.query<Row>(`select 0 as wait, ${seen} from rate_limit t where name = $1`, [name])
        const row = rows[0]
        if (row?.blocked === true) return { kind: 'blocked', untilMs: row.blocked_until, reason: row.blocked_reason }
        if (row !== undefined && row.rest > longestWaitMs) return { kind: 'held-back', waitMs: Math.ceil(row.rest) }
        // It has become free between the two statements.
      }
    },
    heldBackSince: async (name, turn) => {
      const { rows } = await pool.query<Row>(`select 0 as wait, ${seen} from rate_limit t where name = $1`, [name])
      const row = rows[0]
      return row !== undefined && (row.blocked || row.not_before > turn.notBeforeMs)
    },
    push: async (name, asked) => {
      await pool.query(
        `insert into rate_limit as t (name, not_before) values ($1, clock_timestamp() + $2::float8 * interval '1 ms')
         on conflict (name) do update set not_before = greatest(t.not_before, excluded.not_before)`,
        [name, Math.min(asked, longestPushMs)],
      )
    },
    block: async (name, asked, reason) => {
      await pool.query(
        `insert into rate_limit as t (name, blocked_until, blocked_reason) values ($1, clock_timestamp() + $2::float8 * interval '1 ms', $3)
         on conflict (name) do update set blocked_until = excluded.blocked_until, blocked_reason = excluded.blocked_reason`,
        [name, Math.min(asked, longestBlockMs), reason],
      )
    },
  }
}
