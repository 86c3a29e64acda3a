import type { NewRunRequest } from '@winnow/contracts/api/new-run-request.ts'
import { type ModelRole, modelOf } from '@winnow/contracts/entities/model-role.ts'
import type { BudgetLimits, RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { askedScreening } from './asked-screening.ts'
import type { ResearchWish } from './research-request.ts'
import { defaultLimits, defaultSubquestions } from './run-defaults.ts'
import { UsageError } from './usage-error.ts'

/** What stands behind a request and not in it: how this installation is set up. */
export interface Installation {
  /** Today, YYYY-MM-DD. */
  readonly today: string
  readonly chooseSources: (named: readonly string[] | undefined, hasLibrary: boolean) => ChosenSources
  readonly resolveModels: (model: string | undefined, perRole: Readonly<Partial<Record<ModelRole, string>>>) => ResolvedModels
  readonly readSeeds: (typed: readonly string[], sources: readonly string[]) => readonly string[]
}

/** Sources of a run, in the order in which they are asked, and those asked for that cannot be used. */
export interface ChosenSources {
  readonly sources: readonly string[]
  readonly unusable: readonly { readonly source: string; readonly reason: string }[]
}

export interface ResolvedModels {
  /** "provider:model" or "none" for every role. */
  readonly models: RunOptions['models']
  readonly notes: readonly string[]
}

/** A request with everything that it leaves out, and what a person should know at the start. Throws UsageError. */
export function requestedWish(
  request: NewRunRequest,
  installation: Installation,
): { readonly wish: ResearchWish; readonly notes: readonly string[] } {
  const { models, notes } = installation.resolveModels(request.model, request.models ?? {})
  const { sources, unusable } = installation.chooseSources(request.sources, (request.libraries ?? []).length > 0)
  const wish: ResearchWish = {
    question: request.question,
    asOf: request.asOf ?? installation.today,
    criteria: request.criteria ?? null,
    sources,
    unusableSources: unusable,
    seeds: installation.readSeeds(request.seeds ?? [], sources),
    fromYear: request.fromYear ?? null,
    toYear: request.toYear ?? null,
    maxSubquestions: subquestions(request),
    limits: limits(request.limits ?? {}),
    fullText: request.fullText ?? false,
    planOnly: request.planOnly ?? false,
    onProviderFailure: request.onProviderFailure ?? 'stop',
    models,
    plan: request.plan ?? null,
    ...askedScreening(request, models),
  }
  return { wish, notes: [...notes, ...wishNotes(wish)] }
}

function limits(given: NonNullable<NewRunRequest['limits']>): BudgetLimits {
  const named = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...defaultLimits, ...(Object.fromEntries(named) as Partial<BudgetLimits>) }
}

/** What of a wish will not be done as asked, for a person. */
export function wishNotes({ criteria, models, screeners, unusableSources = [] }: ResearchWish): readonly string[] {
  return [
    ...(criteria !== null && models.screener === 'none' && (screeners !== 2 || modelOf(models, 'screener2') === 'none')
      ? ['--criteria is not applied: screening without a model only compares words']
      : []),
    ...unusableNotes(unusableSources),
  ]
}

/** The sources that were asked for and are not searched, for a person. */
export function unusableNotes(unusable: ChosenSources['unusable']): readonly string[] {
  return unusable.map(({ source, reason }) => `${source} is left out: ${reason}`)
}

/** Subquestions at most: as asked, otherwise the default, or those of a longer plan. Throws UsageError for a plan that has more. */
export function subquestions({ maxSubquestions, plan }: Pick<NewRunRequest, 'maxSubquestions' | 'plan'>): number {
  const planned = plan?.length ?? 0
  if (maxSubquestions !== undefined && planned > maxSubquestions)
    throw new UsageError(`the plan has ${planned} subquestions, more than --max-subquestions ${maxSubquestions}`)
  return maxSubquestions ?? Math.max(defaultSubquestions, planned)
}
