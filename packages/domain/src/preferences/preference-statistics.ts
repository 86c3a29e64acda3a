import { type Extremes, extremesOf, isPair, type Scored } from './pair.ts'
import { type ValidityFilter, validityFilters } from './validity.ts'

/** Why a sample is not used: filters that it fails, or a judgement that is not complete. */
export interface SampleRow {
  readonly questionId: string
  readonly runId: string
  /** Searches beside the initial one. */
  readonly searches: number
  readonly failed: readonly ValidityFilter[]
  /** Null: dropped, or not judged in full. */
  readonly score: number | null
}

/** A question of the build; origin null: its file names none. */
export interface QuestionRow {
  readonly id: string
  readonly origin: string | null
  readonly goldPoints: number
}

export interface PreferenceStatistics {
  readonly questions: { readonly total: number; readonly withoutGoldPoints: number; readonly byOrigin: Readonly<Record<string, number>> }
  readonly samples: {
    readonly total: number
    readonly kept: number
    /** Passed every filter, and the judge gave no whole judgement. */
    readonly unjudged: number
    readonly dropped: number
    /** A sample that fails several filters counts for each. */
    readonly droppedBy: Readonly<Record<ValidityFilter, number>>
  }
  /** Gaps between best and worst, by question with two kept samples: bins of 0.1, named by where they begin. */
  readonly gaps: { readonly questions: number; readonly histogram: readonly { readonly from: number; readonly count: number }[] }
  /** Pairs that each θ gives. */
  readonly pairs: readonly { readonly theta: number; readonly pairs: number; readonly byOrigin: Readonly<Record<string, number>> }[]
}

const binsOfOne = 10
/** Stands for a question whose file names no origin. */
const unnamed = 'unnamed'

/** Best and worst of every question that has two kept samples, in the order of the questions. */
export function questionExtremes<T extends SampleRow & Scored>(
  questions: readonly QuestionRow[],
  kept: readonly T[],
): readonly (Extremes<T> & { readonly question: QuestionRow })[] {
  const byQuestion = Map.groupBy(kept, ({ questionId }) => questionId)
  return questions.flatMap((question) => {
    const extremes = extremesOf(byQuestion.get(question.id) ?? [])
    return extremes === null ? [] : [{ ...extremes, question }]
  })
}

/** The samples that are used: they pass every filter and have a score. */
export function keptSamples<T extends SampleRow>(samples: readonly T[]): readonly (T & Scored)[] {
  return samples.flatMap((sample) => (sample.failed.length === 0 && sample.score !== null ? [{ ...sample, score: sample.score }] : []))
}

/** What was kept, what was dropped and why, and how many pairs each θ gives (spec §13). */
export function preferenceStatistics(
  questions: readonly QuestionRow[],
  samples: readonly SampleRow[],
  thetas: readonly number[],
): PreferenceStatistics {
  const kept = keptSamples(samples)
  const extremes = questionExtremes(questions, kept)
  const dropped = samples.filter(({ failed }) => failed.length > 0)
  return {
    questions: {
      total: questions.length,
      withoutGoldPoints: questions.filter(({ goldPoints }) => goldPoints === 0).length,
      byOrigin: countByOrigin(questions),
    },
    samples: {
      total: samples.length,
      kept: kept.length,
      unjudged: samples.length - kept.length - dropped.length,
      dropped: dropped.length,
      droppedBy: Object.fromEntries(
        validityFilters.map((filter) => [filter, dropped.filter(({ failed }) => failed.includes(filter)).length]),
      ) as Record<ValidityFilter, number>,
    },
    gaps: { questions: extremes.length, histogram: histogram(extremes.map(({ gap }) => gap)) },
    pairs: thetas.map((theta) => {
      const pairs = extremes.filter((one) => isPair(one, theta))
      return { theta, pairs: pairs.length, byOrigin: countByOrigin(pairs.map(({ question }) => question)) }
    }),
  }
}

function countByOrigin(questions: readonly QuestionRow[]): Record<string, number> {
  const grouped = Map.groupBy(questions, ({ origin }) => origin ?? unnamed)
  return Object.fromEntries([...grouped].sort(([a], [b]) => (a < b ? -1 : 1)).map(([origin, same]) => [origin, same.length]))
}

/** Bins from 0 to the largest gap, the empty ones among them. Gaps have six decimals: a bin's own beginning falls into it. */
function histogram(gaps: readonly number[]): PreferenceStatistics['gaps']['histogram'] {
  const bins = gaps.map((gap) => Math.floor(gap * binsOfOne + 1e-6))
  const last = Math.max(-1, ...bins)
  return Array.from({ length: last + 1 }, (_, bin) => ({ from: bin / binsOfOne, count: bins.filter((one) => one === bin).length }))
}
