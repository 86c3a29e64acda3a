import type { AnswerToJudge } from '@winnow/domain/judging/answer-to-judge.ts'
import { replies, scriptedProvider } from '@winnow/testkit/scripted-provider.ts'
import { describe, expect, it } from 'vitest'
import { openJudge } from '../judge/judge.ts'
import { answersEvaluation } from './answers-evaluation.ts'
import { type AnswersToJudge, judgeAnswers } from './judge-answers.ts'
import { judgedLine } from './judged-line.ts'
import type { ObtainedAnswer } from './obtained-answer.ts'

const question = (id: string) => ({ id, question: `What of ${id}?`, origin: null, gold: [], reference: null })
const answer = (text: string): AnswerToJudge => ({
  question: 'q',
  text,
  sentences: [text],
  marks: [],
  unresolvedMarks: 1,
  searches: 2,
  words: text.length,
  mode: 'model',
})
const obtained = (runId: string): ObtainedAnswer => ({ runId, answer: answer(runId), failure: null, costUsd: 0.5 })
const contestants = [
  { letter: 'A', model: 'openai:a' },
  { letter: 'B', model: 'openai:b' },
]
const usual: AnswersToJudge = {
  questions: ['q1', 'q2', 'q3'].map(question),
  contestants,
  runs: 1,
  obtain: async ({ letter }, { id }, run) => obtained(`${letter} ${id} ${run}`),
  judge: null,
  repeats: 1,
  concurrency: 2,
  isSpent: () => false,
  signal: new AbortController().signal,
  onJudged: () => {},
}
/** A judge to which everything is middling, and the shorter of two answers better. */
function middling() {
  const { services, asked } = scriptedProvider(({ schemaName, user }) => {
    const score = { reason: '', score: 5 }
    if (schemaName === 'quality') return replies({ clarity: score, insightfulness: score })
    const lengths = [...user.matchAll(/"answer":"([^"]*)"/g)].map(([, text]) => text?.length ?? 0)
    return replies({ reason: '', better: (lengths[0] ?? 0) < (lengths[1] ?? 0) ? 'first' : 'second' })
  })
  return { judge: openJudge('openai:j', services, usual.signal), asked }
}

describe('the answers of an evaluation', () => {
  it('are obtained and judged, and come in the order of the questions, whichever is done first', async () => {
    let later: () => void = () => {}
    const firstIsLast = new Promise<void>((resolve) => {
      later = resolve
    })
    const judged = await judgeAnswers({
      ...usual,
      obtain: async (contestant, { id }, run) => {
        if (id === 'q1' && contestant.letter === 'A') await firstIsLast
        if (id === 'q3' && contestant.letter === 'B') later()
        return obtained(`${contestant.letter} ${id} ${run}`)
      },
      runs: 2,
    })
    expect(judged.stopped).toBeNull()
    expect(judged.runs.map(({ runId }) => runId)).toEqual(
      ['q1', 'q2', 'q3'].flatMap((id) => [1, 2].flatMap((run) => ['A', 'B'].map((letter) => `${letter} ${id} ${run}`))),
    )
    expect(judged.runs[1]).toMatchObject({
      letter: 'B',
      questionId: 'q1',
      run: 1,
      judgement: { searches: 2, citations: { unresolved: 1 } },
    })
    expect(judged.pairs).toEqual([])
  })
  it('of two models are compared run by run', async () => {
    const { judge } = middling()
    const { pairs } = await judgeAnswers({
      ...usual,
      questions: [question('q1')],
      runs: 2,
      judge,
      obtain: async ({ letter }, _, run) => obtained(letter === 'A' ? `short ${run}` : `rather long ${run}`),
    })
    expect(pairs).toEqual([
      { questionId: 'q1', run: 1, judgement: { aFirst: 'first', bFirst: 'second' }, failures: [], wordsOfA: 7, wordsOfB: 13 },
      { questionId: 'q1', run: 2, judgement: { aFirst: 'first', bFirst: 'second' }, failures: [], wordsOfA: 7, wordsOfB: 13 },
    ])
  })
  it.each([
    ['one model', 1, true],
    ['three models', 3, true],
    ['two models of which one wrote nothing', 2, false],
  ])('of %s are not compared', async (_, count, written) => {
    const { judge } = middling()
    const judged = await judgeAnswers({
      ...usual,
      judge,
      contestants: [...contestants, { letter: 'C', model: 'openai:c' }].slice(0, count),
      obtain: async ({ letter }) =>
        written || letter === 'A' ? obtained(letter) : { runId: letter, answer: null, failure: 'no', costUsd: 0 },
    })
    expect(judged.pairs).toEqual([])
  })
  it('end where the money is spent: what was begun is kept', async () => {
    let left = 3
    const judged = await judgeAnswers({ ...usual, concurrency: 1, isSpent: () => left-- <= 0 })
    expect(judged.stopped).toBe('max-cost')
    expect(judged.runs.map(({ runId }) => runId)).toEqual(['A q1 1', 'B q1 1', 'A q2 1'])
  })
  it('that are not there are left out', async () => {
    const judged = await judgeAnswers({ ...usual, obtain: async ({ letter }, { id }) => (letter === 'A' ? obtained(id) : null) })
    expect(judged.runs.map(({ letter }) => letter)).toEqual(['A', 'A', 'A'])
  })
  it('end with the first error, and what is under way is told', async () => {
    const signals: AbortSignal[] = []
    const work = judgeAnswers({
      ...usual,
      obtain: async ({ letter }, { id }, _, signal) => {
        signals.push(signal)
        if (id === 'q2') throw new Error('the model is gone')
        return obtained(letter + id)
      },
    })
    await expect(work).rejects.toThrow('the model is gone')
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
    expect(signals.length).toBeLessThan(6)
  })
  it('end when they are interrupted', async () => {
    const interruption = new AbortController()
    const work = judgeAnswers({
      ...usual,
      signal: interruption.signal,
      obtain: async ({ letter }) => {
        interruption.abort(new Error('Ctrl-C'))
        return obtained(letter)
      },
    })
    await expect(work).rejects.toThrow('Ctrl-C')
  })
})

describe('what an evaluation comes to', () => {
  it('counts answers, failures and extractive ones by model, and unknown ones nowhere', async () => {
    const { judge } = middling()
    const work: AnswersToJudge = {
      ...usual,
      judge,
      obtain: async ({ letter }, { id }) => {
        if (letter === 'B' && id === 'q1') return { runId: 'B q1', answer: null, failure: 'the answer could not be written', costUsd: 1 }
        const one = obtained(`${letter} ${id}`)
        return { ...one, answer: { ...answer(`${letter} ${id}`), mode: letter === 'B' && id === 'q2' ? 'extractive' : 'model' } }
      },
    }
    const evaluation = answersEvaluation(work.questions, contestants, await judgeAnswers(work), judge, 1, ['a note'])
    expect(evaluation).toMatchObject({ questions: 3, withoutGold: 3, notes: ['a note'], stopped: null })
    expect(evaluation.models.map(({ letter, n, failures, extractive }) => ({ letter, n, failures, extractive }))).toEqual([
      { letter: 'A', n: 3, failures: 0, extractive: 0 },
      { letter: 'B', n: 2, failures: 1, extractive: 1 },
    ])
    expect(evaluation.models[0]).toMatchObject({ clarity: { n: 3, mean: 5 }, keyPointRecall: null, score: null, costUsd: { mean: 0.5 } })
    expect(evaluation.paired).toMatchObject({ a: 'openai:a', b: 'openai:b', clarity: { difference: { n: 2, mean: 0 }, ties: 2 } })
    // Both answers are as long: the second place wins both times.
    expect(evaluation.paired?.preference).toEqual({ a: 0, b: 0, ties: 2 })
    expect(evaluation.judge.positionBias).toMatchObject({ pairs: 2, secondInBoth: 1 })
    const [first, second] = evaluation.questionsDetail
    expect(first?.answers[1]).toEqual({
      letter: 'B',
      model: 'openai:b',
      run: 1,
      runId: 'B q1',
      failure: 'the answer could not be written',
      figures: null,
      judgement: null,
    })
    expect(first?.preferences).toEqual([])
    expect(second?.preferences).toEqual(['tie'])
    expect(second?.answers[0]?.figures).toMatchObject({ clarity: 5, unresolved: 1, costUsd: 0.5 })
  })
  it('without a judge has no preferences', async () => {
    const evaluation = answersEvaluation(usual.questions, contestants, await judgeAnswers(usual), null, 3, [])
    expect(evaluation.paired?.preference).toBeNull()
    expect(evaluation.judge).toMatchObject({ model: 'words', repeats: 1 })
  })
  it('of three models has no comparison', async () => {
    const three = [...contestants, { letter: 'C', model: 'openai:c' }]
    expect(answersEvaluation(usual.questions, three, await judgeAnswers({ ...usual, contestants: three }), null, 1, []).paired).toBeNull()
  })
})

describe('the line of a judged answer', () => {
  it('tells what is known', async () => {
    const { judge } = middling()
    const { runs } = await judgeAnswers({
      ...usual,
      questions: [{ ...question('q1'), gold: [{ point: 'A q1 1', weight: 1 }] }],
      contestants: contestants.slice(0, 1),
    })
    const [byWords] = runs
    if (byWords === undefined) throw new Error('one was judged')
    expect(judgedLine(byWords)).toBe('A q1: 6 words, 2 searches, key points 100 %')
    const judged = await judgeAnswers({ ...usual, judge, contestants: contestants.slice(0, 1) })
    expect(judged.runs.map(judgedLine)[0]).toBe('A q1: 6 words, 2 searches, clarity 5.0, insightfulness 5.0')
    expect(judgedLine({ ...byWords, answer: null, judgement: null, failure: 'the budget is used up' })).toBe(
      'A q1: no answer (the budget is used up)',
    )
  })
})
