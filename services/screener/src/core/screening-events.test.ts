import { modelCall } from '@winnow/testkit/history.ts'
import { describe, expect, it } from 'vitest'
import { paper } from '../testing/papers.ts'
import { byRanking, byWords, inclusive, unjudged } from './fallbacks.ts'
import { type ScreenedBatch, screeningEvents } from './screening-events.ts'

const judgement = (scores: { readonly [id: string]: number }, exclusion: string | null = null, criterion: string | null = null) => ({
  scores: new Map(Object.entries(scores)),
  note: 'why',
  exclusion,
  criterion,
})
const words = new Map([
  ['RQ1', new Map([['D1', { relevance: 0.5, score: 2, median: 2 }]])],
  ['RQ2', new Map([['D1', { relevance: 0.25, score: 1, median: 3 }]])],
])
const batch = (parts: Partial<ScreenedBatch>): ScreenedBatch => ({
  workId: 'w',
  papers: [{ text: paper('D1'), subquestionIds: ['RQ1', 'RQ2'] }],
  judgements: new Map(),
  pass: undefined,
  fallback: byWords(() => words),
  screener: 'openai:m',
  usage: [],
  degraded: [],
  ignored: 0,
  ...parts,
})
const dataOf = (parts: Partial<ScreenedBatch>) => screeningEvents(batch(parts)).map(({ data }) => data)
const unasked = () => {
  throw new Error('the lexical scores are not needed')
}

describe('a paper that the model judged', () => {
  const rows = [
    { name: 'relevant to one', scores: { RQ1: 0.5, RQ2: 0.1 }, exclusion: 'off topic', reason: undefined },
    { name: 'relevant to none, with a reason', scores: { RQ1: 0.49, RQ2: 0.1 }, exclusion: 'off topic', reason: 'off topic' },
    { name: 'relevant to none, without one', scores: { RQ1: 0.49, RQ2: 0 }, exclusion: null, reason: 'not relevant to the subquestions' },
  ]
  it.each(rows)('$name', ({ scores, exclusion, reason }) => {
    expect(dataOf({ judgements: new Map([['D1', judgement(scores, exclusion)]]), fallback: byWords(unasked) })).toEqual([
      {
        workId: 'w',
        part: 1,
        parts: 1,
        documentId: 'D1',
        scores,
        note: 'why',
        ...(reason === undefined ? {} : { reason }),
        screener: 'openai:m',
        degraded: [],
      },
    ])
  })
  it.each([
    { name: '8,000 characters are seen whole', abstract: 'x'.repeat(8000), cut: false, inputCut: undefined },
    { name: '8,001 are not', abstract: 'x'.repeat(8001), cut: false, inputCut: true },
    { name: 'an abstract of which the event holds the beginning is not', abstract: 'x', cut: true, inputCut: true },
    { name: 'no abstract is not cut', abstract: '', cut: false, inputCut: undefined },
  ])('$name', ({ abstract, cut, inputCut }) => {
    const papers = [{ text: paper('D1', { abstract }, cut), subquestionIds: ['RQ1'] }]
    expect(dataOf({ papers, judgements: new Map([['D1', judgement({ RQ1: 1 })]]), fallback: byWords(unasked) })[0]?.inputCut).toBe(inputCut)
  })
})

describe('the criterion of an exclusion', () => {
  it.each([
    { name: 'stands with the reason', scores: { RQ1: 0.49 }, exclusion: 'off topic', told: { reason: 'off topic', criterion: 'E1' } },
    { name: 'also where no reason is given', scores: { RQ1: 0 }, exclusion: null, told: { criterion: 'E1' } },
    { name: 'is nothing where the paper is kept', scores: { RQ1: 0.5 }, exclusion: 'off topic', told: {} },
  ])('$name', ({ scores, exclusion, told }) => {
    const [data] = dataOf({
      judgements: new Map([['D1', judgement(scores, exclusion, 'E1')]]),
      papers: [{ text: paper('D1'), subquestionIds: ['RQ1'] }],
    })
    expect(data).toMatchObject(told)
    expect(data?.criterion).toBe(told.criterion)
  })
})

describe('another pass', () => {
  it.each([
    { pass: 'second' as const, reader: 'openai:m' },
    { pass: 'adjudication' as const, reader: 'openai:m, adjudicating' },
    { pass: 'sample' as const, reader: 'openai:m, again' },
  ])('$pass is named by each event, and its reader: $reader', ({ pass, reader }) => {
    const judgements = new Map([['D1', judgement({ RQ1: 1 })]])
    expect(dataOf({ pass, judgements }).map((data) => [data.screener, data.pass])).toEqual([
      [reader, pass],
      ['lexical', pass],
    ])
  })
  it('the ranking in place of words', () => {
    expect(dataOf({ fallback: byRanking(() => words) })[0]).toMatchObject({
      screener: 'ranking',
      note: 'ranking',
      scores: { RQ1: 0.5, RQ2: 0.25 },
    })
    expect(dataOf({ fallback: byRanking(() => words), papers: [{ text: paper('D1'), subquestionIds: ['RQ2'] }] })[0]).toMatchObject({
      reason: 'ranked low for the subquestions',
    })
  })
  it('what nobody adjudicates is kept with the larger score', () => {
    const judgements = [
      { subquestionId: 'RQ1', score: 0.2, note: '' },
      { subquestionId: 'RQ2', score: 0.9, note: '' },
      { subquestionId: 'RQ1', score: 0.7, note: '' },
    ]
    expect(dataOf({ fallback: inclusive, papers: [{ text: paper('D1'), subquestionIds: ['RQ1'], judgements }] })).toEqual([
      {
        workId: 'w',
        part: 1,
        parts: 1,
        documentId: 'D1',
        scores: { RQ1: 0.7 },
        note: 'kept, as one of the two screeners would include it',
        screener: 'inclusive',
        degraded: [],
      },
    ])
    expect(dataOf({ fallback: inclusive })[0]?.scores).toEqual({ RQ1: 0, RQ2: 0 })
  })
  it('a sample of which a model judged nothing ends without scores, and keeps what was spent', () => {
    const papers = ['D1', 'D2'].map((id) => ({ text: paper(id), subquestionIds: ['RQ1'] }))
    const events = screeningEvents(batch({ pass: 'sample', fallback: unjudged, papers, usage: [modelCall()] }))
    expect(events).toEqual([
      {
        type: 'DocumentScreened',
        data: {
          workId: 'w',
          part: 1,
          parts: 1,
          pass: 'sample',
          documentId: 'D1',
          scores: {},
          note: 'no judgement',
          screener: 'openai:m',
          degraded: [],
        },
        usage: [modelCall()],
      },
    ])
  })
  it('a sample of which a model judged a part ends with that', () => {
    const papers = ['D1', 'D2'].map((id) => ({ text: paper(id), subquestionIds: ['RQ1'] }))
    expect(dataOf({ pass: 'sample', fallback: unjudged, papers, judgements: new Map([['D2', judgement({ RQ1: 1 })]]) })).toMatchObject([
      { documentId: 'D2', part: 1, parts: 1 },
    ])
  })
})

describe('a paper that words decide', () => {
  const lexicalData = {
    workId: 'w',
    part: 1,
    parts: 1,
    documentId: 'D1',
    scores: { RQ1: 0.5, RQ2: 0.25 },
    note: 'lexical',
    screener: 'lexical',
    lexical: { RQ1: { score: 2, median: 2 }, RQ2: { score: 1, median: 3 } },
    degraded: [],
  }
  it('relevant to one', () => {
    expect(dataOf({})).toEqual([lexicalData])
  })
  it('relevant to none', () => {
    const papers = [{ text: paper('D1'), subquestionIds: ['RQ2'] }]
    expect(dataOf({ papers })).toEqual([
      {
        ...lexicalData,
        scores: { RQ2: 0.25 },
        reason: 'few words in common with the subquestions',
        lexical: { RQ2: { score: 1, median: 3 } },
      },
    ])
  })
  it('without lexical scores it has none', () => {
    expect(dataOf({ fallback: byWords(() => new Map()) })[0]).toMatchObject({
      scores: { RQ1: 0, RQ2: 0 },
      lexical: { RQ1: { score: 0, median: 0 } },
    })
  })
  it.each([
    { abstract: 'x'.repeat(8001), cut: false, inputCut: undefined },
    { abstract: 'x', cut: true, inputCut: true },
  ])('words are counted in all that the event holds: $inputCut', ({ abstract, cut, inputCut }) => {
    expect(dataOf({ papers: [{ text: paper('D1', { abstract }, cut), subquestionIds: ['RQ1'] }] })[0]?.inputCut).toBe(inputCut)
  })
})

describe('the events of a batch', () => {
  const degraded = [{ role: 'screener' as const, reason: 'why', count: 1 }]
  const events = screeningEvents(
    batch({
      papers: [
        { text: paper('D2'), subquestionIds: ['RQ1'] },
        { text: paper('D1'), subquestionIds: ['RQ1', 'RQ2'] },
      ],
      judgements: new Map([
        ['D1', judgement({ RQ2: 0.9 })],
        ['D2', judgement({ RQ1: 0.8 })],
      ]),
      usage: [modelCall()],
      degraded,
      ignored: 2,
    }),
  )
  it('come in the order asked, a paper that is judged in part twice, and are counted', () => {
    const told = events.map(({ data }) => ('documentId' in data && 'screener' in data ? [data.documentId, data.screener, data.scores] : []))
    expect(told).toEqual([
      ['D2', 'openai:m', { RQ1: 0.8 }],
      ['D1', 'openai:m', { RQ2: 0.9 }],
      ['D1', 'lexical', { RQ1: 0.5 }],
    ])
    expect(events.map(({ data }) => ('part' in data ? [data.part, data.parts] : []))).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
  })
  it('usage, degraded steps and ignored entries stand on the first alone', () => {
    expect(events.map(({ usage }) => usage)).toEqual([[modelCall()], [], []])
    expect(events.map(({ data }) => ('degraded' in data ? data.degraded : null))).toEqual([degraded, [], []])
    expect(events.map(({ data }) => ('ignored' in data ? data.ignored : undefined))).toEqual([2, undefined, undefined])
  })
})
