import { ProviderStop } from '@winnow/runtime/ask-model.ts'
import { describe, expect, it } from 'vitest'
import { type Judging, judgeRecords } from './judge-records.ts'
import type { ScreeningInput } from './read-screening-input.ts'
import type { AskScreener } from './screening-model.ts'
import { madeUpQuestion, madeUpReview } from './testing/made-up-review.ts'

const task = { question: madeUpQuestion, criteria: '' }

function input(relevant: number, irrelevant: number, labelled = false): ScreeningInput {
  const review = madeUpReview(relevant, irrelevant)
  return {
    sources: review.map(({ id, title, abstract }) => ({
      recordId: id,
      source: 'library',
      ids: {},
      title,
      abstract,
      authors: [],
      type: 'article',
    })),
    records: review.map(({ id, title, abstract, year }) => ({ id, title, abstract, keywords: [], type: '', year })),
    labels: labelled ? review.map(({ included }) => included === 1) : null,
    notes: [],
    problems: [],
    files: [],
  }
}

/** A model that includes what is about vitamin D, at a price for each request. */
class Screener {
  readonly asked: (readonly string[])[] = []
  readonly #costUsd: number | null

  constructor(costUsd: number | null = null) {
    this.#costUsd = costUsd
  }

  readonly ask: AskScreener = async ({ user }) => {
    const papers = [...user.matchAll(/<paper id="(D\d+)"[^>]*>\nTitle: (.*)/g)].map(([, id = '', title = '']) => ({ id, title }))
    this.asked.push(papers.map(({ title }) => title))
    const entries = papers.map(({ id, title }) => ({
      documentId: id,
      note: '',
      exclusion: null,
      criterion: null,
      scores: [{ subquestionId: 'RQ1', score: title.startsWith('Vitamin D') ? 0.9 : 0.1 }],
    }))
    return { value: { papers: entries }, usage: [this.#usage()], degraded: [] }
  }

  #usage() {
    return {
      callId: `c${this.asked.length}`,
      role: 'screener' as const,
      stage: 'screening' as const,
      model: 'openai:m',
      inputTokens: 10,
      outputTokens: 1,
      cachedTokens: null,
      costUsd: this.#costUsd,
      ms: 1,
      outcome: 'ok' as const,
    }
  }
}

function judge(what: ScreeningInput, how: Partial<Judging> = {}, screener = new Screener()) {
  const standard: Judging = {
    model: 'openai:m',
    ask: screener.ask,
    all: false,
    limit: Number.POSITIVE_INFINITY,
    maxCostUsd: null,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  }
  return judgeRecords(what, task, { ...standard, ...how })
}

describe('a model that screens', () => {
  it('gets first what the question ranks first, ten papers to a request, and ends when the rule says so', async () => {
    const screener = new Screener()
    const what = input(20, 180, true)
    const progress: number[] = []
    const { order, judged, stopping, decisions, metrics, scores } = await judge(
      what,
      { onProgress: (done) => progress.push(done) },
      screener,
    )
    expect(
      screener.asked
        .slice(0, 2)
        .flat()
        .every((title) => title.startsWith('Vitamin D')),
    ).toBe(true)
    expect(new Set(screener.asked.map((titles) => titles.length))).toEqual(new Set([10]))
    expect(judged).toMatchObject({ model: 'openai:m', end: 'stopping rule', failure: null, included: 20, lexical: 0, degraded: [] })
    expect(judged?.against).toEqual({ TP: 20, FP: 0, FN: 0, TN: (judged?.screened ?? 0) - 20 })
    // One of 21 may be missed, so .53 of the 180 others may be left: 105 records are screened at the least, in rounds of 50.
    expect([judged?.screened, stopping?.stop]).toEqual([150, true])
    expect(progress).toEqual([50, 100, 150])
    expect(decisions.size).toBe(150)
    expect(new Set(order).size).toBe(200)
    expect([...decisions.keys()]).toEqual(order.slice(0, 150))
    expect(metrics?.ap).toBe(1)
    expect(scores[order[0] ?? 0]).toBe(0.9)
    expect(judged?.cost).toMatchObject({ calls: 15, inputTokens: 150, outputTokens: 15, usd: null })
  })

  it('goes on to the end where it is told to', async () => {
    const { judged, stopping } = await judge(input(5, 60), { all: true })
    expect([judged?.end, judged?.screened, judged?.included, stopping?.why]).toEqual(['all screened', 65, 5, 'every record is screened'])
    expect(judged?.against).toBeNull()
  })

  it.each([
    { limit: 12, screened: 12 },
    { limit: 55, screened: 55 },
  ])('screens no more than $limit', async ({ limit, screened }) => {
    const { judged, order, notes } = await judge(input(5, 60), { all: true, limit })
    expect([judged?.end, judged?.screened, order.length, notes]).toEqual(['limit', screened, 65, []])
  })
})

describe('a limit of the cost', () => {
  it.each([
    { name: 'pays for no more than the first request, which is sent alone', maxCostUsd: 1, screened: 10 },
    { name: 'pays for two', maxCostUsd: 2, screened: 20 },
    { name: 'does not pay for half a request', maxCostUsd: 2.5, screened: 20 },
    { name: 'pays for a round and the first', maxCostUsd: 6, screened: 60 },
    { name: 'pays for all', maxCostUsd: 7, screened: 65, end: 'all screened' },
  ])('$name', async ({ maxCostUsd, screened, end = 'max-cost' }) => {
    const screener = new Screener(1)
    const { judged } = await judge(input(5, 60), { all: true, maxCostUsd }, screener)
    expect([judged?.screened, judged?.end, judged?.cost.usd]).toEqual([screened, end, Math.ceil(screened / 10)])
  })
  it('answers that cost nothing go on', async () => {
    expect((await judge(input(5, 60), { all: true, maxCostUsd: 1 }, new Screener(0))).judged?.end).toBe('all screened')
  })
})

describe('what ends it early keeps what was decided', () => {
  /** Fails from the second round on. */
  function failing(fault: () => unknown) {
    const screener = new Screener()
    const ask: AskScreener = async (prompt) => {
      if (screener.asked.length === 5) throw fault()
      return screener.ask(prompt)
    }
    return { ask, screener }
  }
  it('a provider that fails', async () => {
    const failure = { kind: 'unreachable' as const, message: 'nobody is there', provider: 'openai' as const, atFirstCall: false }
    const { judged, decisions } = await judge(input(5, 60), { all: true, ask: failing(() => new ProviderStop(failure)).ask })
    expect([judged?.end, judged?.failure, decisions.size]).toEqual(['provider failed', 'nobody is there', 50])
  })
  it('a user who interrupts', async () => {
    const controller = new AbortController()
    const { ask } = failing(() => {
      controller.abort()
      return controller.signal.reason
    })
    const { judged, decisions } = await judge(input(5, 60), { all: true, ask, signal: controller.signal })
    expect([judged?.end, judged?.failure, decisions.size]).toEqual(['interrupted', null, 50])
  })
  it('before anything was asked', async () => {
    const { judged, stopping } = await judge(input(5, 60), { signal: AbortSignal.abort() })
    expect([judged?.end, judged?.screened, stopping?.recall]).toEqual(['interrupted', 0, null])
  })
  it('a fault of ours is none of these', async () => {
    await expect(judge(input(5, 60), { all: true, ask: failing(() => new TypeError('ours')).ask })).rejects.toThrow('ours')
  })
})

describe('what the model does not decide', () => {
  const silent: AskScreener = async () => ({ value: null, usage: [], degraded: [{ role: 'screener', reason: 'no JSON', count: 1 }] })
  it('is decided by shared words, which is told once', async () => {
    const { judged, reasonsOf, order } = await judge(input(3, 17), { ask: silent, all: true })
    expect(judged).toMatchObject({ screened: 20, lexical: 20, degraded: [{ role: 'screener', reason: 'no JSON', count: 2 }] })
    expect(judged?.included).toBeGreaterThanOrEqual(1)
    expect(reasonsOf(order[0] ?? 0)).toEqual(['by shared words'])
    expect(reasonsOf(order.at(-1) ?? 0)).toEqual(['few words in common with the question'])
  })
})

it('a title of 40,000 characters is shown cut', async () => {
  const what = input(1, 1)
  const screener = new Screener()
  const sources = what.sources.map((record) => ({ ...record, title: 'Vitamin-D-'.repeat(4000) }))
  await judge({ ...what, sources }, { all: true }, screener)
  expect(screener.asked.flat().map((title) => title.length)).toEqual([1000, 1000])
})
