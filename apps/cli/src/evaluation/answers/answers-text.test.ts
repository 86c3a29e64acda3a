import type { FigureName } from '@winnow/domain/judging/answer-figures.ts'
import { figureNames } from '@winnow/domain/judging/answer-figures.ts'
import { describe, expect, it } from 'vitest'
import type { AnswersEvaluation, ModelRow } from './answers-evaluation.ts'
import { answersText } from './answers-text.ts'

const interval = (mean: number, low: number, high: number) => ({ n: 3, mean, low, high })
const byName = <T>(value: T) => Object.fromEntries(figureNames.map((name) => [name, value])) as Record<FigureName, T>
const row = (parts: Partial<ModelRow>): ModelRow => ({
  letter: 'A',
  model: 'openai:a',
  n: 3,
  failures: 0,
  extractive: 0,
  ...byName(null),
  ...parts,
})
const agreement = (alpha: number | null, difference: number | null) => ({ units: 3, alpha, difference })
const evaluation: AnswersEvaluation = {
  questions: 3,
  withoutGold: 0,
  models: [row({ clarity: interval(7.25, 6, 8.04), unsupported: interval(0.125, 0, 0.25), costUsd: interval(0.0123, 0.01, 0.02) })],
  paired: null,
  judge: {
    model: 'words',
    repeats: 1,
    agreement: { clarity: agreement(null, null), insightfulness: agreement(null, null), keyPoints: agreement(null, null) },
    positionBias: { pairs: 0, consistent: null, firstInBoth: null, secondInBoth: null },
    lengthBias: { clarity: null, insightfulness: null, keyPointRecall: null, score: null, longerPreferred: null },
    addressedToJudge: 0,
    failures: [],
    cost: { calls: 0, failedCalls: 0, inputTokens: 0, outputTokens: 0, usd: 0, meanMs: null },
  },
  stopped: null,
  notes: [],
  questionsDetail: [],
}

describe('the table of answers', () => {
  it('has a column for each model; what is unknown is a dash, and no 0', () => {
    expect(answersText(evaluation)).toBe(
      [
        '3 questions; mean [95 % interval] over questions',
        '  A = openai:a: 3 answers judged',
        '',
        '                                        A',
        '  clarity                  7.3 [6.0, 8.0]',
        '  insight                               –',
        '  key points                            –',
        '  score                                 –',
        '  unresolved %                          –',
        '  unsupported %          12.5 [0.0, 25.0]',
        '  searches                              –',
        '  words                                 –',
        '  USD             0.0123 [0.0100, 0.0200]',
        '',
        'Judged by words: key points and support of citations by rule; clarity and insightfulness need --judge-model',
      ].join('\n'),
    )
  })
  it('tells what was not written, what was put together by rule, and where the money ended', () => {
    const text = answersText({
      ...evaluation,
      questions: 1,
      withoutGold: 1,
      models: [row({ n: 1, failures: 2, extractive: 1 })],
      stopped: 'max-cost',
    })
    expect(text).toContain('1 question, 1 without gold points; ')
    expect(text).toContain('A = openai:a: 1 answer judged, 1 of them extractive, 2 not written\n')
    expect(text.endsWith('The cost limit is reached: not every question was answered.')).toBe(true)
  })
  it('tells of a pair who is ahead, and of the judge how far it can be relied upon', () => {
    const difference = { difference: interval(-0.04, -1, 1), wins: 1, ties: 0, losses: 2, signTest: 1 }
    const text = answersText({
      ...evaluation,
      models: [row({}), row({ letter: 'B', model: 'none' })],
      paired: {
        ...byName({ difference: null, wins: 0, ties: 0, losses: 0, signTest: null }),
        clarity: difference,
        searches: { ...difference, wins: 0, ties: 3, losses: 0, signTest: null },
        a: 'openai:a',
        b: 'none',
        preference: { a: 1, b: 0, ties: 2 },
      },
      judge: {
        ...evaluation.judge,
        model: 'openai:j',
        repeats: 2,
        agreement: { clarity: agreement(0.5, 1.25), insightfulness: agreement(null, 0), keyPoints: agreement(1, 0.1) },
        positionBias: { pairs: 3, consistent: 2 / 3, firstInBoth: 1 / 3, secondInBoth: 0 },
        lengthBias: { clarity: 0.4, insightfulness: -0.2, keyPointRecall: null, score: 0.9, longerPreferred: 0.75 },
        addressedToJudge: 1,
        failures: [{ reason: 'invalid', count: 2, example: `no\n JSON\u001b${'x'.repeat(160)}` }],
        cost: { ...evaluation.judge.cost, calls: 20, usd: 0.5 },
      },
    })
    expect(text.split('\n').slice(4, 6)).toEqual([
      '                  A  B  A − B (wins/ties/losses, sign test)',
      '  clarity         –  –     0.0 [-1.0, 1.0] (1/0/2, p 1.000)',
    ])
    expect(text).toMatch(/ searches .*0\.0 \[-1\.0, 1\.0\] \(0\/3\/0, p –\)\n/)
    expect(text.slice(text.indexOf('The judge prefers'))).toBe(
      [
        'The judge prefers A in 1, B in 0, neither in 2',
        '',
        'Judge openai:j, 2 judgements of each answer in changing orders; 20 calls, 0.5000 USD',
        '  agreement (alpha): clarity 0.50, insightfulness –, key points 1.00',
        '  mean difference: clarity 1.25, insightfulness 0.00; other verdicts on key points 10 %',
        '  position: 67 % of 3 pairs alike in both orders; first in both 33 %, second in both 0 %',
        '  length: correlation with clarity 0.40, insightfulness -0.20, key points –; longer preferred 75 %',
        '  1 answer speaks to the judge: --json shows where',
        `  failed: 2 invalid (no JSON${'x'.repeat(151)}…); they count as unknown, not as 0`,
      ].join('\n'),
    )
  })
})
