import { findRun, type LoadedRun } from '@winnow/runs/load-run.ts'
import { unknownRun } from './unknown-run.ts'
import type { Workshop } from './workshop.ts'

/** Loads a run by its id. An unknown id is bad input; the message says that it was deleted, or names runs that begin alike. */
export async function loadRun(workshop: Pick<Workshop, 'log' | 'pool'>, runId: string): Promise<LoadedRun> {
  const run = await findRun(workshop.log, runId)
  if (run === null) throw await unknownRun(workshop, runId)
  return run
}
