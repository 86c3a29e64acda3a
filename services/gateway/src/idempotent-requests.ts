import { createHash } from 'node:crypto'
import { canonicalJson } from '@winnow/eventlog/canonical-json.ts'
import type { Pool } from 'pg'
import { HttpProblem } from './http-problem.ts'

/** A request that may be repeated: nothing is done twice under one key. */
export interface IdempotentRequest {
  readonly workspaceId: string
  /** The route, with the run it is about. */
  readonly scope: string
  readonly key: string
  readonly bodyHash: string
}

/** Reads an `Idempotency-Key` header; null where there is none. Throws HttpProblem for one that is none. */
export function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw new HttpProblem(400, 'Idempotency-Key takes 1 to 255 visible ASCII characters, such as a uuid.')
}

/** Equal bodies, whatever the order of their members, have one hash. */
export function hashOfBody(body: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(body ?? null))
    .digest('hex')
}

/** What an earlier request under the key made; null when there was none. Throws HttpProblem when that had another body. */
export async function madeBefore<T>(pool: Pool, request: IdempotentRequest): Promise<T | null> {
  const { rows } = await pool.query<{ body_hash: string; made: T }>(
    'select body_hash, made from idempotent_request where workspace_id = $1 and scope = $2 and idempotency_key = $3',
    [request.workspaceId, request.scope, request.key],
  )
  const row = rows[0]
  if (row === undefined) return null
  if (row.body_hash !== request.bodyHash)
    throw new HttpProblem(422, 'This Idempotency-Key was used for a request with another body: take a fresh key for a new request.')
  return row.made
}

/**
 * Notes what a request makes, before it is done, and gives what is to be done: of several at once one is noted and all do that.
 * Throws HttpProblem when that had another body.
 */
export async function noteMade<T>(pool: Pool, request: IdempotentRequest, made: T, now: Date): Promise<T> {
  await pool.query('insert into idempotent_request values ($1, $2, $3, $4, $5, $6) on conflict do nothing', [
    request.workspaceId,
    request.scope,
    request.key,
    request.bodyHash,
    JSON.stringify(made),
    now,
  ])
  const noted = await madeBefore<T>(pool, request)
  if (noted === null) throw new Error(`the request ${request.key} of ${request.scope} was noted and is not there`)
  return noted
}
