import { join } from 'node:path'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { AnswerWish } from '@winnow/runs/answer-request.ts'
import { ProviderStop } from '@winnow/runtime/ask-model.ts'
import type { CommandContext } from '../command-context.ts'
import { withNamedRun } from '../engine/run-log.ts'
import { type AnswerEngine, runAnswer } from '../evaluation/answers/run-answer.ts'
import { atOnce } from '../evaluation/at-once.ts'
import type { PrivateRan } from '../evaluation/private-run.ts'
import type { EvaluationQuestion } from '../evaluation/questions/evaluation-question.ts'
import { buildFiles } from './build-folder.ts'
import type { PlannedSample } from './build-plan.ts'
import { isCutByBudget } from './cut-by-budget.ts'
import { type EvaluatedSample, evaluateSample, type SampleEvaluation } from './evaluate-sample.ts'
import type { FileBoughtAnswers } from './file-bought-answers.ts'
import { isKept, keepSample, runBlobs, sampleFolder } from './sample-bundle.ts'

/** Everything that sampling works with. */
export interface Sampling {
  readonly folder: string
  readonly questions: readonly EvaluationQuestion[]
  /** How each question is asked; null where nothing is sampled. */
  readonly wish: Omit<AnswerWish, 'question'> | null
  readonly engine: AnswerEngine
  readonly evaluation: SampleEvaluation
  readonly bought: FileBoughtAnswers
  readonly maxCostUsd: number | null
  /** Runs at once. */
  readonly lanes: number
  readonly context: CommandContext
  readonly signal: AbortSignal
  readonly say: (line: string) => void
}

/** What was collected, and whether the budget ended it before all was. */
export interface Collected {
  readonly samples: readonly EvaluatedSample[]
  readonly budgetUsedUp: boolean
}

/** A provider gave no reply: what is bought and kept is there for a later process, which asks again. */
export class ProviderFails extends Error {
  override readonly name = 'ProviderFails'
}

/** Outcomes of calls that brought no reply of the model. */
const providerFaults: ReadonlySet<Usage['outcome']> = new Set(['throttled', 'server-error', 'timeout', 'rejected', 'unreachable'])

/** US dollars that the calls of a build have cost, those of earlier processes among them. Unknown prices count nothing. */
export function spentUsd(bought: Pick<FileBoughtAnswers, 'all'>): number {
  return bought.all().reduce((sum, { usage }) => sum + (usage.costUsd ?? 0), 0)
}

/**
 * Runs what is planned and not kept yet, keeps each run once it has ended, and looks at every sample. No run is begun once the
 * budget is used up, and each may spend its part of what is left. Throws ProviderStop or ProviderFails when a provider fails, and the signal's
 * reason once aborted; what is kept by then is taken up again.
 */
export async function collectSamples(planned: readonly PlannedSample[], sampling: Sampling): Promise<Collected> {
  const found = new Map<string, EvaluatedSample>()
  let budgetUsedUp = false
  let done = 0
  await atOnce(sampling.lanes, planned, async (sample) => {
    sampling.signal.throwIfAborted()
    const question = sampling.questions.find(({ id }) => id === sample.questionId)
    if (question === undefined) throw new Error(`the question ${sample.questionId} is planned and not there`)
    if (!(await isKept(sampling.folder, sample.runId)) && !(await runSample(sample, question, sampling))) {
      budgetUsedUp = true
      return
    }
    const evaluated = await evaluateKept(sample, question, sampling)
    found.set(sample.runId, evaluated)
    done += 1
    sampling.say(`${done}/${planned.length} ${question.id}, sample ${sample.sample}: ${outcomeOf(evaluated)}`)
  })
  return { samples: planned.flatMap(({ runId }) => found.get(runId) ?? []), budgetUsedUp }
}

/** Runs a sample to its end and keeps it; false when the budget pays for none, or not for all of it. */
async function runSample({ runId }: PlannedSample, { question }: EvaluationQuestion, sampling: Sampling): Promise<boolean> {
  const { wish, engine, folder, bought, maxCostUsd, lanes, signal } = sampling
  if (wish === null) throw new Error(`nothing is to be sampled, and ${runId} is planned`)
  const left = maxCostUsd === null ? null : maxCostUsd - spentUsd(bought)
  if (left !== null && left <= 0) return false
  const blobs = runBlobs(engine.blobs)
  const limits = { ...wish.limits, maxCostUsd: left === null ? null : left / lanes }
  const ran = await runAnswer({ ...wish, question, limits }, { ...engine, blobs }, signal, runId)
  if (ran.providerFailure !== null) throw new ProviderStop(ran.providerFailure)
  signal.throwIfAborted()
  if (wish.onProviderFailure === 'stop') refuseProviderFaults(ran.events)
  const status = ran.run.state.completed?.status
  if (status === undefined) throw new Error(`run ${runId} stands without an end`)
  // What it bought is found when the build goes on with more.
  if (left !== null && isCutByBudget(ran.run.events)) return false
  await keepSample(folder, ran.run, ran.events, blobs)
  return true
}

/** A step that fell back because no reply could be had says nothing about the model: its run is no sample. */
function refuseProviderFaults(events: PrivateRan['events']): void {
  const failed = events.map(({ usage }) => usage.at(-1)).find((last) => last !== undefined && providerFaults.has(last.outcome))
  if (failed !== undefined) throw new ProviderFails(`the last call to ${failed.model} ended as ${failed.outcome}`)
}

async function evaluateKept({ runId, sample }: PlannedSample, question: EvaluationQuestion, sampling: Sampling): Promise<EvaluatedSample> {
  const place = { sample, log: join(buildFiles.runs, runId) }
  const evaluated = await withNamedRun(sampleFolder(sampling.folder, runId), sampling.context, ({ run, blobs }) =>
    evaluateSample(run, blobs, question, place, sampling.evaluation),
  )
  const failed = evaluated.judgement?.failures.find(({ reason }) => reason === 'provider')
  if (failed !== undefined) throw new ProviderFails(failed.example)
  return evaluated
}

function outcomeOf({ failed, score, searches }: EvaluatedSample): string {
  if (failed.length > 0) return `dropped (${failed.join(', ')})`
  return score === null ? 'not judged in full' : `score ${score.toFixed(2)}, ${searches} ${searches === 1 ? 'search' : 'searches'}`
}
