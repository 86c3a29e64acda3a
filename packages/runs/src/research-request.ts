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
  readonly screeners?: 1 | 2
  /** Size of the sample of exclusions that is screened again. */
  readonly rescreen?: number
  readonly review?: NonNullable<RunOptions['review']>
}

const longest = { question: 4000, criteria: 20_000 }

/** What a run of a kind is asked, cleaned. Throws UsageError for nothing and for too much. */
export function askedQuestion(typed: string, kind: 'research' | 'answer' = 'research'): string {
  const question = sanitiseText(typed).replace(/\s+/gu, ' ').trim()
  if (question === '') throw new UsageError(`the question is empty: winnow ${kind} "What is known about …?" --library papers.bib`)
  if (question.length > longest.question)
    throw new UsageError(
      `the question has ${question.length} characters, at most ${longest.question} are read${kind === 'research' ? ': put details into --criteria' : ''}`,
    )
  return question
}

/** The eligibility criteria, cleaned; null for none. Throws UsageError for too much. */
export function askedCriteria(typed: string | null): string | null {
  const criteria = typed === null ? '' : sanitiseText(typed).trim()
  if (criteria.length > longest.criteria)
    throw new UsageError(`the criteria have ${criteria.length} characters, at most ${longest.criteria} are read`)
  return criteria === '' ? null : criteria
}

/** Throws UsageError for years between which there is none. */
export function refuseEmptySpan(fromYear: number | null, toYear: number | null): void {
  if (fromYear !== null && toYear !== null && fromYear > toYear) throw new UsageError(`--from ${fromYear} is after --to ${toYear}`)
}

/** Throws UsageError where the source library is named and there is none. */
export function refuseMissingLibrary(sources: readonly string[], libraries: number): void {
  if (sources.includes('library') && libraries === 0)
    throw new UsageError(
      'the source library is named, but no library: give at least one --library (a file or folder with references or PDFs)',
    )
}

/** The request event of a run, all options resolved. Throws UsageError where the wish makes no sense. */
export function researchRequest(
  wish: ResearchWish,
  libraries: readonly { readonly hash: string; readonly name: string }[],
): EventData<'RunRequested'> {
  const question = askedQuestion(wish.question)
  const criteria = askedCriteria(wish.criteria)
  refuseEmptySpan(wish.fromYear, wish.toYear)
  refuseMissingLibrary(wish.sources, libraries.length)
  return {
    question,
    asOf: wish.asOf,
    criteria,
    options: {
      sources: [...wish.sources],
      fromYear: wish.fromYear,
      toYear: wish.toYear,
      maxSubquestions: wish.maxSubquestions,
      limits: wish.limits,
      fullText: wish.fullText,
      planOnly: wish.planOnly,
      onProviderFailure: wish.onProviderFailure,
      models: named(wish.models),
      ...(wish.seeds === undefined || wish.seeds.length === 0 ? {} : { seeds: [...wish.seeds] }),
      ...(wish.unusableSources === undefined || wish.unusableSources.length === 0
        ? {}
        : { unusableSources: wish.unusableSources.map((one) => ({ ...one })) }),
      ...(wish.screeners === undefined ? {} : { screeners: wish.screeners }),
      ...(wish.rescreen === undefined ? {} : { rescreen: wish.rescreen }),
      ...(wish.review === undefined ? {} : { review: wish.review }),
      plan: wish.plan === null ? null : wish.plan.map((subquestion) => ({ ...subquestion })),
    },
    libraries: libraries.map((library) => ({ ...library })),
    promptSet,
    codeVersion: version,
  }
}

/** The models without a second screener that is none, as before there was one, and without the roles of answers. */
function named({ screener2 = 'none', agent: _agent, summarizer: _summarizer, ...models }: RunOptions['models']): RunOptions['models'] {
  return screener2 === 'none' ? models : { ...models, screener2 }
}
