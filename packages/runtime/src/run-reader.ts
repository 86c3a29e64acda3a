import type { EventData, TypedEvent } from '@winnow/contracts/registry.ts'
import { asForked } from '@winnow/domain/as-forked.ts'
import { type CorpusDraft, collect, newCorpus } from '@winnow/domain/corpus.ts'
import type { StateDraft } from '@winnow/domain/evolve/settle.ts'
import { evolve, newDraft } from '@winnow/domain/evolve.ts'
import type { RunState } from '@winnow/domain/state.ts'
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
  /** How many are looking at it: meanwhile it does not change. */
  users: number
}

/**
 * Shows runs as they were at a decision. All work items of one decision see the same fold, so what a worker does depends on
 * the decision and never on which of its siblings was faster (spec §0).
 */
export class RunReader {
  readonly #log: Pick<EventLog, 'read'>
  /** The furthest fold of each run; it goes on with the run's decisions. */
  readonly #folds = new LRUCache<string, Fold>({ max: keptRuns })
  readonly #turns = new Map<string, Promise<unknown>>()
  /** How each fork was made. */
  readonly #forks = new LRUCache<string, EventData<'RunForked'>>({ max: keptRuns })

  constructor(log: Pick<EventLog, 'read'>) {
    this.#log = log
  }

  /**
   * Gives what `look` makes of the run just after the event at `pos`. The snapshot stays as it is until `look` has ended, and
   * is not to be kept longer. A decision that a fork has copied is seen with the fork's models. Rejects when the log has no event
   * there that can be folded.
   */
  async at<T>(runId: string, pos: number, look: (run: RunSnapshot) => Promise<T>): Promise<T> {
    const { fold, decision } = await this.#inTurn(runId, () => this.#take(runId, pos))
    try {
      return await look({
        runId,
        workspaceId: decision.workspaceId,
        traceId: traceIdOf(decision.traceparent),
        state: await this.#asItsOwn(runId, fold.state),
        corpus: fold.corpus,
        decision,
      })
    } finally {
      fold.users -= 1
    }
  }

  async #asItsOwn(runId: string, state: RunState): Promise<RunState> {
    return state.fork?.copying === true ? asForked(state, await this.#forkOf(runId, state.clock.lastPos)) : state
  }

  /** The event that made a run of the copies, after `pos`. */
  async #forkOf(runId: string, pos: number): Promise<EventData<'RunForked'>> {
    const known = this.#forks.get(runId)
    if (known !== undefined) return known
    for await (const event of this.#log.read(runId, { after: pos })) {
      if (event.type !== 'RunForked' || event.inherited === true) continue
      this.#forks.set(runId, event.data)
      return event.data
    }
    throw new Error(`run ${runId} is a fork whose copies have not all come`)
  }

  /** A fold at `pos` that has one user more. */
  async #take(runId: string, pos: number): Promise<{ readonly fold: Fold; readonly decision: TypedEvent }> {
    const kept = this.#folds.get(runId)
    const fold = kept !== undefined && canGoTo(kept, pos) ? kept : { state: newDraft(), corpus: newCorpus(), last: null, users: 0 }
    // A fold that failed half-way would be wrong for everybody: it is kept again only when it has arrived.
    if (fold === kept) this.#folds.delete(runId)
    const after = positionOf(fold)
    if (after < pos) {
      // Events that cannot be folded are left out by the log, so `limit` alone does not end at `pos`.
      for await (const event of this.#log.read(runId, { after, limit: pos - after })) {
        if (event.pos > pos) break
        evolve(fold.state, event)
        collect(fold.corpus, event)
        fold.last = event
      }
    }
    if (fold.last?.pos !== pos) throw new Error(`run ${runId} has no event ${pos} to be folded`)
    const furthest = this.#folds.get(runId)
    if (furthest === undefined || positionOf(furthest) <= pos) this.#folds.set(runId, fold)
    fold.users += 1
    return { fold, decision: fold.last }
  }

  /** One reading of a run at a time. */
  async #inTurn<T>(runId: string, read: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(runId) ?? Promise.resolve()).then(read, read)
    this.#turns.set(runId, turn)
    try {
      return await turn
    } finally {
      if (this.#turns.get(runId) === turn) this.#turns.delete(runId)
    }
  }
}

function positionOf(fold: Fold): number {
  return fold.last?.pos ?? 0
}

/** A fold that is ahead belongs to a later decision, and one that is looked at must not move: then another is made. */
function canGoTo(fold: Fold, pos: number): boolean {
  return positionOf(fold) === pos || (positionOf(fold) < pos && fold.users === 0)
}
