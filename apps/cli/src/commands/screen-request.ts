import { UsageError } from '@winnow/runs/usage-error.ts'

/** What `winnow screen` is told, as commander read it. */
export interface ScreenFlags {
  readonly question: string
  readonly criteria?: string | undefined
  readonly labels?: string | undefined
  readonly simulate?: boolean | undefined
  readonly learn?: boolean | undefined
  readonly seeds?: number | undefined
  readonly model?: string | undefined
  readonly all?: boolean | undefined
  readonly limit?: number | undefined
  readonly maxCost?: number | undefined
  readonly format?: ScreenFormat | undefined
  readonly json?: boolean | undefined
  readonly out?: string | undefined
}

export const screenFormats = ['text', 'json', 'csv'] as const
export type ScreenFormat = (typeof screenFormats)[number]

/** What is to be done with the records. */
export type ScreenTask =
  | { readonly kind: 'rank' }
  | { readonly kind: 'learn' }
  | { readonly kind: 'simulate'; readonly seeds: number }
  | { readonly kind: 'judge'; readonly model: string; readonly all: boolean; readonly limit: number; readonly maxCostUsd: number | null }

export interface ScreenRequest {
  readonly question: string
  readonly task: ScreenTask
  /** The column of labels. */
  readonly labels: string | null
  readonly format: ScreenFormat
}

/** As many as the peers' benchmarks are means of, at the least. */
const usualSeeds = 10

/** More say no more: the interval of a mean of a thousand simulations is a thirtieth of their spread (our figure). */
const mostSeeds = 1000

/** What the options ask for; throws UsageError for options that contradict or miss each other. */
export function screenRequest(flags: ScreenFlags): ScreenRequest {
  const question = flags.question.trim()
  if (question === '') throw new UsageError('--question is empty: say what the review asks')
  if (flags.json === true && (flags.format ?? 'json') !== 'json')
    throw new UsageError(`--json and --format ${flags.format} contradict each other`)
  const labels = flags.labels?.trim() ?? null
  if (labels === '') throw new UsageError('--labels takes the name of a column')
  return { question, task: taskOf(flags, labels), labels, format: flags.json === true ? 'json' : (flags.format ?? 'text') }
}

function taskOf(flags: ScreenFlags, labels: string | null): ScreenTask {
  const model = flags.model === undefined || flags.model.trim().toLowerCase() === 'none' ? null : flags.model
  const wanted = [
    ...(flags.simulate === true ? ['--simulate'] : []),
    ...(flags.learn === true ? ['--learn'] : []),
    ...(model === null ? [] : [`--model ${model}`]),
  ]
  if (wanted.length > 1) throw new UsageError(`${wanted.join(' and ')} are two things to do: choose one`)
  if (flags.seeds !== undefined && flags.simulate !== true) throw new UsageError('--seeds is for --simulate')
  if ((flags.seeds ?? 0) > mostSeeds) throw new UsageError(`--seeds takes ${mostSeeds} at most, not ${flags.seeds}`)
  for (const [option, value] of [
    ['--all', flags.all],
    ['--limit', flags.limit],
    ['--max-cost', flags.maxCost],
  ] as const)
    if (value !== undefined && model === null) throw new UsageError(`${option} is for a model that screens: name one with --model`)
  if ((flags.simulate === true || flags.learn === true) && labels === null)
    throw new UsageError(`${wanted.join()} needs labels: name their column with --labels`)
  if (flags.simulate === true) return { kind: 'simulate', seeds: flags.seeds ?? usualSeeds }
  if (flags.learn === true) return { kind: 'learn' }
  if (model === null) return { kind: 'rank' }
  return {
    kind: 'judge',
    model,
    all: flags.all === true,
    limit: flags.limit ?? Number.POSITIVE_INFINITY,
    maxCostUsd: flags.maxCost ?? null,
  }
}
