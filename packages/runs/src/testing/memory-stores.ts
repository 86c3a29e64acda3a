import { parseEvent } from '@winnow/contracts/parse-event.ts'
import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { MemoryEventLog } from '@winnow/eventlog/memory-event-log.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'

/** The log and the blobs of tests that need no database. */
export function memoryStores() {
  return { log: new MemoryEventLog<TypedEvent>(parseEvent), blobs: new MemoryBlobStore() }
}
export type MemoryStores = ReturnType<typeof memoryStores>
