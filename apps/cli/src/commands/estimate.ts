import { type ModelRole, modelOf } from '@winnow/contracts/entities/model-role.ts'
import { tokensPerCall } from '@winnow/domain/budget.ts'
import { resultsAsked } from '@winnow/domain/decide/searching.ts'
import { screeningRole } from '@winnow/domain/screening-roles.ts'
import { sourcesPerIntent } from '@winnow/planner/core/query-prompt.ts'
import type { ResearchWish } from '@winnow/runs/research-request.ts'
import type { Config } from '../config.ts'
import { priceOf } from './known-costs.ts'

/** Documents in a screening batch (spec §5), and new records of a snowball round at most (§8). */
const batch = 10
const newRecordsPerRound = 100
/** The least and the most of what a run usually does, as shares of its limits (our reading). */
const low = { subquestions: 1, iterations: 1, intents: 1 }
const highIntents = 3

interface Range {
  readonly from: number
  readonly to: number
}

/** Says what a run of this wish would do: operations, model calls, tokens and a range of US dollars. As text or as JSON. */
export function estimateRun(wish: ResearchWish, records: number, config: Config, json: boolean): string {
  const calls = estimateCalls(wish, records)
  const roles = (Object.keys(calls) as (keyof typeof calls)[]).map((role) => {
    const { input, output } = tokensPerCall[role]
    const model = modelOf(wish.models, role)
    const used = model === 'none' ? { from: 0, to: 0 } : calls[role]
    const usd = (count: number) => (count === 0 ? 0 : priceOf(model, { input: input * count, output: output * count }, config))
    return {
      role,
      model,
      calls: used,
      tokens: scale(used, input + output),
      usd: { from: usd(used.from), to: usd(used.to) },
    }
  })
  const usd = { from: sum(roles.map((role) => role.usd.from)), to: sum(roles.map((role) => role.usd.to)) }
  const searches = { from: Math.min(1, wish.limits.maxSearches), to: wish.limits.maxSearches }
  const total = {
    records,
    searches,
    reads: { from: Math.min(1, wish.limits.maxReads), to: wish.limits.maxReads },
    calls: add(roles.map((role) => role.calls)),
    tokens: add(roles.map((role) => role.tokens)),
    usd,
    roles,
  }
  if (json) return JSON.stringify(total)
  const rows = roles
    .filter((role) => role.calls.to > 0)
    .map((role) => `  ${role.role.padEnd(12)} ${shown(role.calls).padStart(12)} calls   ${role.model}`)
  return [
    `Search operations: ${shown(searches)}; documents read: ${shown(total.reads)}; records in the library: ${records}`,
    `Model calls: ${shown(total.calls)}; tokens: ${shown(total.tokens)}`,
    ...rows,
    usd.from === null || usd.to === null
      ? 'Cost: unknown, as the price of a model is not known'
      : `Cost: ${usd.from.toFixed(2)} to ${usd.to.toFixed(2)} USD`,
    'An estimate from the limits and usual sizes; --max-cost and --max-tokens are kept in any case.',
  ].join('\n')
}

function estimateCalls(wish: ResearchWish, records: number): { readonly [R in Exclude<ModelRole, 'agent' | 'summarizer'>]: Range } {
  const { maxIterations, maxReads, maxSearches } = wish.limits
  const iterations = wish.models.critic === 'none' ? 1 : maxIterations
  const subquestions: Range =
    wish.plan === null
      ? { from: low.subquestions, to: wish.maxSubquestions }
      : { from: wish.plan.length, to: Math.max(wish.plan.length, wish.maxSubquestions) }
  const others = wish.sources.filter((source) => source !== 'library').length
  const intents = subquestions.to * highIntents * iterations
  const searches = Math.min(maxSearches, intents * Math.min(sourcesPerIntent, wish.sources.length))
  const found = others === 0 ? 0 : resultsAsked.other * searches + newRecordsPerRound * wish.limits.maxSnowballRounds * iterations
  const documents: Range = {
    from: Math.min(records, resultsAsked.library),
    to: Math.min(records, resultsAsked.library * searches) + found,
  }
  const screened: Range = { from: Math.ceil(documents.from / batch), to: Math.ceil(documents.to / batch) * iterations }
  // Later iterations screen again only what has come into the sample since.
  const rescreened = Math.ceil((wish.rescreen ?? 0) / batch) * iterations
  const rescreener = screeningRole(wish.models, 'sample')
  return {
    planner: wish.plan === null ? { from: 1, to: 1 } : { from: 0, to: 0 },
    intent: { from: subquestions.from, to: subquestions.to * iterations },
    query: { from: subquestions.from * low.intents, to: Math.min(intents, searches) },
    screener: {
      from: screened.from,
      // Disputed pairs are asked again, at most all of them.
      to: screened.to * (wish.screeners === 2 ? 2 : 1) + (rescreener === 'screener' ? rescreened : 0),
    },
    screener2: {
      from: wish.screeners === 2 ? screened.from : 0,
      to: (wish.screeners === 2 ? screened.to : 0) + (rescreener === 'screener2' ? rescreened : 0),
    },
    reader: { from: Math.min(1, maxReads), to: maxReads },
    synthesizer: { from: subquestions.from, to: subquestions.to * iterations },
    critic: { from: low.iterations, to: iterations },
    writer: { from: 2, to: 2 + subquestions.to * 2 },
    judge: { from: 1, to: subquestions.to },
  }
}

function scale(range: Range, by: number): Range {
  return { from: range.from * by, to: range.to * by }
}

function add(ranges: readonly Range[]): Range {
  return { from: ranges.reduce((total, range) => total + range.from, 0), to: ranges.reduce((total, range) => total + range.to, 0) }
}

/** Unknown as soon as one part is. */
function sum(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((total, value) => (total === null || value === null ? null : total + value), 0)
}

function shown({ from, to }: Range): string {
  return from === to ? String(from) : `${from}–${to}`
}
