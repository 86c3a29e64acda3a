import type { PoolClient } from 'pg'

/**
 * Deletes those of the blobs that nothing names any more, and gives how many they were. A blob is named by its quoted
 * hash in an event of the log, or in another blob that stays (a library names its full texts). The client is in a
 * transaction in which the events that no longer count are gone already.
 */
export async function deleteUnnamedBlobs(client: PoolClient, candidates: readonly string[]): Promise<number> {
  const named = await client.query<{ sha256: string }>(
    `select distinct m[1] as sha256 from event_log e, regexp_matches(e.envelope, '"([0-9a-f]{64})"', 'g') m where m[1] = any ($1)`,
    [candidates],
  )
  let doomed = without(candidates, named.rows)
  for (;;) {
    const { rows } = await client.query<{ sha256: string }>(
      `select distinct m[1] as sha256 from blob b, regexp_matches(encode(b.bytes, 'escape'), '"([0-9a-f]{64})"', 'g') m
       where b.sha256 <> all ($1) and m[1] = any ($1)`,
      [doomed],
    )
    if (rows.length === 0) break
    doomed = without(doomed, rows)
  }
  const deleted = await client.query('delete from blob where sha256 = any ($1)', [doomed])
  return deleted.rowCount ?? 0
}

/** The hashes that a text names: quoted strings of 64 lower-case hex digits, sorted. */
export function hashesNamedIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/"([0-9a-f]{64})"/g)].map((match) => match[1] ?? ''))].sort()
}

function without(all: readonly string[], gone: readonly { readonly sha256: string }[]): readonly string[] {
  const out = new Set(gone.map((row) => row.sha256))
  return all.filter((hash) => !out.has(hash))
}
