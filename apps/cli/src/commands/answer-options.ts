import { type Command, Option } from '@commander-js/extra-typings'
import type { NewRunRequest } from '@winnow/contracts/api/new-run-request.ts'
import { type AnswerOptions, answerOptions } from '@winnow/contracts/entities/answer.ts'
import { answerRoles } from '@winnow/contracts/entities/model-role.ts'
import { defaultAnswerOptions } from '@winnow/runs/answer-request.ts'
import { askedQuestion, refuseEmptySpan, refuseMissingLibrary } from '@winnow/runs/research-request.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { sourceNames } from '@winnow/search-gateway/sources/catalogue.ts'
import { namedSources } from './chosen-sources.ts'
import { dateOption, numberOption, yearOption } from './number-option.ts'
import { roleFlags } from './research-options.ts'

type Limit = Exclude<keyof AnswerOptions, 'reranker'>

/** The options that limit an answer, in the order of --help. */
const limits: readonly (readonly [Limit, string, string])[] = [
  ['maxSearches', '--max-searches', 'searches of the agent at most, beside the initial one'],
  ['maxTurns', '--max-turns', 'turns of the agent at most'],
  ['topK', '--top-k', 'results that a search asks of each source'],
  ['topN', '--top-n', 'passages kept of a search once they are ranked'],
  ['passageTokens', '--passage-tokens', 'tokens that a passage is cut to'],
  ['attempts', '--attempts', 'how often a step whose reply cannot be used is tried'],
]

/** Options that shape an answer. */
export function addAnswerOptions<Args extends unknown[]>(command: Command<Args>) {
  const collect = (value: string, before: string[] | undefined) => [...(before ?? []), value]
  const sources = `by comma, repeatable (${sourceNames.join(', ')}); default: the library, or without one the free sources`
  const described = command
    .option(
      '-l, --library <path>',
      'a file or folder of references or PDFs (BibTeX, RIS, CSL-JSON, nbib, CSV, JSONL, EndNote XML); repeatable',
      collect,
    )
    .option('--sources <list>', `sources to search, ${sources}`, collect)
    .addOption(new Option('--source <list>', 'the same as --sources').argParser(collect).hideHelp())
    .option('--model <spec>', 'model of agent and summarizer: openai:<model>, anthropic:<model>, ollama:<model> or none')
    .option('--from <year>', 'only works from this year on', yearOption('--from'))
    .option('--to <year>', 'only works up to this year', yearOption('--to'))
    .option('--as-of <date>', 'the date that formulas use, YYYY-MM-DD (default today)', dateOption('--as-of'))
    .option('--max-tokens <n>', 'tokens at most, input and output together', numberOption('--max-tokens', 'positive whole'))
    .option('--max-cost <usd>', 'US dollars at most; refused when a price is unknown', numberOption('--max-cost', 'positive'))
    .option('--max-minutes <n>', 'minutes at most, counted anew after a resume', numberOption('--max-minutes', 'positive'))
    .option('--offline', 'ask nothing of the network: the library and answers kept from before')
    .addOption(new Option('--on-provider-failure <what>', 'when a model provider keeps failing').choices(['stop', 'degrade'] as const))
  for (const [name, flag, words] of limits)
    described.addOption(
      new Option(`${flag} <n>`, `${words} (default ${defaultAnswerOptions[name]})`).argParser(numberOption(flag, 'whole')),
    )
  for (const role of answerRoles) described.addOption(new Option(`--model-${role} <spec>`, `model of the role ${role}`).hideHelp())
  return described.addHelpText('after', `\nA role may have a model of its own, --model-<role> <spec>: ${answerRoles.join(', ')}.`)
}

export interface AnswerFlags {
  readonly library?: string[] | undefined
  readonly sources?: string[] | undefined
  readonly source?: string[] | undefined
  readonly model?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly asOf?: string | undefined
  readonly maxTokens?: number | undefined
  readonly maxCost?: number | undefined
  readonly maxMinutes?: number | undefined
  readonly onProviderFailure?: 'stop' | 'degrade' | undefined
}

/**
 * What the words and options ask, as it may be sent to a server: only what the person gave. What makes no sense anywhere is said
 * here: throws UsageError.
 */
export function askedAnswer(words: readonly string[], flags: AnswerFlags): NewRunRequest & { readonly kind: 'answer' } {
  const question = askedQuestion(words.join(' '), 'answer')
  const list = [...(flags.sources ?? []), ...(flags.source ?? [])]
  const sources = list.length === 0 ? undefined : [...namedSources(list.join(','))]
  refuseEmptySpan(flags.from ?? null, flags.to ?? null)
  refuseMissingLibrary(sources ?? [], flags.library?.length ?? 0)
  const budget = given({ maxTokens: flags.maxTokens, maxCostUsd: flags.maxCost, maxMinutes: flags.maxMinutes })
  const models = roleFlags(flags)
  const answer = answerLimits(flags)
  return {
    kind: 'answer',
    question,
    ...given({
      sources,
      model: flags.model,
      fromYear: flags.from,
      toYear: flags.to,
      asOf: flags.asOf,
      onProviderFailure: flags.onProviderFailure,
    }),
    ...(Object.keys(budget).length === 0 ? {} : { limits: budget }),
    ...(Object.keys(models).length === 0 ? {} : { models }),
    ...(Object.keys(answer).length === 0 ? {} : { answer }),
  }
}

/** The limits of the answer that were given. Throws UsageError for one that is out of its bounds. */
function answerLimits(flags: object): Partial<Record<Limit, number>> {
  const read: Partial<Record<Limit, number>> = {}
  for (const [name, flag] of limits) {
    const value: unknown = Reflect.get(flags, name)
    if (typeof value !== 'number') continue
    const { minValue, maxValue } = answerOptions.shape[name]
    if (!answerOptions.shape[name].safeParse(value).success)
      throw new UsageError(`${flag} takes a whole number from ${minValue} to ${maxValue}, not ${value}`)
    read[name] = value
  }
  return read
}

/** An object without the members that are undefined. */
function given<T extends object>(value: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>
  }
}
