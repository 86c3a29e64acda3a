import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import type { ModelRole } from '@winnow/contracts/entities/model-role.ts'
import { modelRoles, researchRoles } from '@winnow/contracts/entities/model-role.ts'
import type { ProposedSubquestion } from '@winnow/contracts/entities/plan.ts'
import type { BudgetLimits } from '@winnow/contracts/entities/run-options.ts'
import { sourceAbilities } from '@winnow/domain/source-abilities.ts'
import { askedScreening } from '@winnow/runs/asked-screening.ts'
import { subquestions, wishNotes } from '@winnow/runs/requested-wish.ts'
import type { ResearchWish } from '@winnow/runs/research-request.ts'
import { defaultLimits, defaultRescreen, defaultSubquestions } from '@winnow/runs/run-defaults.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { workKey } from '@winnow/search-gateway/core/conversation.ts'
import { sourceNames } from '@winnow/search-gateway/sources/catalogue.ts'
import type { CommandContext } from '../command-context.ts'
import { sourceSettings } from '../engine/source-client.ts'
import { chooseSources } from './chosen-sources.ts'
import { resolveModels } from './model-options.ts'
import { dateOption, numberOption, yearOption } from './number-option.ts'
import { readPlanFile } from './plan-file.ts'
import { readWorkId } from './work-id.ts'

const roleHelp = `
A role may have a model of its own, --model-<role> <spec>: ${researchRoles.join(', ')}.`

/** Options that shape a run, shared by research, plan and --estimate. */
export function addResearchOptions(command: Command<[string[]]>) {
  const collect = (value: string, before: string[] | undefined) => [...(before ?? []), value]
  const described = command
    .option(
      '-l, --library <path>',
      'a file or folder of references or PDFs (BibTeX, RIS, CSL-JSON, nbib, CSV, JSONL, EndNote XML); repeatable',
      collect,
    )
    .option(
      '--sources <list>',
      `sources to search, by comma (${sourceNames.join(', ')}); default: the library, or without one the free sources`,
    )
    .option('--seed <id>', 'a known paper to start snowballing from: doi:…, arxiv:…, pmid:…, openalex:…; repeatable', collect)
    .option('--offline', 'ask nothing of the network: the library and answers kept from before')
    .option('--criteria <file>', 'a text file with eligibility criteria, for screening by a model')
    .option(
      '--screeners <n>',
      'screeners of every document, 1 or 2 (default 1): two do not see each other, and what they disagree on is adjudicated',
      numberOption('--screeners', 'positive whole'),
    )
    .option('--screener2-model <spec>', 'model of the second screener (default none: the ranking by question and criteria)')
    .option(
      '--rescreen <n>',
      `excluded documents, drawn at random, to screen again for an estimate of the recall (default ${defaultRescreen} with a model, otherwise 0)`,
      numberOption('--rescreen', 'whole'),
    )
    .option('--from <year>', 'only works from this year on', yearOption('--from'))
    .option('--to <year>', 'only works up to this year', yearOption('--to'))
    .option('--model <spec>', 'model of every role: openai:<model>, anthropic:<model>, ollama:<model> or none')
    .option(
      '--max-subquestions <n>',
      `subquestions at most (default ${defaultSubquestions})`,
      numberOption('--max-subquestions', 'positive whole'),
    )
    .option(
      '--max-iterations <n>',
      `iterations at most (default ${defaultLimits.maxIterations})`,
      numberOption('--max-iterations', 'positive whole'),
    )
    .option('--max-reads <n>', `documents read at most (default ${defaultLimits.maxReads})`, numberOption('--max-reads', 'whole'))
    .option(
      '--max-searches <n>',
      `search operations at most (default ${defaultLimits.maxSearches})`,
      numberOption('--max-searches', 'whole'),
    )
    .option('--max-tokens <n>', 'tokens at most, input and output together', numberOption('--max-tokens', 'positive whole'))
    .option('--max-cost <usd>', 'US dollars at most; refused when a price is unknown', numberOption('--max-cost', 'positive'))
    .option('--max-minutes <n>', 'minutes at most, counted anew after a resume', numberOption('--max-minutes', 'positive'))
    .option(
      '--max-snowball-rounds <n>',
      `snowball rounds an iteration (default ${defaultLimits.maxSnowballRounds})`,
      numberOption('--max-snowball-rounds', 'whole'),
    )
    .option('--as-of <date>', 'the date that formulas use, YYYY-MM-DD (default today)', dateOption('--as-of'))
    .option('--full-text', 'read open-access full texts where they can be had; full texts in a library are always read')
    .option('--plan <file>', 'a plan made by `winnow plan` and edited by you')
    .addOption(new Option('--on-provider-failure <what>', 'when a model provider keeps failing').choices(['stop', 'degrade'] as const))
  described.addHelpText('after', roleHelp)
  for (const role of researchRoles) described.addOption(new Option(`--model-${role} <spec>`, `model of the role ${role}`).hideHelp())
  return described
}

export interface ResearchFlags {
  readonly seed?: string[] | undefined
  readonly offline?: boolean | undefined
  readonly library?: string[] | undefined
  readonly sources?: string | undefined
  readonly criteria?: string | undefined
  readonly screeners?: number | undefined
  readonly screener2Model?: string | undefined
  readonly rescreen?: number | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly model?: string | undefined
  readonly maxSubquestions?: number | undefined
  readonly maxIterations?: number | undefined
  readonly maxReads?: number | undefined
  readonly maxSearches?: number | undefined
  readonly maxTokens?: number | undefined
  readonly maxCost?: number | undefined
  readonly maxMinutes?: number | undefined
  readonly maxSnowballRounds?: number | undefined
  readonly asOf?: string | undefined
  readonly fullText?: boolean | undefined
  readonly plan?: string | undefined
  readonly onProviderFailure?: 'stop' | 'degrade' | undefined
}

export interface ReadWish {
  readonly wish: ResearchWish
  readonly libraryPaths: readonly string[]
  readonly notes: readonly string[]
}

/** Everything that the options say, with their defaults; files that they name are read. Throws UsageError. */
export async function readWish(
  words: readonly string[],
  flags: ResearchFlags,
  planOnly: boolean,
  context: CommandContext,
): Promise<ReadWish> {
  const { cwd } = context.config
  const { models, notes } = resolveModels(context.config, flags.model, roleFlags(flags), researchRoles)
  const { plan, criteria, libraryPaths } = await readNamedFiles(flags, cwd)
  const maxSubquestions = subquestions({ maxSubquestions: flags.maxSubquestions, plan: plan?.subquestions.map((one) => ({ ...one })) })
  const settings = sourceSettings(context.config, flags.offline === true)
  const { sources, unusable } = chooseSources(flags.sources, libraryPaths.length > 0, settings)
  const wish: ResearchWish = {
    question: words.length > 0 ? words.join(' ') : (plan?.question ?? ''),
    asOf: flags.asOf ?? context.now().toISOString().slice(0, 10),
    criteria,
    sources,
    unusableSources: unusable,
    seeds: readSeeds(flags.seed ?? [], sources),
    fromYear: flags.from ?? null,
    toYear: flags.to ?? null,
    maxSubquestions,
    limits: readLimits(flags),
    fullText: flags.fullText ?? false,
    planOnly,
    onProviderFailure: flags.onProviderFailure ?? 'stop',
    models,
    plan: plan?.subquestions ?? null,
    ...askedScreening(flags, models),
  }
  return { wish, libraryPaths, notes: [...notes, ...wishNotes(wish)] }
}

export interface NamedFiles {
  readonly plan: { readonly question: string | null; readonly subquestions: readonly ProposedSubquestion[] } | null
  readonly criteria: string | null
  readonly libraryPaths: readonly string[]
}

/** What the options name by their paths; plan and criteria are read. Throws UsageError. */
export async function readNamedFiles(flags: Pick<ResearchFlags, 'plan' | 'criteria' | 'library'>, cwd: string): Promise<NamedFiles> {
  return {
    plan: flags.plan === undefined ? null : await readPlanFile(resolve(cwd, flags.plan)),
    criteria: flags.criteria === undefined ? null : await readText(resolve(cwd, flags.criteria), '--criteria'),
    libraryPaths: (flags.library ?? []).map((path) => resolve(cwd, path)),
  }
}

/** Budget limits as given, with the defaults. */
export function readLimits(flags: ResearchFlags): BudgetLimits {
  return {
    maxIterations: flags.maxIterations ?? defaultLimits.maxIterations,
    maxReads: flags.maxReads ?? defaultLimits.maxReads,
    maxSearches: flags.maxSearches ?? defaultLimits.maxSearches,
    maxTokens: flags.maxTokens ?? null,
    maxCostUsd: flags.maxCost ?? null,
    maxMinutes: flags.maxMinutes ?? null,
    maxSnowballRounds: flags.maxSnowballRounds ?? defaultLimits.maxSnowballRounds,
  }
}

/** Works that are named to start from, with their scheme; each needs a source that can look it up. Throws UsageError. */
export function readSeeds(typed: readonly string[], sources: readonly string[]): readonly string[] {
  const seeds = typed.map((text) => {
    const id = readWorkId(text)
    if (!sources.some((source) => sourceAbilities[source]?.lookup.includes(id.scheme) === true))
      throw new UsageError(`--seed ${text}: none of the sources (${sources.join(', ')}) can look up a ${id.scheme}; add one with --sources`)
    return workKey(id)
  })
  return [...new Set(seeds)]
}

/** --model-<role> options: commander names them by role, which its types do not know. --screener2-model is another name of one. */
export function roleFlags(flags: object): Partial<Record<ModelRole, string>> {
  const second: unknown = Reflect.get(flags, 'screener2Model')
  const given: Partial<Record<ModelRole, string>> = typeof second === 'string' ? { screener2: second } : {}
  for (const role of modelRoles) {
    const value = Reflect.get(flags, `model${role.charAt(0).toUpperCase()}${role.slice(1)}`)
    if (typeof value === 'string') given[role] = value
  }
  return given
}

async function readText(path: string, option: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${option} ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
