import { type BlobStore, hashOfBytes, verified } from './blob-store.ts'

/** Blobs in memory, for tests. */
export class MemoryBlobStore implements BlobStore {
  readonly #blobs = new Map<string, Uint8Array>()

  async put(bytes: Uint8Array): Promise<string> {
    const sha256 = hashOfBytes(bytes)
    this.#blobs.set(sha256, bytes.slice())
    return sha256
  }

  async get(sha256: string): Promise<Uint8Array | null> {
    const bytes = this.#blobs.get(sha256)
    return bytes === undefined ? null : verified(sha256, bytes)
  }
}
