import { UsageError } from '@winnow/runs/usage-error.ts'
import { z } from 'zod'

/** What shapes the answers of a build: a build goes on only with the same. */
export const buildSettings = z.object({
  asOf: z.string(),
  /** "provider:model" of the roles that answer. */
  models: z.object({ agent: z.string(), summarizer: z.string() }),
  sources: z.array(z.string()),
  /** sha256 of the library's records; null for none. */
  library: z.string().nullable(),
  fromYear: z.number().nullable(),
  toYear: z.number().nullable(),
  answer: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type BuildSettings = Readonly<z.infer<typeof buildSettings>>

export const plannedSample = z.object({
  questionId: z.string(),
  /** 1, 2, … among the samples of the question. */
  sample: z.number().int().min(1),
  runId: z.string(),
})
export type PlannedSample = Readonly<z.infer<typeof plannedSample>>

/** What a build is going to sample; written before anything is bought, so that a later process goes on with the same runs. */
export const buildPlan = z.object({
  format: z.literal('winnow-preferences-plan'),
  version: z.literal(1),
  settings: buildSettings,
  questions: z.array(z.object({ id: z.string(), question: z.string() })),
  samples: z.array(plannedSample),
})
export type BuildPlan = Readonly<z.infer<typeof buildPlan>>

/** What is wanted of a build: so many samples of each question, those that logs have counted off. */
export interface WantedSamples {
  readonly question: { readonly id: string; readonly question: string }
  readonly samples: number
}

/** The plan of a new build, or `before` with what is wanted beyond it: samples that are planned stay, whatever is wanted now. */
export function planBuild(
  settings: BuildSettings,
  wanted: readonly WantedSamples[],
  before: BuildPlan | null,
  newId: () => string,
): BuildPlan {
  const samples = [...(before?.samples ?? [])]
  const questions = [...(before?.questions ?? [])]
  for (const { question, samples: count } of wanted) {
    if (count > 0 && !questions.some(({ id }) => id === question.id)) questions.push({ id: question.id, question: question.question })
    const planned = samples.filter(({ questionId }) => questionId === question.id).length
    for (let sample = planned + 1; sample <= count; sample += 1) samples.push({ questionId: question.id, sample, runId: newId() })
  }
  return { format: 'winnow-preferences-plan', version: 1, settings, questions, samples }
}

/**
 * Refuses to go on with a build under other settings or with other questions: its answers would be of two kinds. Throws UsageError
 * that names what differs.
 */
export function refuseOtherBuild(
  before: BuildPlan,
  settings: BuildSettings,
  questions: readonly { readonly id: string; readonly question: string }[],
): void {
  const differing = (Object.keys(settings) as (keyof BuildSettings)[]).filter(
    // The date is that of the first process.
    (name) => name !== 'asOf' && JSON.stringify(before.settings[name]) !== JSON.stringify(settings[name]),
  )
  const told = differing.map((name) => `${name} was ${JSON.stringify(before.settings[name])} and is ${JSON.stringify(settings[name])}`)
  for (const planned of before.questions) {
    const same = questions.find(({ id }) => id === planned.id)
    if (same === undefined) told.push(`the question ${planned.id} is not in the file any more`)
    else if (same.question !== planned.question) told.push(`the question ${planned.id} reads otherwise`)
  }
  if (told.length > 0)
    throw new UsageError(`--resume goes on with the build that was begun, and ${told.join('; ')}. Give the same, or another --out.`)
}
