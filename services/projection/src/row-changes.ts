import type { TypedEvent } from '@winnow/contracts/registry.ts'
import type { ProjectedRun } from './projected-run.ts'
import { type AnyView, snapshotOf } from './view.ts'
import { views } from './views.ts'
import type { Changes } from './write-rows.ts'

/** Collects over a batch which rows change, and makes them once at its end. */
export class RowChanges {
  readonly #runs = new Map<string, RunChanges>()

  of(run: ProjectedRun): RunChanges {
    const changes = new RunChanges(run)
    this.#runs.set(run.runId, changes)
    return changes
  }

  /** The rows of all runs but the `left out`, by view in the order of views. */
  made(leftOut: ReadonlySet<string> = new Set()): readonly Changes[] {
    const parts = [...this.#runs.entries()].filter(([runId]) => !leftOut.has(runId)).flatMap(([, changes]) => changes.made())
    return views.map((view) => {
      const own = parts.filter((part) => part.view === view)
      return { view, rows: own.flatMap((part) => part.rows), ended: own.flatMap((part) => part.ended) }
    })
  }
}

/** The rows of one run that events have touched. */
export class RunChanges {
  readonly #run: ProjectedRun
  readonly #touched = new Map<AnyView, Set<string>>(views.map((view) => [view, new Set()]))

  constructor(run: ProjectedRun) {
    this.#run = run
  }

  /** Notes what the event that has just been folded may have changed. */
  note(event: TypedEvent): void {
    for (const [view, ids] of this.#touched) for (const id of view.touched(event, this.#run)) ids.add(id)
  }

  /** The noted rows as the run stands now. */
  made(): readonly Changes[] {
    const snapshot = snapshotOf(this.#run)
    const ofRun = { workspace_id: this.#run.workspaceId, run_id: this.#run.runId }
    return [...this.#touched.entries()].map(([view, ids]) => {
      const rows: object[] = []
      const ended: Changes['ended'][number][] = []
      for (const id of ids) {
        const row = view.row(snapshot, id)
        if (row === null) ended.push({ ...ofRun, id })
        else rows.push({ ...ofRun, ...row })
      }
      return { view, rows, ended }
    })
  }
}
