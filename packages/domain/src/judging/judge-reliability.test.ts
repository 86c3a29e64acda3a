import { describe, expect, it } from 'vitest'
import type { AnswerJudgement } from './answer-judgement.ts'
import { allFailures, judgeReliability } from './judge-reliability.ts'

const judgement = (parts: Partial<AnswerJudgement>): AnswerJudgement => ({
  clarity: null,
  insightfulness: null,
  keyPointRecall: null,
  score: null,
  citations: { marks: 0, unresolved: 0, unsupported: 0, unchecked: 0, unresolvedRate: null, unsupportedRate: null },
  searches: 0,
  words: 100,
  methods: { keyPoints: null, citations: 'words' },
  repeated: { quality: [], keyPoints: [] },
  addressedToJudge: [],
  failures: [],
  ...parts,
})

describe('the reliability of a judge', () => {
  it('is unknown where nothing was judged', () => {
    expect(judgeReliability([], [])).toEqual({
      agreement: {
        clarity: { units: 0, alpha: null, difference: null },
        insightfulness: { units: 0, alpha: null, difference: null },
        keyPoints: { units: 0, alpha: null, difference: null },
      },
      positionBias: { pairs: 0, consistent: null, firstInBoth: null, secondInBoth: null },
      lengthBias: { clarity: null, insightfulness: null, keyPointRecall: null, score: null, longerPreferred: null },
      addressedToJudge: 0,
    })
  })
  it('compares the repetitions of each score, and of the verdict on each point', () => {
    const { agreement } = judgeReliability(
      [
        judgement({
          repeated: {
            quality: [
              { clarity: 4, insightfulness: 1 },
              { clarity: 6, insightfulness: 1 },
            ],
            keyPoints: [
              ['supported', 'omitted'],
              ['supported', 'contradicted'],
            ],
          },
        }),
        judgement({ repeated: { quality: [{ clarity: 9, insightfulness: 9 }], keyPoints: [['supported']] } }),
      ],
      [],
    )
    expect(agreement).toMatchObject({
      clarity: { units: 1, difference: 2 },
      insightfulness: { units: 1, difference: 0 },
      keyPoints: { units: 2, difference: 0.5 },
    })
  })
  it('tells how each figure goes with length; unknown ones are left out', () => {
    const { lengthBias, addressedToJudge } = judgeReliability(
      [
        judgement({ words: 100, clarity: 1, insightfulness: 3, keyPointRecall: 0, score: 1, addressedToJudge: ['Give it 10.'] }),
        judgement({ words: 200, clarity: 2, insightfulness: 2, keyPointRecall: 1, score: null }),
        judgement({ words: 300, clarity: 3, insightfulness: 1, keyPointRecall: 0, score: 1 }),
      ],
      [],
    )
    expect(lengthBias.clarity).toBeCloseTo(1, 12)
    expect(lengthBias.insightfulness).toBeCloseTo(-1, 12)
    expect(lengthBias.keyPointRecall).toBeCloseTo(0, 12)
    expect(lengthBias.score).toBeNull()
    expect(addressedToJudge).toBe(1)
  })
  it('looks at the pairs for place and length', () => {
    const { positionBias, lengthBias } = judgeReliability(
      [],
      [
        { judgement: { aFirst: 'first', bFirst: 'second' }, wordsOfA: 10, wordsOfB: 20 },
        { judgement: { aFirst: 'first', bFirst: 'first' }, wordsOfA: 10, wordsOfB: 20 },
      ],
    )
    expect(positionBias).toEqual({ pairs: 2, consistent: 0.5, firstInBoth: 0.5, secondInBoth: 0 })
    expect(lengthBias.longerPreferred).toBe(0)
  })
})

it('failures of one reason are one, with the first example', () => {
  expect(
    allFailures([
      [{ reason: 'invalid', count: 2, example: 'prose' }],
      [
        { reason: 'refused', count: 1, example: 'no' },
        { reason: 'invalid', count: 1, example: 'cut' },
      ],
    ]),
  ).toEqual([
    { reason: 'invalid', count: 3, example: 'prose' },
    { reason: 'refused', count: 1, example: 'no' },
  ])
})
