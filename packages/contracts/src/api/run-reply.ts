import { z } from 'zod'
import { budgetLimits, runOptions } from '../entities/run-options.ts'
import { answeringFigures } from './answering-figures.ts'
import { costsReply } from './costs-reply.ts'
import { runKind } from './new-run-request.ts'

/** Where a run may stand. */
export const runStatus = z.enum(['queued', 'running', 'paused', 'completed', 'cancelled', 'failed'])
export type RunStatus = z.infer<typeof runStatus>

const count = z.number().int().nonnegative()

const intent = z.object({
  intentId: z.string(),
  text: z.string(),
  status: z.string(),
  closedReason: z.string().nullable(),
  rewordOf: z.string().nullable(),
  /** Documents its queries found, and how many of them are relevant. */
  found: count,
  relevant: count,
})

const subquestion = z.object({
  subquestionId: z.string(),
  text: z.string(),
  rationale: z.string(),
  priority: z.number().int(),
  status: z.string(),
  origin: z.string(),
  splitInto: z.array(z.string()),
  /** In [0,1]. */
  coverage: z.number(),
  intents: z.array(intent),
})

const operation = z.object({
  operationId: z.string(),
  kind: z.string(),
  intentId: z.string().nullable(),
  source: z.string(),
  query: z.string(),
  iteration: count,
  round: count,
  seed: z.string().nullable(),
  direction: z.string().nullable(),
  outcome: z.string(),
  reason: z.string().nullable(),
  asked: count,
  returned: count,
  total: z.number().nullable(),
  unresolved: count,
})

/** How screening went: two screeners, and a sample of the exclusions; null for what was not asked for. */
const screeningFigures = z.object({
  two: z
    .object({
      /** Over the pairs of document and subquestion that both judged by themselves. */
      agreement: z.object({ pairs: count, observed: z.number().nullable(), kappa: z.number().nullable() }),
      notCompared: count,
      adjudicated: count,
      adjudicatedRelevant: count,
    })
    .nullable(),
  sample: z
    .object({
      included: count,
      excluded: count,
      sampled: count,
      /** Documents of the sample that were found relevant. */
      found: z.array(z.string()),
      /** The recall of the screening before the sample, with a 95 % interval. */
      recall: z.object({ estimate: z.number(), low: z.number(), high: z.number(), method: z.string() }).nullable(),
    })
    .nullable(),
})

/** The answer of `GET /v1/runs/{id}`: a run as it stands, without its documents and evidence items. Times are ISO 8601. */
export const runReply = z
  .object({
    runId: z.string(),
    kind: runKind,
    question: z.string().nullable(),
    criteria: z.string().nullable(),
    asOf: z.string().nullable(),
    status: runStatus,
    /** The last decision's place in an iteration. */
    step: z.string(),
    iteration: count,
    /** What holds or ended the run, and by which rule. */
    stopReason: z.string().nullable(),
    stopRule: z.number().int().nullable(),
    models: runOptions.shape.models.nullable(),
    limits: budgetLimits.nullable(),
    /** Spent of the budget. */
    searches: count,
    reads: count,
    snowballRounds: z.array(
      z.object({
        iteration: count,
        round: count,
        seeds: z.array(z.string()),
        returned: count,
        newDocuments: count,
        rho: z.number(),
      }),
    ),
    screening: screeningFigures.nullable(),
    /** Of a run of kind `answer`; otherwise null. */
    answering: answeringFigures.nullable(),
    startedAt: z.string().nullable(),
    endedAt: z.string().nullable(),
    plan: z.object({ subquestions: z.array(subquestion) }),
    operations: z.array(operation),
    documents: z.object({ total: count, byStatus: z.record(z.string(), count) }),
    evidence: z.object({
      /** Items that count; those of excluded and retracted documents are set aside. */
      total: count,
      setAside: count,
      documents: count,
      bySubquestion: z.record(z.string(), count),
      byQuoteCheck: z.record(z.string(), count),
      bySupport: z.record(z.string(), count),
    }),
    cost: costsReply.omit({ byModel: true }),
    degraded: z.array(z.object({ stage: z.string(), role: z.string(), count, reason: z.string() })),
  })
  .meta({ id: 'Run' })
export type RunReply = Readonly<z.infer<typeof runReply>>

/** The answer of `GET /v1/runs`: newest first. `next`: the cursor of the next page, null at the end. */
export const runList = z
  .object({
    runs: z.array(
      z.object({
        runId: z.string(),
        kind: runKind,
        question: z.string().nullable(),
        status: runStatus,
        startedAt: z.string().nullable(),
        endedAt: z.string().nullable(),
        costUsd: z.number().nullable(),
      }),
    ),
    next: z.string().nullable(),
  })
  .meta({ id: 'RunList' })
export type RunList = Readonly<z.infer<typeof runList>>
