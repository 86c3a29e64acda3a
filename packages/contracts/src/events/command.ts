import { z } from 'zod'
import { event } from '../define-event.ts'
import { libraryProblem } from '../entities/library-problem.ts'
import { modelRole } from '../entities/model-role.ts'
import { planEdit } from '../entities/plan.ts'
import { budgetLimits, runOptions } from '../entities/run-options.ts'
import { documentId, runId, sha256 } from '../ids.ts'

/** Commands of users, appended by the command line and the gateway (aggregate `command`, unordered). */

const commandId = z.string().min(1)

export const runRequested = event(
  'RunRequested',
  1,
  'command',
  z.object({
    question: z.string().min(1).max(4000),
    /** The date every formula uses (YYYY-MM-DD). */
    asOf: z.iso.date(),
    /** Eligibility criteria in the user's words. */
    criteria: z.string().max(20_000).nullable(),
    options: runOptions,
    /** Libraries by the hash of their normalised records in the blob store. */
    libraries: z.array(z.object({ hash: sha256, name: z.string() })),
    promptSet: z.string(),
    codeVersion: z.string(),
  }),
  () => 'run',
)

export const libraryImported = event(
  'LibraryImported',
  1,
  'command',
  z.object({
    hash: sha256,
    files: z.array(z.object({ file: z.string(), format: z.string(), records: z.number().int().nonnegative() })),
    records: z.number().int().nonnegative(),
    /** The first 100 problems; `problemCount` counts all. */
    problems: z.array(libraryProblem).max(100),
    problemCount: z.number().int().nonnegative(),
  }),
  (data) => data.hash,
)

export const runPaused = event(
  'RunPaused',
  1,
  'command',
  z.object({ commandId, reason: z.string(), cause: z.enum(['user', 'provider']) }),
  (data) => data.commandId,
)

export const runResumed = event('RunResumed', 1, 'command', z.object({ commandId, reason: z.string() }), (data) => data.commandId)

export const runCancelled = event('RunCancelled', 1, 'command', z.object({ commandId, reason: z.string() }), (data) => data.commandId)

export const budgetChanged = event(
  'BudgetChanged',
  1,
  'command',
  z.object({ commandId, limits: budgetLimits.partial(), reason: z.string() }),
  (data) => data.commandId,
)

export const planEdited = event(
  'PlanEdited',
  1,
  'command',
  z.object({ commandId, edits: z.array(planEdit).min(1), reason: z.string() }),
  (data) => data.commandId,
)

export const documentOverridden = event(
  'DocumentOverridden',
  1,
  'command',
  z.object({
    commandId,
    documentId,
    action: z.enum(['include', 'exclude', 'split']),
    /** For a split: the records (source:recordId) that leave the document; each becomes a document of its own group. */
    records: z.array(z.string()),
    reason: z.string(),
  }),
  (data) => data.commandId,
)

/** Follows the events that a fork has copied from its parent; from here on the run is its own. */
export const runForked = event(
  'RunForked',
  1,
  'command',
  z.object({
    parentRunId: runId,
    /** The last event of the parent that was copied. */
    at: z.number().int().positive(),
    /** The models by role from here on, where they differ from the parent's. */
    models: z.partialRecord(modelRole, z.string()),
    reason: z.string(),
    /** Runs that the parent itself comes from, nearest first: what they bought may be used as well. */
    ancestors: z.array(runId).optional(),
  }),
  // A fork of a fork has copied the one of its parent.
  (data) => data.parentRunId,
)
