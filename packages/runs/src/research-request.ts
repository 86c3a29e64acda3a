import type { ProposedSubquestion } from '@winnow/contracts/entities/plan.ts'
import type { BudgetLimits, RunOptions } from '@winnow/contracts/entities/run-options.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { sanitiseText } from '@winnow/text/sanitise-text.ts'
import { UsageError } from './usage-error.ts'
import { promptSet, version } from './version.ts'

/** What a run is asked for, before it is written down. */
export interface ResearchWish {
  readonly question: string
  readonly asOf: string
  readonly criteria: string | null
  readonly sources: readonly string[]
  readonly fromYear: number | null
  readonly toYear: number | null
  readonly maxSubquestions: number
  readonly limits: BudgetLimits
  readonly fullText: boolean
  readonly planOnly: boolean
  readonly onProviderFailure: RunOptions['onProviderFailure']
  readonly models: RunOptions['models']
  readonly plan: readonly ProposedSubquestion[] | null
  /** Known works to start from, with their scheme. */
  readonly seeds?: readonly string[]
  readonly unusableSources?: readonly { readonly source: string; readonly reason: string }[]
}

const longest = { question: 4000, criteria: 20_000 }

/** The request event of a run, all options resolved. Throws UsageError where the wish makes no sense. */
export function researchRequest(
  wish: ResearchWish,
  libraries: readonly { readonly hash: string; readonly name: string }[],
): EventData<'RunRequested'> {
  const question = sanitiseText(wish.question).replace(/\s+/gu, ' ').trim()
  if (question === '') throw new UsageError('the question is empty: winnow research "What is known about …?" --library papers.bib')
  if (question.length > longest.question)
    throw new UsageError(
      `the question has ${question.length} characters, at most ${longest.question} are read: put details into --criteria`,
    )
  const criteria = wish.criteria === null ? null : sanitiseText(wish.criteria).trim()
  if (criteria !== null && criteria.length > longest.criteria)
    throw new UsageError(`the criteria have ${criteria.length} characters, at most ${longest.criteria} are read`)
  if (wish.fromYear !== null && wish.toYear !== null && wish.fromYear > wish.toYear)
    throw new UsageError(`--from ${wish.fromYear} is after --to ${wish.toYear}`)
  if (wish.sources.includes('library') && libraries.length === 0)
    throw new UsageError(
      'the source library is named, but no library: give at least one --library (a file or folder with references or PDFs)',
    )
  return {
    question,
    asOf: wish.asOf,
    criteria: criteria === '' ? null : criteria,
    options: {
      sources: [...wish.sources],
      fromYear: wish.fromYear,
      toYear: wish.toYear,
      maxSubquestions: wish.maxSubquestions,
      limits: wish.limits,
      fullText: wish.fullText,
      planOnly: wish.planOnly,
      onProviderFailure: wish.onProviderFailure,
      models: wish.models,
      ...(wish.seeds === undefined || wish.seeds.length === 0 ? {} : { seeds: [...wish.seeds] }),
      ...(wish.unusableSources === undefined || wish.unusableSources.length === 0
        ? {}
        : { unusableSources: wish.unusableSources.map((one) => ({ ...one })) }),
      plan: wish.plan === null ? null : wish.plan.map((subquestion) => ({ ...subquestion })),
    },
    libraries: libraries.map((library) => ({ ...library })),
    promptSet,
    codeVersion: version,
  }
}
