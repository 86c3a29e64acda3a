import type { TypedEvent } from '@winnow/contracts/registry.ts'
import { type OwnedEvidence, usableEvidence } from '@winnow/domain/evidence-owner.ts'
import { citedDocuments } from '@winnow/domain/prisma.ts'
import { resolveDocument } from '@winnow/domain/state.ts'
import { type IntentYield, intentYields } from '@winnow/domain/yields.ts'
import type { OfRun, ReadModel, ViewTable } from '@winnow/readmodel/tables.ts'
import type { Insertable } from 'kysely'
import type { ProjectedRun } from './projected-run.ts'

/** A row as it is written, without the run it belongs to. */
export type RowOf<T extends ViewTable> = Omit<Insertable<ReadModel[T]>, keyof OfRun>

/**
 * One table of the read model as a function of a run. A row is made from the whole run as it stands, never from one event:
 * so it is the same however often and in whatever batches the events came, and what decisions see and what people see is
 * one fold (docs/decisions/010-projection-of-the-fold.md).
 */
export interface View<T extends ViewTable> {
  readonly table: T
  /** The columns that identify a row within its run. */
  readonly key: readonly (keyof RowOf<T> & string)[]
  /** Ids of every row that an event may have changed, made or ended; more is allowed. `run` stands just after the event. */
  readonly touched: (event: TypedEvent, run: ProjectedRun) => Iterable<string>
  /** Ids of all rows of a run, and maybe of some that have none; each once. */
  readonly ids: (run: ProjectedRun) => Iterable<string>
  /** The row of an id; null when there is none (any more). Only rows of a single key column may end. */
  readonly row: (run: Snapshot, id: string) => RowOf<T> | null
}

export type AnyView = { readonly [T in ViewTable]: View<T> }[ViewTable]

/** A run at the end of a batch, with what several rows need; each is worked out at most once, when it is asked for. */
export interface Snapshot extends ProjectedRun {
  /** Documents that some usable evidence is of. */
  readonly contributing: () => ReadonlySet<string>
  readonly cited: () => ReadonlySet<string>
  readonly yields: () => ReadonlyMap<string, IntentYield>
  readonly usable: () => ReadonlyMap<string, OwnedEvidence>
  /** Live document → the reason a user gave for its exclusion, the last one. */
  readonly userReasons: () => ReadonlyMap<string, string>
}

/** The snapshot of a run as it stands; it is to be used before the run is folded further. */
export function snapshotOf(run: ProjectedRun): Snapshot {
  const { state, corpus } = run
  const usable = once(() => new Map(usableEvidence(state).map((item) => [item.evidenceId, item])))
  return {
    ...run,
    contributing: once(() => new Set([...usable().values()].map((item) => item.documentId))),
    cited: once(() => new Set(citedDocuments(state))),
    yields: once(() => new Map(intentYields(state).map((item) => [item.intentId, item]))),
    usable,
    userReasons: once(() => {
      const exclusions = corpus.overrides.filter(({ action }) => action === 'exclude')
      return new Map(exclusions.map(({ documentId, reason }) => [resolveDocument(state, documentId), reason]))
    }),
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
