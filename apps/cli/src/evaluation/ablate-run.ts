import { documentText } from '@winnow/domain/document-text.ts'
import { type AblationResult, ablate } from '@winnow/domain/evaluation/ablation/ablate.ts'
import type { Ablation } from '@winnow/domain/evaluation/ablation/remaining.ts'
import type { ChainFigures } from '@winnow/domain/evaluation/ablation/run-chain.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { UsageError } from '@winnow/runs/usage-error.ts'
import type { GoldLabels } from './gold-labels.ts'
import { goldWorks } from './gold-works.ts'
import { pooledFigures } from './pooled-evaluations.ts'
import type { EvaluatedStage } from './stage-work.ts'

/** `winnow eval stage <stage> --ablate <part> --json`, of one run. */
export interface RunAblation extends Omit<AblationResult, 'lostCitations'> {
  /** The stage that was asked about; an ablation is told over all of them. */
  readonly stage: EvaluatedStage
  readonly runId: string
  readonly lostCitations: readonly { readonly documentId: string; readonly title: string }[]
}

/** Imagines a run without one of its parts, from its log alone. Throws UsageError for labels that do not fit, and for an answer. */
export function ablateRun(stage: EvaluatedStage, ablation: Ablation, run: LoadedRun, gold: GoldLabels | null): RunAblation {
  if (run.state.request?.options.answer !== undefined)
    throw new UsageError(`--ablate: run ${run.runId} is an answer, which has no ${ablation}: give the log of a run of research`)
  const { lostCitations, ...result } = ablate(ablation, run, gold === null ? null : goldWorks(gold, run))
  return {
    stage,
    runId: run.runId,
    ...result,
    lostCitations: lostCitations.map((documentId) => ({
      documentId,
      title: documentText(run.state, run.corpus, documentId)?.title ?? '',
    })),
  }
}

/** Ablations of several runs: counts summed; the shares of gold are those of the sums. */
export interface PooledAblation {
  readonly runs: number
  /** Runs that had nothing to leave out: they are in the sums with both sides alike. */
  readonly nothingToAblate: number
  readonly with: ChainFigures
  readonly without: ChainFigures
  readonly lostCitations: number
  /** Means over the runs in which they are known. */
  readonly costShare: { readonly tokens: number | null; readonly usd: number | null }
}

/** The ablations of several runs as one. */
export function pooledAblation(all: readonly RunAblation[]): PooledAblation {
  const { tokens = null, usd = null } = pooledFigures(
    all.map(({ cost }) => ({ tokens: cost?.share.tokens ?? null, usd: cost?.share.usd ?? null })),
  )
  return {
    runs: all.length,
    nothingToAblate: all.filter(({ nothingToAblate }) => nothingToAblate !== null).length,
    with: pooledChain(all.map((one) => one.with)),
    without: pooledChain(all.map(({ without }) => without)),
    lostCitations: all.reduce((sum, { lostCitations }) => sum + lostCitations.length, 0),
    costShare: { tokens, usd },
  }
}

function pooledChain(all: readonly ChainFigures[]): ChainFigures {
  const sum = (of: (one: ChainFigures) => number) => all.reduce((total, one) => total + of(one), 0)
  const gold = all.flatMap((one) => (one.gold === null ? [] : [one.gold]))
  const goldSum = (of: (one: (typeof gold)[number]) => number) => gold.reduce((total, one) => total + of(one), 0)
  const works = goldSum((one) => one.works)
  const [found, included] = [goldSum((one) => one.found), goldSum((one) => one.included)]
  const share = (count: number) => (works === 0 ? null : count / works)
  return {
    operations: sum((one) => one.operations),
    documents: sum((one) => one.documents),
    included: sum((one) => one.included),
    read: sum((one) => one.read),
    evidence: sum((one) => one.evidence),
    evidenceDocuments: sum((one) => one.evidenceDocuments),
    cited: sum((one) => one.cited),
    gold:
      gold.length === 0
        ? null
        : {
            works,
            found,
            included,
            withEvidence: goldSum((one) => one.withEvidence),
            cited: goldSum((one) => one.cited),
            recallFound: share(found),
            recallIncluded: share(included),
          },
  }
}
