import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { DocumentText } from '@winnow/domain/document-text.ts'
import { createLearner } from '@winnow/domain/screening/active-learner.ts'
import { rankByQuestion } from '@winnow/domain/screening/rank-by-question.ts'
import type { ScreeningTask } from '@winnow/domain/screening/screening-record.ts'
import { judgeStopping } from '@winnow/domain/screening/stopping.ts'
import { ProviderStop } from '@winnow/runtime/ask-model.ts'
import { lexicalScores } from '@winnow/screener/core/lexical-screening.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'
import { callFigures, summedSteps } from '../evaluation/evaluate-stage.ts'
import { type JudgedBatch, judgeBatch, onlyQuestion, type Verdict } from './judge-batch.ts'
import { labelMetrics } from './label-metrics.ts'
import type { Label } from './labels.ts'
import type { JudgingEnd, LabelCounts, ScreeningOutcome } from './outcome.ts'
import { asShares } from './rank-records.ts'
import type { ScreeningInput } from './read-screening-input.ts'
import type { AskScreener } from './screening-model.ts'

/** Papers in one request (spec §5). */
const batchSize = 10
/** Requests between two rankings: a label more changes little, and a model can be asked several things at once. */
const batchesAtOnce = 5
/** A title is one line; what is longer is a mistake of its file. */
const titleLength = 1_000

export interface Judging {
  readonly model: string
  readonly ask: AskScreener
  /** Go on when the stopping rule would stop. */
  readonly all: boolean
  /** Records at most. */
  readonly limit: number
  /** No further request is begun once so many US dollars are spent. */
  readonly maxCostUsd: number | null
  readonly signal: AbortSignal
  readonly onProgress: (screened: number) => void
}

/** Screens records with a model: first what the question ranks first, then what its judgements so far make likeliest. */
export async function judgeRecords(input: ScreeningInput, task: ScreeningTask, how: Judging): Promise<ScreeningOutcome> {
  const { records, labels } = input
  const ranking = rankByQuestion(records, task)
  const learner = createLearner(records, ranking.scores)
  const texts = input.sources.map(textOf)
  const context = { ...task, ask: how.ask, lexical: lexicalRelevance(texts, task.question) }
  const verdicts = new Map<number, Verdict>()
  const known = new Map<number, boolean>()
  const spending = new Spending(how.maxCostUsd)
  const rank = () => (new Set(known.values()).size === 2 ? asShares(learner.rank(known)) : ranking.scores)
  const judgement = () => judgeStopping([...known.values()], records.length)
  const openBy = (scores: Float64Array) =>
    ranking.order.filter((position) => !known.has(position)).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
  let fault: { readonly end: JudgingEnd; readonly message: string | null } | null = null
  const ended = (): JudgingEnd | null => {
    if (fault !== null) return fault.end
    if (known.size === records.length) return 'all screened'
    if (!how.all && judgement().stop) return 'stopping rule'
    if (known.size >= how.limit) return 'limit'
    if (how.signal.aborted) return 'interrupted'
    return spending.batches() === 0 ? 'max-cost' : null
  }
  let end = ended()
  while (end === null) {
    const next = openBy(rank()).slice(0, Math.min(batchSize * Math.min(batchesAtOnce, spending.batches()), how.limit - known.size))
    const batches = chunks(next, batchSize)
    const judged = await Promise.allSettled(
      batches.map((batch) =>
        judgeBatch(
          batch.flatMap((position) => texts[position] ?? []),
          context,
        ),
      ),
    )
    for (const [index, result] of judged.entries()) {
      if (result.status === 'rejected') {
        fault ??= faultOf(result.reason, how.signal)
        continue
      }
      spending.add(result.value)
      for (const [place, verdict] of result.value.verdicts.entries()) {
        const position = batches[index]?.[place]
        if (position === undefined) throw new Error('a verdict on a paper that was not asked about')
        verdicts.set(position, verdict)
        known.set(position, verdict.included)
      }
    }
    how.onProgress(known.size)
    end = ended()
  }
  const scores = rank()
  const order = [...known.keys(), ...openBy(scores)]
  const { metrics, notes } = labelMetrics(order, labels)
  return {
    kind: 'judge',
    order,
    scores: scores.map((score, position) => verdicts.get(position)?.score ?? score),
    reasonsOf: (position) => verdicts.get(position)?.reasons ?? ranking.reasonsOf(position),
    decisions: known,
    metrics,
    stopping: judgement(),
    judged: {
      model: how.model,
      end,
      failure: fault?.message ?? null,
      screened: known.size,
      included: [...known.values()].filter(Boolean).length,
      lexical: [...verdicts.values()].filter(({ by }) => by === 'lexical').length,
      cost: callFigures(spending.usage),
      degraded: summedSteps(spending.degraded),
      against: againstLabels(known, labels),
    },
    notes,
  }
}

/** What has been spent, and how many more batches of the dearest kind so far the limit pays for; the first is sent alone. */
class Spending {
  readonly usage: Usage[] = []
  readonly degraded: Degraded[] = []
  readonly #maxUsd: number | null
  #dearest: number | null = null

  constructor(maxUsd: number | null) {
    this.#maxUsd = maxUsd
  }

  add({ usage, degraded }: JudgedBatch): void {
    this.usage.push(...usage)
    this.degraded.push(...degraded)
    this.#dearest = Math.max(this.#dearest ?? 0, usdOf(usage))
  }

  batches(): number {
    if (this.#maxUsd === null) return batchesAtOnce
    const left = this.#maxUsd - usdOf(this.usage)
    if (left <= 0) return 0
    return this.#dearest === null ? 1 : this.#dearest === 0 ? batchesAtOnce : Math.floor(left / this.#dearest)
  }
}

function usdOf(usage: readonly Usage[]): number {
  return usage.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)
}

/** The end that a fault of one batch is; throws what is none. */
function faultOf(reason: unknown, signal: AbortSignal): { readonly end: JudgingEnd; readonly message: string | null } {
  if (signal.aborted) return { end: 'interrupted', message: null }
  if (reason instanceof ProviderStop) return { end: 'provider failed', message: reason.failure.message }
  throw reason
}

function textOf(record: Record, position: number): DocumentText {
  const { title, abstract } = record
  return {
    documentId: `D${position + 1}`,
    title: truncateText(title, titleLength),
    abstract: abstract ?? null,
    record,
    abstractCut: false,
  }
}

/** Relevance by shared words, made when it is first asked for. */
function lexicalRelevance(texts: readonly DocumentText[], question: string): (documentId: string) => number {
  let made: ReadonlyMap<string, { readonly relevance: number }> | undefined
  return (documentId) => {
    const ids = texts.map((text) => text.documentId)
    made ??= lexicalScores(texts, new Map([[onlyQuestion, ids]]), new Map([[onlyQuestion, question]])).get(onlyQuestion)
    return made?.get(documentId)?.relevance ?? 0
  }
}

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
}

/** The model's decisions against the labels, over the records that have both; null where none has. */
function againstLabels(known: ReadonlyMap<number, boolean>, labels: readonly Label[] | null): LabelCounts | null {
  const counts = { TP: 0, FP: 0, FN: 0, TN: 0 }
  let compared = 0
  for (const [position, included] of known) {
    const label = labels?.[position] ?? null
    if (label === null) continue
    compared += 1
    counts[label ? (included ? 'TP' : 'FN') : included ? 'FP' : 'TN'] += 1
  }
  return compared === 0 ? null : counts
}
