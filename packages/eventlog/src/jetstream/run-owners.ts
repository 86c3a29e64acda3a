import type { Pool } from 'pg'
import { archiveState } from './archive-state.ts'
import type { EventsStream } from './events-stream.ts'
import { runEvents } from './run-events.ts'

/** Runs whose workspace is remembered. */
const remembered = 10_000

/** Whose runs are: the workspace of a run's first event, which never changes. */
export class RunOwners {
  readonly #stream: EventsStream
  readonly #pool: Pool
  /** Least lately used first. */
  readonly #owners = new Map<string, string>()

  constructor(stream: EventsStream, pool: Pool) {
    this.#stream = stream
    this.#pool = pool
  }

  /** The run's workspace; null before its first event. Throws when the run was deleted. */
  async ownerOf(runId: string): Promise<string | null> {
    const owner = this.#owners.get(runId) ?? (await this.#find(runId))
    if (owner === null) return null
    this.#owners.delete(runId)
    this.#owners.set(runId, owner)
    for (const oldest of this.#owners.keys()) {
      if (this.#owners.size <= remembered) break
      this.#owners.delete(oldest)
    }
    return owner
  }

  async #find(runId: string): Promise<string | null> {
    const state = await archiveState(this.#pool, { runs: [runId] })
    if (state.deleted.has(runId)) throw new Error(`run ${runId} was deleted`)
    const archived = state.heads.get(runId)
    if (archived !== undefined) return archived.workspaceId
    for await (const { stored } of runEvents(this.#stream, this.#pool, runId, 0)) return stored.workspaceId
    return null
  }
}
