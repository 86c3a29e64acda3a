import { modelCall } from '@winnow/testkit/history.ts'
import { describe, expect, it } from 'vitest'
import { paper } from '../testing/papers.ts'
import { type ScreenedBatch, screeningEvents } from './screening-events.ts'

const judgement = (scores: { readonly [id: string]: number }, exclusion: string | null = null) => ({
  scores: new Map(Object.entries(scores)),
  note: 'why',
  exclusion,
})
const words = new Map([
  ['RQ1', new Map([['D1', { relevance: 0.5, score: 2, median: 2 }]])],
  ['RQ2', new Map([['D1', { relevance: 0.25, score: 1, median: 3 }]])],
])
const batch = (parts: Partial<ScreenedBatch>): ScreenedBatch => ({
  workId: 'w',
  papers: [{ text: paper('D1'), subquestionIds: ['RQ1', 'RQ2'] }],
  judgements: new Map(),
  lexical: () => words,
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
    expect(dataOf({ judgements: new Map([['D1', judgement(scores, exclusion)]]), lexical: unasked })).toEqual([
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
    expect(dataOf({ papers, judgements: new Map([['D1', judgement({ RQ1: 1 })]]), lexical: unasked })[0]?.inputCut).toBe(inputCut)
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
    expect(dataOf({ lexical: () => new Map() })[0]).toMatchObject({ scores: { RQ1: 0, RQ2: 0 }, lexical: { RQ1: { score: 0, median: 0 } } })
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
