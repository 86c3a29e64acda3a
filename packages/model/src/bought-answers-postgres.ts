import { usage } from '@winnow/contracts/entities/usage.ts'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { BoughtAnswers, QuestionKey, StoredCall } from './bought-answers.ts'

/** Creates the table of every model call ever made; running it again changes nothing. */
export const modelCallMigration = `
create table if not exists model_call (
  call_id text primary key,
  run_id text not null,
  work_id text not null,
  prompt_hash text not null,
  attempt integer not null,
  role text not null,
  stage text not null,
  model text not null,
  outcome text not null,
  response text,
  input_tokens integer,
  output_tokens integer,
  cached_tokens integer,
  cost_usd double precision,
  ms integer not null,
  at timestamptz not null
);
create index if not exists model_call_question on model_call (run_id, work_id, prompt_hash);
`

const row = z.object({
  attempt: z.number(),
  response: z.string().nullable(),
  at: z.date(),
  call_id: z.string(),
  role: usage.shape.role,
  stage: usage.shape.stage,
  model: z.string(),
  outcome: usage.shape.outcome,
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  cached_tokens: z.number().nullable(),
  cost_usd: z.number().nullable(),
  ms: z.number(),
})

const storedCall = (key: QuestionKey, raw: unknown): StoredCall => {
  const read = row.parse(raw)
  return {
    runId: key.runId,
    workId: key.workId,
    promptHash: key.promptHash,
    attempt: read.attempt,
    text: read.response,
    at: read.at.toISOString(),
    usage: {
      callId: read.call_id,
      role: read.role,
      stage: read.stage,
      model: read.model,
      inputTokens: read.input_tokens,
      outputTokens: read.output_tokens,
      cachedTokens: read.cached_tokens,
      costUsd: read.cost_usd,
      ms: read.ms,
      outcome: read.outcome,
    },
  }
}

/**
 * Bought answers in the table `model_call` (`modelCallMigration`), shared by all processes. Two workers that ask the same
 * question at once both pay and both are kept: costs are read from here. Texts must be free of NUL (`cleanText`).
 */
export const createPostgresBoughtAnswers = (pool: Pool): BoughtAnswers => ({
  async find(key) {
    const found = await pool.query(
      'select * from model_call where run_id = $1 and work_id = $2 and prompt_hash = $3 order by attempt, at, call_id',
      [key.runId, key.workId, key.promptHash],
    )
    return found.rows.map((raw) => storedCall(key, raw))
  },
  async record(call) {
    const { usage: used } = call
    await pool.query(
      `insert into model_call (call_id, run_id, work_id, prompt_hash, attempt, role, stage, model, outcome, response,
         input_tokens, output_tokens, cached_tokens, cost_usd, ms, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
       on conflict (call_id) do nothing`,
      [
        used.callId,
        call.runId,
        call.workId,
        call.promptHash,
        call.attempt,
        used.role,
        used.stage,
        used.model,
        used.outcome,
        call.text,
        used.inputTokens,
        used.outputTokens,
        used.cachedTokens,
        used.costUsd,
        used.ms,
        call.at,
      ],
    )
  },
})
