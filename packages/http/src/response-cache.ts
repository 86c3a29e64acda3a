import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Pool } from 'pg'
import type { ApiRequest, ApiResponse } from './api-exchange.ts'
import type { SourcePolicy } from './source-policy.ts'

/** Answers of sources that could be read, in several versions. The payload is compressed already; its hash is of the plain text. */
export const responseCacheMigration = {
  name: '0006-response-cache',
  sql: `
create table response_cache (
  id bigint generated always as identity primary key,
  key text collate "C" not null,
  fetched_at_ms bigint not null,
  sha256 text collate "C" not null,
  bytes int not null,
  payload bytea not null
);
alter table response_cache alter column payload set storage external;
create index response_cache_version on response_cache (key, fetched_at_ms, id);
create index response_cache_age on response_cache (fetched_at_ms desc, id desc) include (bytes);
`,
} as const

/** Compressed bytes of all answers kept. */
const mostBytes = 256 * 2 ** 20
/** Bytes of one answer, not compressed; a larger one is not kept. */
const largestAnswer = 8 * 2 ** 20

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export interface ResponseCache {
  /** The oldest answer of `key` that came at `validSince` (epoch ms) or later; null when there is none. */
  readonly find: (key: string, validSince: number) => Promise<ApiResponse | null>
  /** Keeps an answer that came at `atMs`; the oldest of all go when there are too many bytes. */
  readonly keep: (key: string, atMs: number, response: ApiResponse) => Promise<void>
}

/** The key of a request's answers: of the source, its address and the request itself, never of what `dress` adds. */
export function cacheKey(policy: SourcePolicy, request: ApiRequest): string {
  const { method, path, query = [], headers = {}, body = null } = request
  const sorted = Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify([policy.name, policy.baseUrl, method, path, query, sorted, body]))
}

/** The cache in table `response_cache`. `limit` bounds its compressed bytes, 256 MB unless told. */
export function createResponseCache(pool: Pool, limit: number = mostBytes): ResponseCache {
  return {
    find: async (key, validSince) => {
      if (validSince === Number.POSITIVE_INFINITY) return null
      for (;;) {
        const { rows } = await pool.query<{ id: string; sha256: string; payload: Buffer }>(
          'select id, sha256, payload from response_cache where key = $1 and fetched_at_ms >= $2 order by fetched_at_ms, id limit 1',
          [key, Math.max(0, Math.ceil(validSince))],
        )
        const row = rows[0]
        if (row === undefined) return null
        const text = await unpack(row.payload)
        if (text !== null && sha256(text) === row.sha256) return JSON.parse(text) as ApiResponse
        // It was damaged: as if it had never been kept.
        await pool.query('delete from response_cache where id = $1', [row.id])
      }
    },
    keep: async (key, atMs, response) => {
      const text = JSON.stringify(response)
      if (Buffer.byteLength(text) > largestAnswer) return
      const payload = await compress(text)
      await pool.query('insert into response_cache (key, fetched_at_ms, sha256, bytes, payload) values ($1, $2, $3, $4, $5)', [
        key,
        atMs,
        sha256(text),
        payload.length,
        payload,
      ])
      await pool.query(
        `delete from response_cache where (select sum(bytes) from response_cache) > $1 and id in (
           select id from (select id, sum(bytes) over (order by fetched_at_ms desc, id desc) as so_far from response_cache) newest
           where so_far > $1)`,
        [limit],
      )
    },
  }
}

async function unpack(payload: Buffer): Promise<string | null> {
  try {
    return (await decompress(payload, { maxOutputLength: largestAnswer })).toString()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
