import { allFailures, judgeReliability } from '@winnow/domain/judging/judge-reliability.ts'
import { mostKeyPoints } from '@winnow/domain/judging/key-points.ts'
import type { PreferenceStatistics } from '@winnow/domain/preferences/preference-statistics.ts'
import { sourceLicence } from '@winnow/domain/preferences/source-licences.ts'
import { trajectoryInstructions } from '@winnow/domain/preferences/trajectory-text.ts'
import { filterMeanings, validityFilters } from '@winnow/domain/preferences/validity.ts'
import type { StoredCall } from '@winnow/model/bought-answers.ts'
import { promptSet, version } from '@winnow/runs/version.ts'
import { judgePromptVersions } from '../evaluation/judge/prompt-versions.ts'
import type { BuildSettings } from './build-plan.ts'
import type { EvaluatedSample } from './evaluate-sample.ts'
import { hashOfText } from './sample-bundle.ts'

/** A file that a manifest names. */
export interface ListedFile {
  readonly sha256: string
  readonly rows: number
}

export interface ManifestParts {
  readonly createdAt: string
  /** False: the budget ended the build before every sample was taken. */
  readonly complete: boolean
  readonly settings: BuildSettings
  readonly judge: { readonly model: string; readonly repeats: number }
  readonly theta: number
  readonly leastSupport: number
  readonly samplesWanted: number
  readonly questions: {
    readonly file: string
    readonly sha256: string
    readonly evaluation: readonly { readonly file: string; readonly sha256: string }[]
  }
  readonly samples: readonly EvaluatedSample[]
  readonly statistics: PreferenceStatistics
  readonly calls: readonly StoredCall[]
  readonly files: Readonly<Record<string, ListedFile>>
}

/** What a build is made of and how, for whoever trains on it (issue 6): models, prompts, judge, filters, licences, files. */
export function buildManifest(parts: ManifestParts) {
  const judgements = parts.samples.flatMap(({ judgement }) => judgement ?? [])
  const reliability = judgeReliability(judgements, [])
  const { positionBias: _, ...judged } = reliability
  return {
    format: 'winnow-preferences',
    version: 1,
    winnow: version,
    createdAt: parts.createdAt,
    complete: parts.complete,
    models: { ...answeringModels(parts), judge: parts.judge.model },
    prompts: {
      promptSet,
      judge: judgePromptVersions,
      trajectory: hashOfText(trajectoryInstructions),
      asked: askedPrompts(parts.calls),
    },
    sampling: {
      samplesPerQuestion: parts.samplesWanted,
      asOf: parts.settings.asOf,
      // What logged runs searched stands in their logs.
      sources: parts.samples.length > 0 && parts.samples.every(({ sample }) => sample === null) ? [] : parts.settings.sources,
      library: parts.settings.library,
      answer: parts.settings.answer,
      temperature: "the provider's default: Winnow sets none, so samples differ as far as the model's own sampling goes",
      distinctAnswers: new Set(
        parts.samples.flatMap(({ answerHash, questionId }) => (answerHash === null ? [] : `${questionId} ${answerHash}`)),
      ).size,
    },
    judge: {
      model: parts.judge.model,
      repeats: parts.judge.repeats,
      judged: judgements.length,
      ...judged,
      failures: allFailures(judgements.map(({ failures }) => failures)),
    },
    filters: validityFilters.map((name) => ({ name, meaning: filterMeanings[name] })),
    thresholds: { theta: parts.theta, leastSupport: parts.leastSupport },
    score: `key-point recall (of at most ${mostKeyPoints} gold points) + clarity/10 + insightfulness/10`,
    ties: 'of equally good answers the chosen is the one that searched more, of equally bad ones the rejected is the one that searched less; then the smaller run id',
    statistics: parts.statistics,
    questions: parts.questions,
    licences: {
      questions: 'as the origin of each question says; unknown to Winnow',
      answers: "by the terms of the answering models' providers",
      sources: Object.fromEntries(sourcesOf(parts.samples).map((source) => [source, sourceLicence(source)])),
    },
    cost: costOf(parts.calls),
    files: parts.files,
    exports: {},
  }
}

export type BuildManifest = ReturnType<typeof buildManifest>

/** The models that answered, logged runs among them; several of a role by comma. Those of the settings where there is no sample. */
function answeringModels({ samples, settings }: ManifestParts): BuildSettings['models'] {
  const named = (role: 'agent' | 'summarizer') =>
    samples.length === 0 ? settings.models[role] : [...new Set(samples.map(({ models }) => models[role]))].sort().join(', ')
  return { agent: named('agent'), summarizer: named('summarizer') }
}

/** Prompts by role: how many different ones were asked, and one hash over all of theirs. */
function askedPrompts(calls: readonly StoredCall[]) {
  return Object.fromEntries(
    [...Map.groupBy(calls, ({ usage }) => usage.role)].map(([role, same]) => {
      const hashes = [...new Set(same.map(({ promptHash }) => promptHash))].sort()
      return [role, { prompts: hashes.length, sha256: hashOfText(hashes.join('\n')) }]
    }),
  )
}

function costOf(calls: readonly StoredCall[]) {
  const unpriced = calls.filter(({ usage }) => usage.costUsd === null).length
  return {
    calls: calls.length,
    /** Null as soon as the price of a call is unknown. */
    usd: unpriced === 0 ? calls.reduce((sum, { usage }) => sum + (usage.costUsd ?? 0), 0) : null,
    /** Calls whose price is unknown. */
    unpriced,
  }
}

function sourcesOf(samples: readonly EvaluatedSample[]): readonly string[] {
  return [...new Set(samples.flatMap(({ sources }) => sources))].sort()
}
