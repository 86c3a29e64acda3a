import { modelOf } from '@winnow/contracts/entities/model-role.ts'
import { stages } from '@winnow/contracts/entities/stage.ts'
import type { Corpus } from '@winnow/domain/corpus.ts'
import { prismaFlow } from '@winnow/domain/prisma.ts'
import type { OperationState } from '@winnow/domain/search-state.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { unansweredOperations } from '@winnow/domain/unanswered-operations.ts'
import { degradedSteps } from '../degraded-steps.ts'
import { bullets, counted, escapeMarkdown, section } from '../markdown-text.ts'
import type { RunMaterial } from '../run-material.ts'

/** What a reader must know before trusting the report (spec §12): what was not read, not reached, not whole, not modelled. */
export function limitations(material: RunMaterial, unresolved: number): string {
  const { state, corpus } = material
  const items = [
    ...reading(state),
    ...eligibility(corpus),
    ...searching(state),
    ...library(corpus),
    ...screening(corpus),
    ...budget(state),
    ...steps(state),
    ...citations(material, unresolved),
  ]
  return section(2, 'Limitations', [bullets(items)])
}

function reading(state: RunState): readonly string[] {
  const options = state.request?.options
  if (options === undefined) return []
  const years =
    options.fromYear === null && options.toYear === null
      ? []
      : [`Only works from ${options.fromYear ?? 'any year'} to ${options.toYear ?? 'today'} were sought.`]
  const read = options.fullText
    ? `Full texts were read where they could be had, abstracts otherwise${fullTexts(state)}.`
    : 'Abstract-only: no full text was read, so the strength of evidence is at most 0.6.'
  const unusable = (options.unusableSources ?? []).map(
    ({ source, reason }) => `Source not searched: ${escapeMarkdown(source)}, ${escapeMarkdown(reason)}.`,
  )
  return [read, `Sources searched: ${options.sources.map(escapeMarkdown).join(', ')}.`, ...unusable, ...years]
}

/** ": 7 fetched, 2 not to be had openly, 1 that could not be fetched"; '' when none was sought. */
function fullTexts(state: RunState): string {
  const sought = Object.values(state.documents).flatMap(({ fullText }) => fullText?.outcome ?? [])
  const of = (outcome: (typeof sought)[number]) => sought.filter((one) => one === outcome).length
  const parts = [`${of('fetched')} fetched`, `${of('none')} without an open-access copy`, `${of('failed')} that could not be fetched`]
  return sought.length === 0 ? '' : `: ${parts.join(', ')}`
}

/** The user's own criteria, and whether anything could apply them: words alone cannot (spec §12). */
function eligibility({ request }: Corpus): readonly string[] {
  if (request === null || request.criteria === null) return []
  const given = `“${escapeMarkdown(request.criteria.replaceAll(/\s+/g, ' ').trim())}”`
  const { models, screeners, review } = request.options
  if (models.screener !== 'none' || (screeners === 2 && modelOf(models, 'screener2') !== 'none'))
    return [`Eligibility criteria, applied by the screening model: ${given}.`]
  return screeners === 2 || review !== undefined
    ? [`The eligibility criteria were weighed by a ranking of words, and not applied one by one, as no model screened: ${given}.`]
    : [`The eligibility criteria were not applied, as screening without a model only compares words: ${given}.`]
}

/** Sources that failed, answers that were cut, references that could not be resolved. */
function searching(state: RunState): readonly string[] {
  const operations = Object.values(state.operations)
  // A source that does not have a seed was there, and was asked: nothing failed.
  const notThere = operations.filter(({ kind, outcome }) => kind === 'references' && outcome === 'skipped')
  const truncated = operations.filter(({ outcome }) => outcome === 'truncated').length
  const rejected = operations.reduce((sum, operation) => sum + Object.keys(operation.rejected ?? {}).length, 0)
  const unresolved = operations.reduce((sum, operation) => sum + operation.unresolved, 0)
  return [
    ...told(unansweredOperations(state)).map(
      ([what, length]) => `Source unavailable for ${counted(length, 'search', 'searches')}: ${what}.`,
    ),
    ...told(notThere).map(([what, length]) => `References not followed, ${counted(length, 'time')}: ${what}.`),
    ...seedsNotFound(operations),
    ...(truncated === 0
      ? []
      : [`${counted(truncated, 'search', 'searches')} had more hits than were taken, or an answer that was not whole.`]),
    ...(rejected === 0 ? [] : [`${counted(rejected, 'lookup')} led to another work and ${rejected === 1 ? 'was' : 'were'} not used.`]),
    ...(unresolved === 0 ? [] : [`${counted(unresolved, 'reference')} could not be resolved to a record.`]),
  ]
}

/** The works that the user named and that no source has which answered. */
function seedsNotFound(operations: readonly OperationState[]): readonly string[] {
  const lookups = operations.filter(({ kind }) => kind === 'seed')
  const found = new Set(lookups.filter(({ outcome }) => outcome === 'hits' || outcome === 'truncated').map(({ query }) => query))
  const missing = Map.groupBy(
    lookups.filter(({ query, outcome }) => outcome === 'none' && !found.has(query)),
    ({ query }) => query,
  )
  return [...missing].map(([query, asked]) => {
    const sources = asked.map(({ source }) => escapeMarkdown(source)).join(', ')
    return `A work you named was not found: ${escapeMarkdown(query)} (not in: ${sources}). Check the identifier.`
  })
}

/** "source: outcome, reason" with how many operations it stands for, in the order of the alphabet. */
function told(operations: readonly OperationState[]): readonly (readonly [what: string, count: number])[] {
  const groups = Map.groupBy(operations, ({ source, outcome, reason }) => `${source}: ${outcome}${reason === null ? '' : `, ${reason}`}`)
  return [...groups.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([what, { length }]) => [escapeMarkdown(what), length])
}

function library(corpus: Corpus): readonly string[] {
  const problems = corpus.libraries.reduce((sum, { problemCount }) => sum + problemCount, 0)
  return problems === 0
    ? []
    : [`${counted(problems, 'library entry', 'library entries')} could not be read, or only in part; the log names file and line.`]
}

function screening(corpus: Corpus): readonly string[] {
  const cut = [...corpus.screenings.values()].filter((screenings) => screenings.some(({ inputCut }) => inputCut)).length
  return cut === 0 ? [] : [`${counted(cut, 'abstract was', 'abstracts were')} longer than what the screener is shown.`]
}

function budget(state: RunState): readonly string[] {
  const limits = state.request?.options.limits
  if (limits === undefined) return []
  const { notRead, readingFailed } = prismaFlow(state)
  const withoutModel = Object.values(state.work).filter(({ fallback }) => fallback)
  const spent = [
    `${state.iteration} of ${limits.maxIterations} iterations`,
    `${state.spent.searches} of ${limits.maxSearches} searches (references followed and lookups do not count)`,
    `${state.spent.reads} of ${limits.maxReads} reads`,
    ...(limits.maxTokens === null ? [] : [`${state.spent.tokens} of ${limits.maxTokens} tokens`]),
  ]
  return [
    `Budget: ${spent.join(', ')}.`,
    ...(notRead === 0 ? [] : [`${counted(notRead, 'relevant document was', 'relevant documents were')} not read.`]),
    ...(readingFailed === 0 ? [] : [`${counted(readingFailed, 'document')} could not be read.`]),
    ...(withoutModel.length === 0
      ? []
      : [`${counted(withoutModel.length, 'step')} used the fallback because the budget could not pay for a model.`]),
  ]
}

/** Degraded steps with counts and reasons, and work that ended without a result. */
function steps(state: RunState): readonly string[] {
  const failed = Object.values(state.work).filter(({ status }) => status === 'failed')
  return [
    ...degradedSteps(state).map(
      ({ stage, role, count, reason }) =>
        `Degraded, fallback used: ${stage}, ${role}, ${counted(count, 'time')}: ${escapeMarkdown(reason)}.`,
    ),
    ...stages.flatMap((stage) => {
      const { length } = failed.filter((work) => work.stage === stage)
      return length === 0 ? [] : [`Ended without a result: ${counted(length, 'work item')} of ${stage}.`]
    }),
  ]
}

function citations({ corpus, content }: RunMaterial, unresolved: number): readonly string[] {
  const removed = (content?.removedCitations ?? 0) + unresolved
  const check = corpus.check
  return [
    ...(removed === 0
      ? []
      : [`${counted(removed, 'citation')} named no document passed to the writer and ${removed === 1 ? 'was' : 'were'} removed.`]),
    ...(check === null
      ? []
      : [
          `Citation check (${escapeMarkdown(check.method)}): ${check.verdicts.supported} supported, ${check.verdicts.partial} in part, ${check.verdicts.unsupported} unsupported, ${check.verdicts.cannotCheck} not checkable; ${check.rewritten} rewritten, ${check.flagged} flagged.`,
        ]),
  ]
}
