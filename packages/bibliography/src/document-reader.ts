import { WorkerParser, type WorkerParserOptions } from './parse-in-worker.ts'
import { type DocumentHint, type ReadDocument, readDocument, type UnreadDocument } from './read-document.ts'

/** Reads documents for several callers at once: one after another, in one worker thread. Dispose it to end the thread. */
export class DocumentReader implements AsyncDisposable {
  readonly #parser: WorkerParser
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: WorkerParserOptions = {}) {
    this.#parser = new WorkerParser(options)
  }

  /** As `readDocument`; waits until the documents that were given before are read. */
  read(bytes: Uint8Array, hint: DocumentHint = {}): Promise<ReadDocument | UnreadDocument> {
    const reading = this.#last.then(() => readDocument(bytes, this.#parser, hint))
    // The caller sees how it ends; the next document only waits until it has.
    this.#last = reading.catch(() => undefined)
    return reading
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last
    await this.#parser[Symbol.asyncDispose]()
  }
}
