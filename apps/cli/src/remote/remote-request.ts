import type { NewRunRequest } from '@winnow/contracts/api/new-run-request.ts'
import { type BudgetLimits, screeners } from '@winnow/contracts/entities/run-options.ts'
import { subquestions } from '@winnow/runs/requested-wish.ts'
import { askedCriteria, askedQuestion, refuseEmptySpan, refuseMissingLibrary } from '@winnow/runs/research-request.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { workKey } from '@winnow/search-gateway/core/conversation.ts'
import { namedSources } from '../commands/chosen-sources.ts'
import { type ResearchFlags, readNamedFiles, roleFlags } from '../commands/research-options.ts'
import { readWorkId } from '../commands/work-id.ts'

export interface RemoteRequest {
  /** Only what the person gave: everything else is the server's to decide. */
  readonly request: Omit<NewRunRequest, 'libraries'>
  readonly libraryPaths: readonly string[]
}

/**
 * What the options of `research` ask of a server; files that they name are read. What makes no sense anywhere is said here,
 * before a library is sent: throws UsageError.
 */
export async function readRemoteRequest(words: readonly string[], flags: ResearchFlags, cwd: string): Promise<RemoteRequest> {
  const { plan, criteria, libraryPaths } = await readNamedFiles(flags, cwd)
  const sources = flags.sources === undefined ? undefined : namedSources(flags.sources)
  const question = askedQuestion(words.length > 0 ? words.join(' ') : (plan?.question ?? ''))
  refuseEmptySpan(flags.from ?? null, flags.to ?? null)
  refuseMissingLibrary(sources ?? [], libraryPaths.length)
  const limits = givenLimits(flags)
  const models = roleFlags(flags)
  const seeds = [...new Set((flags.seed ?? []).map((text) => workKey(readWorkId(text))))]
  const given = {
    asOf: flags.asOf,
    criteria: askedCriteria(criteria) ?? undefined,
    sources: sources === undefined ? undefined : [...sources],
    fromYear: flags.from,
    toYear: flags.to,
    maxSubquestions: flags.maxSubquestions,
    limits: Object.keys(limits).length === 0 ? undefined : limits,
    fullText: flags.fullText,
    onProviderFailure: flags.onProviderFailure,
    model: flags.model,
    models: Object.keys(models).length === 0 ? undefined : models,
    plan: plan?.subquestions.map((subquestion) => ({ ...subquestion })),
    seeds: seeds.length === 0 ? undefined : seeds,
    screeners: givenScreeners(flags),
    rescreen: flags.rescreen,
  } as const
  subquestions(given)
  return { request: { question, ...defined(given) }, libraryPaths }
}

/** Throws UsageError, as here it makes no sense at any server. */
function givenScreeners({ screeners: typed }: ResearchFlags): NewRunRequest['screeners'] {
  if (typed === undefined) return undefined
  const read = screeners.safeParse(typed)
  if (!read.success) throw new UsageError(`--screeners takes 1 or 2, not ${typed}`)
  return read.data
}

/** The limits that were given. */
function givenLimits(flags: ResearchFlags): Partial<BudgetLimits> {
  return defined({
    maxIterations: flags.maxIterations,
    maxReads: flags.maxReads,
    maxSearches: flags.maxSearches,
    maxTokens: flags.maxTokens,
    maxCostUsd: flags.maxCost,
    maxMinutes: flags.maxMinutes,
    maxSnowballRounds: flags.maxSnowballRounds,
  })
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

/** An object without the members that are undefined. */
function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>
}
