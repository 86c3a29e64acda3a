import { documentText } from '@winnow/domain/document-text.ts'
import { type FoundFigures, reviewFigures } from '@winnow/domain/evaluation/review-figures.ts'
import { type TraceableNumbers, traceableNumbers } from '@winnow/domain/evaluation/traceable-numbers.ts'
import { costs } from '@winnow/report/costs.ts'
import { type DegradedStep, degradedSteps } from '@winnow/report/degraded-steps.ts'
import type { RunMaterial } from '@winnow/report/run-material.ts'

/** `winnow eval run --json`. */
export interface ReviewOutcome {
  readonly task: string
  readonly records: number
  /** Works of the corpus: records without duplicates. */
  readonly documents: number
  /** Records with a positive label. */
  readonly included: number
  /** Works put before the reader. */
  readonly read: number
  /** read / records. */
  readonly share: number
  /** Included records whose work was read; recall: their share of the included; precision: the share of the read works that have one. */
  readonly foundIncluded: number
  readonly recall: number
  readonly precision: number
  readonly screened: FoundFigures
  readonly relevant: FoundFigures
  readonly cited: FoundFigures
  readonly citedWorks: number
  readonly traceable: TraceableNumbers
  readonly evidence: number
  /** 0 without a model, null where a price is unknown. */
  readonly costUsd: number | null
  readonly calls: number
  readonly degraded: readonly DegradedStep[]
  readonly mode: 'extractive' | 'model' | 'mixed' | null
  readonly seconds: number
  readonly runId: string
}

/** Measures a run on a labelled corpus from its own log. `included`: ids of records; `seconds`: the wall time of the run. */
export function reviewOutcome(
  task: string,
  { runId, state, corpus, content }: RunMaterial,
  records: number,
  included: ReadonlySet<string>,
  seconds: number,
): ReviewOutcome {
  const figures = reviewFigures(state, included)
  const { total } = costs(state)
  const textsOf = (documentId: string): readonly string[] => {
    const text = documentText(state, corpus, documentId)
    return text === undefined ? [] : [text.title, text.abstract ?? '']
  }
  const nothing: TraceableNumbers = { numbers: 0, traced: 0, untraced: [] }
  const { documents: read, foundIncluded, recall, precision } = figures.read
  return {
    task,
    records,
    documents: figures.documents,
    included: figures.included,
    read,
    share: read / records,
    foundIncluded,
    recall,
    precision,
    screened: figures.screened,
    relevant: figures.relevant,
    cited: figures.cited,
    citedWorks: figures.cited.documents,
    traceable: content === null ? nothing : traceableNumbers(content, textsOf),
    evidence: Object.keys(state.evidence).length,
    costUsd: total.unpriced > 0 ? null : total.usd,
    calls: total.calls,
    degraded: degradedSteps(state),
    mode: content?.mode ?? null,
    seconds: Math.round(seconds * 1000) / 1000,
    runId,
  }
}
