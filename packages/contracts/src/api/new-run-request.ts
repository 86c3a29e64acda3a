import { z } from 'zod'
import { modelRole } from '../entities/model-role.ts'
import { proposedSubquestion } from '../entities/plan.ts'
import { budgetLimits, rescreen, screeners } from '../entities/run-options.ts'
import { sha256 } from '../ids.ts'

/** The body of `POST /v1/runs`: what a person asks for. Whatever is left out has the default of the command line. */
export const newRunRequest = z.strictObject({
  question: z.string().min(1).max(4000),
  /** YYYY-MM-DD; default today. */
  asOf: z.iso.date().optional(),
  criteria: z.string().max(20_000).optional(),
  /** Default: the libraries alone where there are some, otherwise the free sources. */
  sources: z.array(z.string()).min(1).optional(),
  /** Libraries by the hash that `POST /v1/libraries` gave. */
  libraries: z.array(sha256).max(1000).optional(),
  fromYear: z.number().int().min(1000).max(9999).optional(),
  toYear: z.number().int().min(1000).max(9999).optional(),
  maxSubquestions: z.number().int().min(1).max(100).optional(),
  limits: budgetLimits.partial().optional(),
  fullText: z.boolean().optional(),
  /** Ends after the plan. */
  planOnly: z.boolean().optional(),
  onProviderFailure: z.enum(['stop', 'degrade']).optional(),
  /** The model of every role ("provider:model" or "none"); default what the server is set up with. */
  model: z.string().optional(),
  /** Models of single roles. */
  models: z.partialRecord(modelRole, z.string()).optional(),
  plan: z.array(proposedSubquestion).min(1).optional(),
  /** Known works to start snowballing from, with their scheme ("doi:10.5555/x"). */
  seeds: z.array(z.string()).max(100).optional(),
  /** Two screeners judge every document, and their disagreements are adjudicated; default 1. */
  screeners: screeners.optional(),
  /** Excluded documents that are screened again; default 20 where a model screens, otherwise 0. */
  rescreen: rescreen.optional(),
})
export type NewRunRequest = Readonly<z.input<typeof newRunRequest>>

/** The answer: the run exists. `notes`: what a person should know at its start. */
export const newRunReply = z.object({ runId: z.string(), notes: z.array(z.string()) })
export type NewRunReply = Readonly<z.infer<typeof newRunReply>>
