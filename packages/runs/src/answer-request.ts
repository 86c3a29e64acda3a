import type { AnswerOptions } from '@winnow/contracts/entities/answer.ts'
import type { BudgetLimits, RunOptions } from '@winnow/contracts/entities/run-options.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { askedQuestion, refuseEmptySpan, refuseMissingLibrary } from './research-request.ts'
import { defaultLimits } from './run-defaults.ts'
import { promptSet, version } from './version.ts'

/** Limits of an answer when nobody says otherwise (spec §13). The reranker is set by whoever asks. */
export const defaultAnswerOptions = {
  topK: 100,
  topN: 10,
  passageTokens: 4096,
  maxSearches: 5,
  maxTurns: 15,
  attempts: 3,
} as const satisfies Omit<AnswerOptions, 'reranker'>

/** A question that is to be answered at length, before it is written down. */
export interface AnswerWish {
  readonly question: string
  /** YYYY-MM-DD. */
  readonly asOf: string
  readonly sources: readonly string[]
  readonly unusableSources?: readonly { readonly source: string; readonly reason: string }[]
  readonly fromYear: number | null
  readonly toYear: number | null
  readonly limits: Pick<BudgetLimits, 'maxTokens' | 'maxCostUsd' | 'maxMinutes'>
  readonly onProviderFailure: RunOptions['onProviderFailure']
  /** Models of every role: only agent, summarizer and judge are used. */
  readonly models: RunOptions['models']
  readonly answer: AnswerOptions
}

/** The request event of a run of kind `answer`. Throws UsageError where the wish makes no sense. */
export function answerRequest(
  wish: AnswerWish,
  libraries: readonly { readonly hash: string; readonly name: string }[],
): EventData<'RunRequested'> {
  const question = askedQuestion(wish.question, 'answer')
  refuseEmptySpan(wish.fromYear, wish.toYear)
  refuseMissingLibrary(wish.sources, libraries.length)
  const { agent = 'none', summarizer = 'none', judge } = wish.models
  return {
    question,
    asOf: wish.asOf,
    criteria: null,
    options: {
      sources: [...wish.sources],
      fromYear: wish.fromYear,
      toYear: wish.toYear,
      maxSubquestions: 1,
      // Every search asks each source once: the searches of the agent are what is limited.
      limits: { ...defaultLimits, ...wish.limits, maxSearches: (wish.answer.maxSearches + 1) * wish.sources.length },
      fullText: false,
      planOnly: false,
      onProviderFailure: wish.onProviderFailure,
      models: { ...noModels, judge, agent, summarizer },
      plan: null,
      ...(wish.unusableSources === undefined || wish.unusableSources.length === 0
        ? {}
        : { unusableSources: wish.unusableSources.map((one) => ({ ...one })) }),
      answer: { ...wish.answer },
    },
    libraries: libraries.map((library) => ({ ...library })),
    promptSet,
    codeVersion: version,
  }
}

const noModels = {
  planner: 'none',
  intent: 'none',
  query: 'none',
  screener: 'none',
  reader: 'none',
  synthesizer: 'none',
  critic: 'none',
  writer: 'none',
} as const
