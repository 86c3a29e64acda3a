import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import type { ModelRole } from '@winnow/contracts/entities/model-role.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { mean } from '@winnow/domain/evaluation/agreement.ts'
import type { NamedRun } from '../engine/run-log.ts'
import { compareCritique } from './compare-critique.ts'
import { compareDedup } from './compare-dedup.ts'
import { comparePlanning } from './compare-planning.ts'
import { compareReading } from './compare-reading.ts'
import { compareReport } from './compare-report.ts'
import { compareScreening } from './compare-screening.ts'
import { compareSearch } from './compare-search.ts'
import { compareSnowball } from './compare-snowball.ts'
import type { ComparedStage, Comparison } from './comparison.ts'
import type { GoldLabels } from './gold-labels.ts'
import { recordedLibrary } from './recorded-library.ts'
import { type KeptBlobs, type Rerun, type RerunItem, type RerunOptions, recordedInputs, rerunStage } from './rerun-stage.ts'
import { type EvaluatedStage, rolesOfStage } from './stage-work.ts'

/** What the model calls of a stage took. */
export interface CallFigures {
  readonly calls: number
  readonly failedCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Null when there were calls and none had a known price. */
  readonly usd: number | null
  readonly meanMs: number | null
}

/** `winnow eval stage --json`. */
export interface StageEvaluation extends ComparedStage {
  readonly stage: EvaluatedStage
  readonly runId: string
  readonly models: { readonly recorded: Readonly<Partial<Record<ModelRole, string>>>; readonly rerun: string | null }
  readonly items: Rerun
  readonly cost: { readonly recorded: CallFigures; readonly rerun: CallFigures }
  /** Steps of the new outcomes in which the fallback took the model's place, by reason. */
  readonly degraded: readonly Degraded[]
}

/**
 * Runs a stage of a recorded run again and compares (spec §14); with model null, a stage that is measured from its log is not
 * run again. Labels are looked at after the first outcome only where they can be; what they do not fit is told before anything
 * is asked. Throws as `rerunStage` does.
 */
export async function evaluateStage(
  stage: EvaluatedStage,
  named: NamedRun,
  gold: GoldLabels | null,
  options: Omit<RerunOptions, 'model'> & { readonly model: string | null },
): Promise<StageEvaluation> {
  const { model } = options
  const kept: KeptBlobs = new Map()
  const { comparison, finish } = await comparisonOf(stage, named, kept, model !== null)
  // Labels that cannot be used are refused before anything is bought.
  comparison.result(gold)
  const usage = { recorded: [] as Usage[], rerun: [] as Usage[] }
  const degraded: Degraded[] = []
  const take = (item: RerunItem) => {
    comparison.take(item)
    usage.recorded.push(...item.recorded.flatMap((event) => event.usage))
    usage.rerun.push(...item.again.flatMap((event) => event.usage ?? []))
    degraded.push(...item.again.flatMap(degradedIn))
  }
  const items =
    stage === 'snowball' || model === null
      ? { recorded: recordedInputs(stage, named.run.events), rerun: 0, stopped: null }
      : await rerunStage(stage, named, { ...options, model }, take, kept)
  await finish()
  const roles = rolesOfStage[stage]
  const models = named.run.state.request?.options.models
  return {
    stage,
    runId: named.run.runId,
    models: {
      recorded: Object.fromEntries(roles.map((role) => [role, models?.[role] ?? 'none'])),
      rerun: roles.length === 0 ? null : model,
    },
    items,
    ...comparison.result(gold),
    cost: { recorded: callFigures(usage.recorded), rerun: callFigures(usage.rerun) },
    degraded: summedSteps(degraded),
  }
}

interface Prepared {
  readonly comparison: Comparison
  /** Completes the comparison once everything was run again. */
  readonly finish: () => Promise<void>
}

async function comparisonOf(stage: EvaluatedStage, named: NamedRun, kept: KeptBlobs, rerun: boolean): Promise<Prepared> {
  const { run } = named
  const complete = (comparison: Comparison): Prepared => ({ comparison, finish: async () => {} })
  switch (stage) {
    case 'planning':
      return complete(comparePlanning())
    case 'search':
      return complete(compareSearch(run, rerun ? await recordedLibrary(named) : null))
    case 'dedup':
      return complete(compareDedup(run))
    case 'screening':
      return complete(compareScreening(run))
    case 'reading':
      return complete(compareReading(run))
    case 'snowball':
      return complete(compareSnowball(run))
    case 'critique':
      return complete(compareCritique())
    case 'report': {
      const comparison = await compareReport(named, kept)
      return { comparison, finish: comparison.finish }
    }
  }
}

/** Sums calls, each once however many events name it. */
export function callFigures(named: readonly Usage[]): CallFigures {
  const calls = [...new Map(named.map((call) => [call.callId, call])).values()]
  const priced = calls.flatMap(({ costUsd }) => costUsd ?? [])
  const total = (of: (call: Usage) => number | null) => calls.reduce((sum, call) => sum + (of(call) ?? 0), 0)
  return {
    calls: calls.length,
    failedCalls: calls.filter(({ outcome }) => outcome !== 'ok').length,
    inputTokens: total((call) => call.inputTokens),
    outputTokens: total((call) => call.outputTokens),
    usd: calls.length > 0 && priced.length === 0 ? null : Math.round(priced.reduce((sum, usd) => sum + usd, 0) * 1e6) / 1e6,
    meanMs: mean(calls.map(({ ms }) => ms)),
  }
}

function degradedIn(event: NewEvent): readonly Degraded[] {
  return 'degraded' in event.data ? event.data.degraded : []
}

/** The degraded steps, those of one role and reason as one with their number. */
export function summedSteps(steps: readonly Degraded[]): readonly Degraded[] {
  const groups = Map.groupBy(steps, ({ role, reason }) => `${role}|${reason}`)
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    return first === undefined ? [] : [{ ...first, count: same.reduce((sum, { count }) => sum + count, 0) }]
  })
}
