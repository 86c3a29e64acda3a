import type { Pool } from 'pg'
import { type BlobStore, hashOfBytes, verified } from './blob-store.ts'

export const blobMigration = {
  name: '0002-blob',
  sql: 'create table blob (sha256 text collate "C" primary key, bytes bytea not null)',
} as const

/** Blobs in Postgres, in both sizes of Winnow. Its table is `blobMigration`. */
export class PostgresBlobStore implements BlobStore {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async put(bytes: Uint8Array): Promise<string> {
    const sha256 = hashOfBytes(bytes)
    const known = await this.#pool.query('select from blob where sha256 = $1', [sha256])
    if (known.rowCount === 0)
      await this.#pool.query('insert into blob values ($1, $2) on conflict do nothing', [sha256, Buffer.from(bytes)])
    return sha256
  }

  async get(sha256: string): Promise<Uint8Array | null> {
    const { rows } = await this.#pool.query<{ bytes: Buffer }>('select bytes from blob where sha256 = $1', [sha256])
    const row = rows[0]
    return row === undefined ? null : verified(sha256, new Uint8Array(row.bytes))
  }
}
