import { modelOf } from '@winnow/contracts/entities/model-role.ts'
import { type Agreement, agreement } from './evaluation/agreement.ts'
import { excludedByScreening, exclusionSample, includedByScreening } from './exclusion-sample.ts'
import { liveDocuments } from './live-documents.ts'
import { firstScore, ruleScreeners } from './pair-score.ts'
import { type RecallEstimate, recallFromExclusionSample } from './screening/recall-from-sample.ts'
import { type DocumentState, type PairScore, type RunState, relevantFrom } from './state.ts'

/** How screening went, for a report: how far two screeners agree, and what a sample of the exclusions says of its recall. */
export interface ScreeningFigures {
  /** Null where one screener was asked for. */
  readonly two: TwoScreeners | null
  /** Null where no sample was asked for. */
  readonly sample: ExclusionFigures | null
}

export interface TwoScreeners {
  /** Over the pairs that both judged by themselves: a fallback in place of a model is no judgement of its own. */
  readonly agreement: Agreement
  /** Pairs that only one of them judged, or that a fallback judged. */
  readonly notCompared: number
  /** Pairs on which they disagreed and that were decided, and how many of those were included. */
  readonly adjudicated: number
  readonly adjudicatedRelevant: number
}

export interface ExclusionFigures {
  /** Documents that screening included and excluded, before the sample was screened again. */
  readonly included: number
  readonly excluded: number
  /** Documents of the sample that were screened again, and those that were found relevant (and included). */
  readonly sampled: number
  readonly found: readonly string[]
  /** Null when there is nothing to estimate it from. */
  readonly recall: RecallEstimate | null
}

/** The figures of a run's screening as it stands. */
export function screeningFigures(state: RunState): ScreeningFigures {
  const { screeners, rescreen = 0 } = state.request?.options ?? {}
  return {
    two: screeners === 2 ? twoScreeners(state) : null,
    sample: rescreen > 0 ? exclusionFigures(state, rescreen) : null,
  }
}

function twoScreeners(state: RunState): TwoScreeners {
  const pairs = liveDocuments(state).flatMap(({ scores }) => Object.values(scores))
  const compared = pairs.flatMap((pair) => {
    const first = firstScore(pair)
    return first !== null && pair.second !== undefined && isOwnJudgement(state, pair)
      ? [{ first: first >= relevantFrom, second: pair.second.score >= relevantFrom }]
      : []
  })
  const adjudicated = pairs.flatMap((pair) => pair.adjudicated ?? [])
  return {
    agreement: agreement(compared),
    notCompared: pairs.length - compared.length,
    adjudicated: adjudicated.length,
    adjudicatedRelevant: adjudicated.filter((score) => score >= relevantFrom).length,
  }
}

/** Whether neither screener's fallback stands for it in a pair. */
function isOwnJudgement({ request }: RunState, { by, second }: PairScore): boolean {
  if (request === null) return false
  const { models } = request.options
  const firstFellBack = modelOf(models, 'screener') !== 'none' && Object.keys(by).every(isRule)
  const secondFellBack = modelOf(models, 'screener2') !== 'none' && second?.by === ruleScreeners.ranking
  return !firstFellBack && !secondFellBack
}

/** Of the rules that stand for the first screener: words, and the order of a review. */
function isRule(screener: string): boolean {
  return screener === ruleScreeners.lexical || screener === ruleScreeners.ranking
}

function exclusionFigures(state: RunState, size: number): ExclusionFigures {
  const included = includedByScreening(state).length
  const excluded = excludedByScreening(state).length
  const sampled = exclusionSample(state, size).filter(wasRescreened)
  const found = sampled.filter(({ scores }) => Object.values(scores).some(({ rescreened = 0 }) => rescreened >= relevantFrom))
  return {
    included,
    excluded,
    sampled: sampled.length,
    found: found.map(({ documentId }) => documentId),
    recall: recallFromExclusionSample({ included, excluded, sampled: sampled.length, foundInSample: found.length }),
  }
}

function wasRescreened({ scores }: DocumentState): boolean {
  return Object.values(scores).some(({ rescreened }) => rescreened !== undefined)
}
