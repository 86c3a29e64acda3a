import { type ModelRole, modelOf } from '@winnow/contracts/entities/model-role.ts'
import type { BudgetLimits } from '@winnow/contracts/entities/run-options.ts'
import type { RunState } from './state.ts'

type Budgeted = Pick<RunState, 'request' | 'iteration' | 'spent' | 'costs' | 'subquestions'>
type Need = { readonly tokens: number; readonly costUsd: number }

/**
 * Tokens that one call of a role is expected to take, before the run has any of its own (our reading; tunable): the prompts,
 * 10 abstracts of 300 tokens for a screener, one abstract for the reader, some 30 evidence items for synthesizer, critic
 * and writer, and a section's sentences with their evidence for the judge.
 */
export const tokensPerCall: { readonly [R in ModelRole]: { readonly input: number; readonly output: number } } = {
  planner: { input: 1_000, output: 800 },
  intent: { input: 800, output: 500 },
  query: { input: 900, output: 300 },
  screener: { input: 4_500, output: 1_500 },
  screener2: { input: 4_500, output: 1_500 },
  reader: { input: 2_500, output: 1_200 },
  synthesizer: { input: 4_000, output: 1_500 },
  critic: { input: 6_000, output: 2_000 },
  writer: { input: 5_000, output: 2_000 },
  judge: { input: 3_000, output: 800 },
  // Ten passages of at most 4,096 tokens; most abstracts are shorter.
  summarizer: { input: 12_000, output: 1_500 },
  agent: { input: 6_000, output: 1_500 },
}

/** The roles that what is held back is held back for: they may spend it (spec §11). */
const heldBackFor: readonly ModelRole[] = ['synthesizer', 'writer', 'judge']

/** At most this share of a token or cost limit is held back, so that a small budget still pays for research (our reading; tunable). */
export const mostHeldBack = 0.3

/** Search operations that the budget still pays for. */
export function searchesLeft(state: Budgeted): number {
  return Math.max(0, limitsOf(state).maxSearches - state.spent.searches)
}

/** Reads that the budget still pays for. */
export function readsLeft(state: Budgeted): number {
  return Math.max(0, limitsOf(state).maxReads - state.spent.reads)
}

/** Iterations that may still be started; before an iteration's start it is among them (spec §7). */
export function iterationsLeft(state: Budgeted): number {
  return Math.max(0, limitsOf(state).maxIterations - state.iteration)
}

/**
 * What `calls` calls of a role are expected to need. Tokens: the larger of `tokensPerCall` and the run's own average of that
 * role. USD: the run's own average of its priced calls; before there is one, those tokens at what the run has paid for a
 * token to the same model, 0 before it has: the state knows no price list (our reading). Nothing for a role without a model.
 */
export function estimateReserve(state: Budgeted, role: ModelRole, calls: number): { tokens: number; costUsd: number } {
  const caller = callerOf(state, role)
  if (caller === null) return { tokens: 0, costUsd: 0 }
  const costs = Object.values(state.costs).filter((cost) => cost.role === caller)
  const made = costs.reduce((sum, cost) => sum + cost.calls, 0)
  const used = costs.reduce((sum, cost) => sum + cost.inputTokens + cost.outputTokens, 0)
  const priced = costs.reduce((sum, cost) => sum + cost.calls - cost.unpriced, 0)
  const paid = costs.reduce((sum, cost) => sum + (cost.costUsd ?? 0), 0)
  const expected = tokensPerCall[role].input + tokensPerCall[role].output
  const tokens = calls * Math.max(expected, made === 0 ? 0 : Math.ceil(used / made))
  return { tokens, costUsd: priced === 0 ? tokens * paidForToken(state, caller) : (calls * paid) / priced }
}

/** USD that the run has paid for a token, on average, to the model of a role; 0 before it has. */
function paidForToken(state: Budgeted, role: ModelRole): number {
  const { models } = optionsOf(state)
  const costs = Object.values(state.costs).filter((cost) => modelOf(models, cost.role) === modelOf(models, role))
  const tokens = costs.reduce((sum, cost) => sum + cost.inputTokens + cost.outputTokens, 0)
  const paid = costs.reduce((sum, cost) => sum + (cost.costUsd ?? 0), 0)
  return tokens === 0 ? 0 : paid / tokens
}

/**
 * What is kept for the end (spec §11): a synthesis of each subquestion that is not closed, a report with a section for each
 * and one call for its outline, and a citation check of each section. Before the plan is there, of as many subquestions as
 * it may have.
 */
export function heldBack(state: Budgeted): Need {
  const sections = sectionsToWrite(state)
  const needs = [
    estimateReserve(state, 'synthesizer', sections),
    estimateReserve(state, 'writer', sections + 1),
    estimateReserve(state, 'judge', sections),
  ]
  const { maxTokens, maxCostUsd } = limitsOf(state)
  const total = (of: (need: Need) => number): number => needs.reduce((sum, need) => sum + of(need), 0)
  return {
    tokens: Math.min(
      total((need) => need.tokens),
      Math.floor((maxTokens ?? Number.POSITIVE_INFINITY) * mostHeldBack),
    ),
    costUsd: Math.min(
      total((need) => need.costUsd),
      (maxCostUsd ?? Number.POSITIVE_INFINITY) * mostHeldBack,
    ),
  }
}

/** Tokens and USD left for research, after what is held back; Infinity without a limit, negative when overspent. */
export function leftForResearch(state: Budgeted): Need {
  const left = leftInAll(state)
  const kept = heldBack(state)
  return { tokens: left.tokens - kept.tokens, costUsd: left.costUsd - kept.costUsd }
}

/**
 * How many of `calls` calls of a role the token and cost budgets still pay for: in all for synthesis, report and check, after
 * what is held back for those for every other role; none once a budget is spent, even where a price is not known yet. All of
 * them for a role without a model. Decisions are taken at the ends of stages, when nothing else is outstanding.
 */
export function affordable(state: Budgeted, role: ModelRole, calls: number): number {
  if (callerOf(state, role) === null) return calls
  const left = heldBackFor.includes(role) ? leftInAll(state) : leftForResearch(state)
  const need = estimateReserve(state, role, 1)
  return Math.min(calls, fits(left.tokens, need.tokens), fits(left.costUsd, need.costUsd))
}

function fits(left: number, each: number): number {
  if (left <= 0) return 0
  return each === 0 ? Number.POSITIVE_INFINITY : Math.floor(left / each)
}

function leftInAll(state: Budgeted): Need {
  const { maxTokens, maxCostUsd } = limitsOf(state)
  return {
    tokens: (maxTokens ?? Number.POSITIVE_INFINITY) - state.spent.tokens,
    costUsd: (maxCostUsd ?? Number.POSITIVE_INFINITY) - state.spent.costUsd,
  }
}

/** The role whose model answers for a role: the writer's checks citations when no judge is routed (spec §12). Null for none. */
function callerOf(state: Budgeted, role: ModelRole): ModelRole | null {
  const models = optionsOf(state).models
  const caller = role === 'judge' && models.judge === 'none' ? 'writer' : role
  return modelOf(models, caller) === 'none' ? null : caller
}

function sectionsToWrite(state: Budgeted): number {
  const all = Object.values(state.subquestions)
  return all.length === 0 ? optionsOf(state).maxSubquestions : all.filter((subquestion) => subquestion.status !== 'closed').length
}

function limitsOf(state: Budgeted): BudgetLimits {
  return optionsOf(state).limits
}

function optionsOf(state: Budgeted): NonNullable<RunState['request']>['options'] {
  if (state.request === null) throw new Error('the budget of a run that was not requested')
  return state.request.options
}
