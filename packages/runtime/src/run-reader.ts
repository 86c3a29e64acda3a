import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { type CorpusDraft, collect, newCorpus } from '@winnow/domain/corpus.ts'
import type { StateDraft } from '@winnow/domain/evolve/settle.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import type { EventLog } from '@winnow/eventlog/event-log.ts'
import { traceIdOf } from '@winnow/eventlog/seal-event.ts'
import { LRUCache } from 'lru-cache'
import type { RunSnapshot } from './service.ts'

/** Runs whose folds are kept in memory. */
const keptRuns = 64

interface Fold {
  readonly state: StateDraft
  readonly corpus: CorpusDraft
  last: TypedEvent | null
}

/**
 * Reads runs as they were at a decision. All work items of one decision see the same fold, so what a worker does depends on
 * the decision and never on which of its siblings was faster (spec §0).
 */
export class RunReader {
  readonly #log: EventLog
  readonly #folds = new LRUCache<string, Fold>({ max: keptRuns })
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(log: EventLog) {
    this.#log = log
  }

  /** The run just after the event at `pos`. Throws when the log has no event there. */
  async at(runId: string, pos: number): Promise<RunSnapshot> {
    const before = this.#turns.get(runId) ?? Promise.resolve()
    const turn = before.then(
      () => this.#read(runId, pos),
      () => this.#read(runId, pos),
    )
    this.#turns.set(runId, turn)
    try {
      return await turn
    } finally {
      if (this.#turns.get(runId) === turn) this.#turns.delete(runId)
    }
  }

  async #read(runId: string, pos: number): Promise<RunSnapshot> {
    let fold = this.#folds.get(runId)
    // A fold that is ahead belongs to a later decision; whoever is late folds for itself.
    if (fold === undefined || (fold.last?.pos ?? 0) > pos) fold = { state: newDraft(), corpus: newCorpus(), last: null }
    const after = fold.last?.pos ?? 0
    if (after < pos) {
      for await (const event of this.#log.read(runId, { after, limit: pos - after })) {
        evolve(fold.state, event)
        collect(fold.corpus, event)
        fold.last = event
      }
    }
    const decision = fold.last
    if (decision === null || decision.pos !== pos) throw new Error(`run ${runId} has no event ${pos}`)
    const kept = this.#folds.get(runId)
    if (kept === undefined || (kept.last?.pos ?? 0) <= pos) this.#folds.set(runId, fold)
    return {
      runId,
      workspaceId: decision.workspaceId,
      traceId: traceIdOf(decision.traceparent),
      state: fold.state,
      corpus: fold.corpus,
      decision,
    }
  }
}
