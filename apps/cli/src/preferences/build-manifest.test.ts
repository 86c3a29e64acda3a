import { preferenceStatistics } from '@winnow/domain/preferences/preference-statistics.ts'
import type { StoredCall } from '@winnow/model/bought-answers.ts'
import { promptSet, version } from '@winnow/runs/version.ts'
import { describe, expect, test } from 'vitest'
import { buildManifest, type ManifestParts } from './build-manifest.ts'
import type { EvaluatedSample } from './evaluate-sample.ts'
import { hashOfText } from './sample-bundle.ts'

const sample = (runId: string, parts: Partial<EvaluatedSample> = {}): EvaluatedSample => ({
  questionId: 'q1',
  origin: null,
  runId,
  sample: 1,
  log: `runs/${runId}`,
  models: { agent: 'openai:a', summarizer: 'openai:s' },
  searches: 0,
  failed: [],
  sources: ['library'],
  supportShare: 1,
  answerHash: 'a',
  judgement: null,
  score: null,
  trajectory: null,
  ...parts,
})
const judgement = (first: number, second: number): EvaluatedSample['judgement'] => ({
  clarity: (first + second) / 2,
  insightfulness: 5,
  keyPointRecall: 1,
  score: 2,
  searches: 0,
  words: 10,
  repeated: { quality: [first, second].map((clarity) => ({ clarity, insightfulness: 5 })), keyPoints: [['supported'], ['omitted']] },
  addressedToJudge: [],
  failures: [{ reason: 'invalid', count: 1, example: 'prose' }],
})
const call = (role: 'agent' | 'judge', promptHash: string, costUsd: number | null): StoredCall => ({
  runId: 'r',
  workId: 'w',
  promptHash,
  attempt: 1,
  text: '',
  at: '2026-07-01T09:00:00.000Z',
  usage: {
    callId: 'c',
    role,
    stage: 'answer',
    model: 'm',
    inputTokens: 1,
    outputTokens: 1,
    cachedTokens: 0,
    costUsd,
    ms: 1,
    outcome: 'ok',
  },
})
const parts: ManifestParts = {
  createdAt: '2026-07-01T09:00:00.000Z',
  complete: true,
  settings: {
    asOf: '2026-07-01',
    models: { agent: 'openai:a', summarizer: 'openai:s' },
    sources: ['library', 'openalex'],
    library: null,
    fromYear: null,
    toYear: null,
    answer: { topK: 100 },
  },
  judge: { model: 'openai:j', repeats: 2 },
  theta: 0.3,
  leastSupport: 0.5,
  samplesWanted: 2,
  questions: { file: 'q.jsonl', sha256: 'f', evaluation: [] },
  samples: [],
  statistics: preferenceStatistics([], [], [0.3]),
  calls: [],
  files: { 'pairs.jsonl': { sha256: 'p', rows: 0 } },
}

test('models are those that answered, in logged runs too, and nothing is said to be searched where nothing was sampled', () => {
  const other = { agent: 'openai:0', summarizer: 'openai:s' }
  const logged = (runId: string) => sample(runId, { sample: null, models: other })
  expect(buildManifest({ ...parts, samples: [sample('a'), sample('b'), logged('c')] })).toMatchObject({
    models: { agent: 'openai:0, openai:a', summarizer: 'openai:s', judge: 'openai:j' },
    sampling: { sources: ['library', 'openalex'] },
  })
  expect(buildManifest({ ...parts, samples: [logged('c')] })).toMatchObject({ models: other, sampling: { sources: [] } })
})

test('models, thresholds, files and versions stand in it', () => {
  expect(buildManifest(parts)).toMatchObject({
    format: 'winnow-preferences',
    version: 1,
    winnow: version,
    createdAt: parts.createdAt,
    complete: true,
    models: { agent: 'openai:a', summarizer: 'openai:s', judge: 'openai:j' },
    prompts: { promptSet, trajectory: expect.stringMatching(/^[0-9a-f]{64}$/), asked: {} },
    sampling: { samplesPerQuestion: 2, asOf: '2026-07-01', sources: ['library', 'openalex'], distinctAnswers: 0 },
    thresholds: { theta: 0.3, leastSupport: 0.5 },
    score: 'key-point recall (of at most 10 gold points) + clarity/10 + insightfulness/10',
    questions: parts.questions,
    files: parts.files,
    exports: {},
  })
})

test('the judge: agreement of its repeated judgements, and its failures', () => {
  const samples = [sample('r1', { judgement: judgement(4, 6) }), sample('r2', { judgement: judgement(8, 8) }), sample('r3')]
  const { judge } = buildManifest({ ...parts, samples })
  expect(judge).toMatchObject({
    model: 'openai:j',
    repeats: 2,
    judged: 2,
    agreement: {
      clarity: { units: 2, difference: 1 },
      insightfulness: { units: 2, difference: 0 },
      keyPoints: { units: 2, difference: 1 },
    },
    failures: [{ reason: 'invalid', count: 2, example: 'prose' }],
  })
  // Answers are not compared in pairs here, so nothing is known of the order.
  expect(judge).not.toHaveProperty('positionBias')
})

test('prompts by role: each counts once, under one hash that their order does not change', () => {
  const calls = [call('agent', 'b', 0), call('agent', 'a', 0), call('agent', 'b', 0), call('judge', 'c', 0)]
  const { asked } = buildManifest({ ...parts, calls }).prompts
  expect(asked).toEqual({ agent: { prompts: 2, sha256: hashOfText('a\nb') }, judge: { prompts: 1, sha256: hashOfText('c') } })
})

test('costs: unknown as soon as a call has no price', () => {
  const calls = [call('agent', 'a', 0.5), call('agent', 'b', null), call('judge', 'c', 0.25)]
  expect(buildManifest({ ...parts, calls }).cost).toEqual({ calls: 3, usd: null, unpriced: 1 })
  expect(buildManifest({ ...parts, calls: calls.filter(({ usage }) => usage.costUsd !== null) }).cost).toEqual({
    calls: 2,
    usd: 0.75,
    unpriced: 0,
  })
})

describe('of the samples', () => {
  test('licences of the sources that were shown, each once', () => {
    const samples = [sample('r1', { sources: ['openalex', 'library'] }), sample('r2', { sources: ['library'] })]
    const { sources } = buildManifest({ ...parts, samples }).licences
    expect(Object.keys(sources)).toEqual(['library', 'openalex'])
    expect(sources.openalex).toMatch(/^CC0/)
  })

  test('different answers are counted by question', () => {
    const samples = [
      sample('r1'),
      sample('r2'),
      sample('r3', { answerHash: 'b' }),
      sample('r4', { answerHash: null }),
      sample('r5', { questionId: 'q2' }),
    ]
    expect(buildManifest({ ...parts, samples }).sampling.distinctAnswers).toBe(3)
  })
})
