import type { ScreeningReply } from '@winnow/screener/core/screening-reply.ts'
import { describe, expect, it } from 'vitest'
import { judgeBatch } from './judge-batch.ts'
import type { AskScreener } from './screening-model.ts'

const papers = [1, 2].map((number) => ({
  documentId: `D${number}`,
  title: `Title ${number}`,
  abstract: null,
  record: { recordId: `r${number}`, source: 'library', ids: {}, title: `Title ${number}`, authors: [], type: 'article' as const },
  abstractCut: false,
}))
const entry = (documentId: string, score: number | null, more: Partial<ScreeningReply['papers'][number]> = {}) => ({
  documentId,
  note: `note on ${documentId}`,
  exclusion: null,
  criterion: null,
  scores: [{ subquestionId: 'RQ1', score }],
  ...more,
})
const usage = (callId: string) => ({
  callId,
  role: 'screener' as const,
  stage: 'screening' as const,
  model: 'openai:m',
  inputTokens: 1,
  outputTokens: 1,
  cachedTokens: null,
  costUsd: null,
  ms: 1,
  outcome: 'ok' as const,
})
const degraded = [{ role: 'screener' as const, reason: 'why', count: 1 }]

/** Asks a script: a list of entries is a reply, null is one that cannot be used. */
async function judged(...script: readonly (readonly ScreeningReply['papers'][number][] | null)[]) {
  const prompts: string[] = []
  const ask: AskScreener = async ({ user }) => {
    const entries = script[prompts.length] ?? null
    prompts.push(user)
    const used = [usage(`c${prompts.length}`)]
    return entries === null ? { value: null, usage: used, degraded } : { value: { papers: [...entries] }, usage: used, degraded: [] }
  }
  const lexical = (documentId: string) => (documentId === 'D1' ? 0.5 : 0.49)
  const batch = await judgeBatch(papers, { ask, question: 'Why?', criteria: 'humans', lexical })
  return { ...batch, prompts }
}

describe('a reply', () => {
  it('decides at .5, with its note and reason', async () => {
    const {
      verdicts,
      usage: used,
      degraded: steps,
      prompts,
    } = await judged([entry('D1', 0.5), entry('D2', 0.49, { exclusion: 'off topic' })])
    expect(verdicts).toEqual([
      { documentId: 'D1', score: 0.5, included: true, reasons: ['note on D1'], by: 'model' },
      { documentId: 'D2', score: 0.49, included: false, reasons: ['off topic', 'note on D2'], by: 'model' },
    ])
    expect([used.length, steps, prompts.length]).toEqual([1, [], 1])
    expect(prompts[0]).toContain('RQ1: Why?')
    expect(prompts[0]).toContain('humans')
  })
  it('without a reason or note says that it is not relevant; a note that is empty is none', async () => {
    const { verdicts } = await judged([entry('D1', 1, { note: '' }), entry('D2', 0, { note: '' })])
    expect(verdicts.map(({ reasons }) => reasons)).toEqual([[], ['not relevant to the question']])
  })
  it('may write ids in its own way', async () => {
    const { verdicts } = await judged([entry('paper 2', 0.9), entry('d1', 0.1)])
    expect(verdicts.map(({ score }) => score)).toEqual([0.1, 0.9])
  })
})

describe('what a reply leaves out', () => {
  it('is asked for once more, alone', async () => {
    const { verdicts, prompts, usage: used, degraded: steps } = await judged([entry('D1', 1)], [entry('D2', 1)])
    expect(verdicts.map(({ by, score }) => [by, score])).toEqual([
      ['model', 1],
      ['model', 1],
    ])
    expect([prompts[1]?.includes('"D1"'), prompts[1]?.includes('"D2"'), used.length, steps]).toEqual([false, true, 2, []])
  })
  it('is decided by shared words when it stays out', async () => {
    const { verdicts, degraded: steps } = await judged([entry('D1', null)], [])
    expect(verdicts).toEqual([
      { documentId: 'D1', score: 0.5, included: true, reasons: ['by shared words'], by: 'lexical' },
      { documentId: 'D2', score: 0.49, included: false, reasons: ['few words in common with the question'], by: 'lexical' },
    ])
    expect(steps).toEqual([{ role: 'screener', reason: 'the reply left out papers, twice', count: 1 }])
  })
  it('is decided by shared words when the second reply cannot be used, which is told', async () => {
    const { verdicts, degraded: steps } = await judged([entry('D1', 1)], null)
    expect([verdicts.map(({ by }) => by), steps]).toEqual([['model', 'lexical'], degraded])
  })
})

it('a model that gave no reply that can be used is not asked again at once', async () => {
  const { verdicts, prompts, degraded: steps } = await judged(null)
  expect([verdicts.map(({ by }) => by), prompts.length, steps]).toEqual([['lexical', 'lexical'], 1, degraded])
})
