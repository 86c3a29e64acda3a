import { readCorpus } from '@winnow/cli/evaluation/review-task/read-corpus.ts'
import { type ReviewOutcome, reviewOutcome } from '@winnow/cli/evaluation/review-task/review-outcome.ts'
import { runReview } from '@winnow/cli/evaluation/review-task/run-review.ts'
import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { ScreeningTask } from '@winnow/domain/screening/screening-record.ts'
import { createMemoryBoughtAnswers } from '@winnow/model/bought-answers-memory.ts'
import { createModelServices } from '@winnow/model/model-services.ts'
import type { ResearchWish } from '@winnow/runs/research-request.ts'
import { createLogger } from '@winnow/runtime/logger.ts'
import type { Measurement } from './measurement.ts'
import type { QualityBench } from './quality-bench.ts'
import { asreviewReviews, screeningFile, synergyReviews, taskOf, useOf } from './screening-data.ts'

/** The share of the records that a run screens and reads, and the goals there (issue 6): of the reviews whose criteria are known. */
const share = 0.4
const goals = { mean: 0.75, least: 0.6, secondsPerThousand: 10 }

/** What the other reviews asked: the titles they were published with (of Bannach-Brown the topic, as the title is of a method). No criteria. */
const titles: { readonly [review: string]: string } = {
  Nagtegaal_2019: 'Nudging healthcare professionals towards evidence-based medicine: a systematic scoping review',
  Kwok_2020: 'Virus metagenomics in farm animals: a systematic review',
  'Appenzeller-Herzog_2019':
    'Comparative effectiveness of common therapies for Wilson disease: a systematic review and meta-analysis of controlled studies',
  Kitchenham_2010: 'Systematic literature reviews in software engineering: a tertiary study',
  'Bannach-Brown_2019': 'Animal models of depression',
}

const withoutModel = Object.fromEntries(modelRoles.map((role) => [role, 'none'])) as ResearchWish['models']

/** Whole runs of the pipeline without a model on reviews whose inclusions are known: what `winnow eval run` does. */
export const reviewTask: QualityBench = {
  name: 'review-task',
  summary: 'whole runs on twelve labelled reviews, extractive: recall of the included at 40 % of the records, time',
  measure: async ({ data, quick }) => {
    const names = [...synergyReviews, ...asreviewReviews].filter(
      (name) => !quick || (useOf(name) === 'tuned' && synergyReviews.includes(name)),
    )
    const outcomes: ReviewOutcome[] = []
    for (const name of names) outcomes.push(await ran(data, name))
    const published = outcomes.filter(({ task }) => synergyReviews.includes(task))
    const blind = published.filter(({ task }) => useOf(task) === 'held-out')
    return [
      ...outcomes.map(measurementOf),
      meansOf('mean of the reviews with criteria', published),
      ...(blind.length === 0 ? [] : [meansOf('mean of the held-out with criteria', blind)]),
      ...(quick ? [] : [meansOf('mean of all', outcomes)]),
    ]
  },
}

async function ran(data: string, name: string): Promise<ReviewOutcome> {
  const corpus = await readCorpus(screeningFile(data, name), name, 'label_included')
  const asked: ScreeningTask = synergyReviews.includes(name) ? taskOf(data, name) : { question: titles[name] ?? name, criteria: '' }
  const model = createModelServices({ environment: {}, bought: createMemoryBoughtAnswers(), concurrency: 1 })
  const started = performance.now()
  try {
    const { material } = await runReview(
      { task: { name, ...asked }, corpus, most: Math.floor(share * corpus.records.length), models: withoutModel, maxCostUsd: null },
      {
        model,
        logger: createLogger('silent'),
        now: () => new Date(),
        signal: new AbortController().signal,
        onEvent: () => {},
      },
    )
    return reviewOutcome(name, material, corpus.records.length, corpus.included, (performance.now() - started) / 1000)
  } finally {
    await model.close()
  }
}

function measurementOf(outcome: ReviewOutcome): Measurement {
  const { task, records, read, recall, precision, cited, traceable, seconds } = outcome
  const known = synergyReviews.includes(task)
  return {
    set: task,
    use: useOf(task),
    metrics: {
      'recall@40%': { value: recall, ...(known ? { goal: goals.least } : {}) },
      precision: { value: precision },
      'precision of the cited': { value: cited.precision },
      ...(traceable.numbers === 0 ? {} : { 'numbers traced': { value: traceable.traced / traceable.numbers, goal: 1 } }),
      'seconds per 1,000': { value: (1000 * seconds) / records, goal: goals.secondsPerThousand, atMost: true },
    },
    method: `${records} records, ${read} read; ${known ? "the review's title and eligibility criteria" : 'the title alone'}`,
    seconds,
  }
}

function meansOf(set: string, outcomes: readonly ReviewOutcome[]): Measurement {
  const recalls = outcomes.map(({ recall }) => recall)
  const isKnown = outcomes.every(({ task }) => synergyReviews.includes(task))
  return {
    set,
    use: outcomes.every(({ task }) => useOf(task) === 'held-out') ? 'held-out' : 'tuned',
    metrics: {
      'mean recall@40%': {
        value: recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length,
        ...(isKnown ? { goal: goals.mean } : {}),
      },
      'least recall@40%': { value: Math.min(...recalls), ...(isKnown ? { goal: goals.least } : {}) },
    },
    method: `${outcomes.length} reviews`,
    seconds: outcomes.reduce((sum, { seconds }) => sum + seconds, 0),
  }
}
