import { createHash } from 'node:crypto'

/** Content-addressed bytes that are too large for an event; the event names their hash (design §3). */
export interface BlobStore {
  /** Stores the bytes (once, however often they are put) and gives their sha256 in hex. */
  put(bytes: Uint8Array): Promise<string>
  /** The bytes of that sha256, or null when they are not there. Throws when what is stored does not hash to it. */
  get(sha256: string): Promise<Uint8Array | null>
}

/** sha256 in lower-case hex. */
export function hashOfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The bytes, after a check that they are what their name says. */
export function verified(sha256: string, bytes: Uint8Array): Uint8Array {
  const actual = hashOfBytes(bytes)
  if (actual !== sha256) throw new Error(`blob ${sha256} is damaged: its bytes hash to ${actual}`)
  return bytes
}
