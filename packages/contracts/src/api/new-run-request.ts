import { z } from 'zod'
import { answerOptions } from '../entities/answer.ts'
import { modelRole } from '../entities/model-role.ts'
import { proposedSubquestion } from '../entities/plan.ts'
import { budgetLimits, rescreen, screeners } from '../entities/run-options.ts'
import { sha256 } from '../ids.ts'

/** What a run is for: a report from the literature, or a long answer to its question (spec §13). */
export const runKind = z.enum(['research', 'answer'])
export type RunKind = z.infer<typeof runKind>

/** Budgets of a run of kind `answer`: its searches are limited by `answer.maxSearches`, and it reads nothing. */
const answerBudget = budgetLimits.pick({ maxTokens: true, maxCostUsd: true, maxMinutes: true }).partial().strict()

/** What is asked of a run of either kind, beside its question. */
const ofEveryKind = {
  /** YYYY-MM-DD; default today. */
  asOf: z.iso.date().optional(),
  /** Default: the libraries alone where there are some, otherwise the free sources. */
  sources: z.array(z.string()).min(1).optional(),
  /** Libraries by the hash that `POST /v1/libraries` gave. */
  libraries: z.array(sha256).max(1000).optional(),
  fromYear: z.number().int().min(1000).max(9999).optional(),
  toYear: z.number().int().min(1000).max(9999).optional(),
  onProviderFailure: z.enum(['stop', 'degrade']).optional(),
  /** The model of every role ("provider:model" or "none"); default what the server is set up with. */
  model: z.string().optional(),
  /** Models of single roles. */
  models: z.partialRecord(modelRole, z.string()).optional(),
}

/** What is asked of a run of kind `answer` alone. */
const ofAnswers = {
  /** Limits of the searches, the turns and the passages, and the reranker. */
  answer: answerOptions.partial().strict().optional(),
}

/** What is asked of a run of kind `research` alone. */
const ofResearch = {
  criteria: z.string().max(20_000).optional(),
  maxSubquestions: z.number().int().min(1).max(100).optional(),
  fullText: z.boolean().optional(),
  /** Ends after the plan. */
  planOnly: z.boolean().optional(),
  plan: z.array(proposedSubquestion).min(1).optional(),
  /** Known works to start snowballing from, with their scheme ("doi:10.5555/x"). */
  seeds: z.array(z.string()).max(100).optional(),
  /** Two screeners judge every document, and their disagreements are adjudicated; default 1. */
  screeners: screeners.optional(),
  /** Excluded documents that are screened again; default 20 where a model screens, otherwise 0. */
  rescreen: rescreen.optional(),
}

export const askedQuestion = z.string().min(1).max(4000)

/** What an answer may be asked for with, beside its question: the members of the requests of `POST /run` and `POST /evaluate`. */
export const answerWishes = { ...ofEveryKind, ...ofAnswers, limits: answerBudget.optional() }

/** The body of `POST /v1/runs`: what a person asks for. Whatever is left out has the default of the command line. */
export const newRunRequest = z
  .strictObject({
    kind: runKind.optional(),
    question: askedQuestion,
    ...ofEveryKind,
    limits: budgetLimits.partial().optional(),
    ...ofResearch,
    ...ofAnswers,
  })
  .superRefine((request, context) => {
    for (const path of misplaced(request))
      context.addIssue({ code: 'custom', path, message: `is not for a run of kind ${request.kind ?? 'research'}` })
  })
export type NewRunRequest = Readonly<z.input<typeof newRunRequest>>

/** Members of a request that belong to the other kind of run. */
function misplaced(request: {
  readonly kind?: RunKind | undefined
  readonly limits?: object | undefined
  readonly [member: string]: unknown
}): readonly string[][] {
  const given = (members: object) => Object.keys(members).filter((member) => request[member] !== undefined)
  if (request.kind !== 'answer') return given(ofAnswers).map((member) => [member])
  const limits = Object.entries(request.limits ?? {}).filter(([limit, value]) => value !== undefined && !(limit in answerBudget.shape))
  return [...given(ofResearch).map((member) => [member]), ...limits.map(([limit]) => ['limits', limit])]
}

/** The answer: the run exists. `notes`: what a person should know at its start. */
export const newRunReply = z.object({ runId: z.string(), notes: z.array(z.string()) })
export type NewRunReply = Readonly<z.infer<typeof newRunReply>>
