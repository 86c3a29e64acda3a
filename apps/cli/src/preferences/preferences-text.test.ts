import { preferenceStatistics, type SampleRow } from '@winnow/domain/preferences/preference-statistics.ts'
import { expect, test } from 'vitest'
import { buildManifest } from './build-manifest.ts'
import type { Built } from './build-preferences.ts'
import { preferencesText } from './preferences-text.ts'

const row = (questionId: string, runId: string, score: number | null, failed: SampleRow['failed'] = []): SampleRow => ({
  questionId,
  runId,
  score,
  failed,
  searches: 0,
})
const questions = [
  { id: 'q1', origin: 'set', goldPoints: 2 },
  { id: 'q2', origin: null, goldPoints: 2 },
  { id: 'q3', origin: 'set', goldPoints: 0 },
]
const rows = [row('q1', 'a', 2), row('q1', 'b', 1.85), row('q1', 'c', null, ['supported', 'cited']), row('q2', 'd', null)]

function built(parts: Partial<Built> = {}): Built {
  const statistics = preferenceStatistics(questions, rows, [0.1, 0.3])
  const manifest = buildManifest({
    createdAt: '2026-07-01T09:00:00.000Z',
    complete: true,
    settings: {
      asOf: '2026-07-01',
      models: { agent: 'm', summarizer: 'm' },
      sources: [],
      library: null,
      fromYear: null,
      toYear: null,
      answer: {},
    },
    judge: { model: 'openai:j', repeats: 2 },
    theta: 0.1,
    leastSupport: 0.5,
    samplesWanted: 2,
    questions: { file: 'q.jsonl', sha256: 'f', evaluation: [] },
    samples: [],
    statistics,
    calls: [],
    files: {},
  })
  return { folder: '/out', manifest, statistics, pairs: 1, alike: [], ...parts }
}

test('a build in words', () => {
  expect(preferencesText(built())).toBe(
    [
      '1 pair at θ = 0.1, from 4 answers to 2 questions',
      '',
      'Questions by origin: set 2, unnamed 1',
      'Answers: 2 kept, 1 dropped, 1 not judged in full',
      '  cited                1',
      '  supported            1  (--min-support 0.5)',
      'Gaps between best and worst of 1 questions:',
      '  0.0–0.1      0 ',
      '  0.1–0.2      1 ████████████████████',
      'Pairs by θ: 0.1: 1, 0.3: 0',
      'Judge openai:j, agreement with itself (alpha): clarity unknown, insightfulness unknown, key points unknown',
      '',
      '/out: manifest.json, pairs.jsonl, samples.jsonl, runs/. For a trainer: winnow preferences export /out --format trl',
    ].join('\n'),
  )
})

test('several pairs, failed judgements, and answers that are all alike', () => {
  const { manifest } = built()
  const failures = [{ reason: 'invalid' as const, count: 2, example: 'prose' }]
  const agreement = { ...manifest.judge.agreement, clarity: { units: 2, alpha: 0.456, difference: 1 } }
  const alike = Array.from({ length: 12 }, (_, index) => `q${index + 1}`)
  const text = preferencesText(built({ pairs: 2, alike, manifest: { ...manifest, judge: { ...manifest.judge, failures, agreement } } }))
  expect(text).toContain('2 pairs at θ = 0.1')
  expect(text).toContain('clarity 0.46, insightfulness unknown')
  expect(text).toContain('Judgements that failed: invalid 2')
  expect(text).toContain('word for word the same for q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, and 2 more:')
})
