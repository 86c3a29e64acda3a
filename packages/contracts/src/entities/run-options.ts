import { z } from 'zod'
import { answerOptions } from './answer.ts'
import { routedModels } from './model-role.ts'
import { proposedSubquestion } from './plan.ts'

/** Limits of a run; null means no limit. Tokens are input plus output; minutes count from the request or the last resume. */
export const budgetLimits = z.object({
  maxIterations: z.number().int().min(1),
  maxReads: z.number().int().min(0),
  maxSearches: z.number().int().min(0),
  maxTokens: z.number().int().positive().nullable(),
  maxCostUsd: z.number().positive().nullable(),
  maxMinutes: z.number().positive().nullable(),
  maxSnowballRounds: z.number().int().min(0),
})
export type BudgetLimits = Readonly<z.infer<typeof budgetLimits>>

/** One screener, or two whose disagreements are adjudicated (docs/decisions/022). */
export const screeners = z.union([z.literal(1), z.literal(2)])
/** The size of the sample of exclusions. */
export const rescreen = z.number().int().min(0).max(1000)

/** A review of one corpus (spec §14): all of its records are found by one search, and those that rank first are screened. */
export const reviewOptions = z.object({
  /** Results that a search of the library asks for, in place of its usual 200: the whole corpus. */
  records: z.number().int().positive(),
  /** Documents screened at most, in the order of question and criteria. Without a model all of these are relevant. */
  screened: z.number().int().min(0),
})

/** All options of a run, resolved: nothing is read from the environment later. */
export const runOptions = z.object({
  sources: z.array(z.string()).min(1),
  fromYear: z.number().int().nullable(),
  toYear: z.number().int().nullable(),
  maxSubquestions: z.number().int().min(1),
  limits: budgetLimits,
  fullText: z.boolean(),
  /** Ends after the plan, for a user who wants to edit it. */
  planOnly: z.boolean(),
  onProviderFailure: z.enum(['stop', 'degrade']),
  models: routedModels,
  /** A plan the user brings: the planner is not asked. */
  plan: z.array(proposedSubquestion).nullable(),
  /** Known works to start snowballing from, as identifiers with their scheme ("doi:10.5555/x"). */
  seeds: z.array(z.string()).optional(),
  /** Sources that were asked for and cannot be used (no key, switched off): named in the report, not searched. */
  unusableSources: z.array(z.object({ source: z.string(), reason: z.string() })).optional(),
  /** How many screeners judge every document, none of them seeing what another said; absent: one. */
  screeners: screeners.optional(),
  /** Excluded documents, drawn at random, that are screened again to estimate the recall of screening; absent: none. */
  rescreen: rescreen.optional(),
  /** Set for a review of one corpus as `winnow eval run` makes it; absent: what is found is screened whole. */
  review: reviewOptions.optional(),
  /** Set for a run of kind `answer`: the question is answered at length, and nothing is planned, screened or read. */
  answer: answerOptions.optional(),
})
export type RunOptions = Readonly<z.infer<typeof runOptions>>
