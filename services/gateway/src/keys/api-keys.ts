import type { ApiRole } from '@winnow/contracts/api/role.ts'
import type { Pool } from 'pg'
import { formatKey, hashOfSecret, isKeyId, newKeyParts, parseKey, type RandomBytes, sameHash } from './presented-key.ts'

/** What a key is good for. */
export interface NewKey {
  /** Fits `workspaceId` of contracts/ids; checked by the caller. */
  readonly workspaceId: string
  readonly role: ApiRole
  /** What a person calls it; may be ''. */
  readonly name: string
}

/** Whoever presents a valid key. */
export interface KeyHolder {
  readonly keyId: string
  readonly workspaceId: string
  readonly role: ApiRole
}

/** A key as it may be shown: without its secret. Times are ISO 8601. */
export interface ListedKey extends KeyHolder {
  readonly name: string
  readonly createdAt: string
  readonly revokedAt: string | null
  /** To the minute: not every use is written down. */
  readonly lastUsedAt: string | null
}

/** Makes a key. `key` is given here and never again. Its table is `apiKeyMigration`. */
export async function createKey(
  pool: Pool,
  { workspaceId, role, name }: NewKey,
  randomBytes: RandomBytes,
  now: Date,
): Promise<{ readonly key: string; readonly keyId: string }> {
  const parts = newKeyParts(randomBytes)
  await pool.query('insert into api_key (key_id, workspace_id, role, name, hash, created_at) values ($1, $2, $3, $4, $5, $6)', [
    parts.keyId,
    workspaceId,
    role,
    name,
    hashOfSecret(parts.secret),
    now,
  ])
  return { key: formatKey(parts), keyId: parts.keyId }
}

/** The holder of a presented key; null for what is no key, an unknown or wrong one, and a revoked one. Notes that it was used. */
export async function findKey(pool: Pool, presented: string): Promise<KeyHolder | null> {
  const parts = parseKey(presented)
  if (parts === null) return null
  const { rows } = await pool.query<{ workspaceId: string; role: ApiRole; hash: string; stale: boolean }>(
    `select workspace_id as "workspaceId", role, hash, last_used_at is null or last_used_at < now() - interval '1 minute' as stale
     from api_key where key_id = $1 and revoked_at is null`,
    [parts.keyId],
  )
  const row = rows[0]
  if (row === undefined || !sameHash(row.hash, hashOfSecret(parts.secret))) return null
  // A write on every request would cost more than it tells.
  if (row.stale) await pool.query('update api_key set last_used_at = now() where key_id = $1', [parts.keyId])
  return { keyId: parts.keyId, workspaceId: row.workspaceId, role: row.role }
}

/** The keys of a workspace, or of all (null), revoked ones too; by workspace, oldest first. */
export async function listKeys(pool: Pool, workspaceId: string | null): Promise<readonly ListedKey[]> {
  const { rows } = await pool.query<KeyHolder & { name: string; createdAt: Date; revokedAt: Date | null; lastUsedAt: Date | null }>(
    `select key_id as "keyId", workspace_id as "workspaceId", role, name,
       created_at as "createdAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"
     from api_key where $1::text is null or workspace_id = $1 order by workspace_id, created_at, key_id`,
    [workspaceId],
  )
  return rows.map(({ createdAt, revokedAt, lastUsedAt, ...key }) => ({
    ...key,
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/**
 * Revokes a key of a workspace, or of any (null), for good. "unknown" where there is no such key in it; a key that was
 * revoked before stays so, with its first time.
 */
export async function revokeKey(pool: Pool, workspaceId: string | null, keyId: string, now: Date): Promise<'revoked' | 'unknown'> {
  if (!isKeyId(keyId)) return 'unknown'
  const { rowCount } = await pool.query(
    'update api_key set revoked_at = coalesce(revoked_at, $3) where key_id = $1 and ($2::text is null or workspace_id = $2)',
    [keyId, workspaceId, now],
  )
  return rowCount === 0 ? 'unknown' : 'revoked'
}

/** Whether a key that was found is valid still. */
export async function keyHolds(pool: Pool, keyId: string): Promise<boolean> {
  const { rows } = await pool.query('select from api_key where key_id = $1 and revoked_at is null', [keyId])
  return rows.length > 0
}

/** Whether there is any key that is not revoked: without one nobody can use the HTTP interface. */
export async function anyKey(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query('select from api_key where revoked_at is null limit 1')
  return rows.length > 0
}
