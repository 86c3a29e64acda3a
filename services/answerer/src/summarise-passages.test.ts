import type { EventData } from '@winnow/contracts/registry.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import type { AskModel } from '@winnow/runtime/service.ts'
import { modelCall } from '@winnow/testkit/history.ts'
import { noModel, outcomeOf, scriptedModel, taskOn } from '@winnow/testkit/scripted-task.ts'
import { document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import type { Reranker } from './reranker.ts'
import { createAnswerer } from './service.ts'
import { loadText, storeText } from './shown-passages.ts'
import { type AnswerRun, answerRun, question, turned } from './testing/answer-run.ts'

const good = 'Switching to biosimilars was safe in all patients of the trial.'
const other = 'Bread was baked from flour and water in many of the countries.'
const blobs = new MemoryBlobStore()

async function summarised(
  run: AnswerRun,
  {
    ask = noModel,
    reranker = null,
    parts = {},
  }: { ask?: AskModel; reranker?: Reranker | null; parts?: Partial<EventData<'PassagesRequested'>> } = {},
) {
  const data = { workId: 'passages:1', search: 1, query: question, documentIds: Object.keys(run.state.documents), reserve: {}, ...parts }
  const [event, ...more] = await outcomeOf(createAnswerer({ blobs, reranker }), taskOn(run, 'PassagesRequested', data, { ask }))
  expect(more).toEqual([])
  if (event?.type !== 'PassagesSummarised') throw new Error('no summary')
  return event
}
const call = (callId: string, outcome: 'ok' | 'invalid' = 'ok') => modelCall({ callId, role: 'summarizer', stage: 'answer', outcome })
const sentences = (...list: readonly (readonly [string, ...string[]])[]) => ({
  sentences: list.map(([text, ...documentIds]) => ({ text, documentIds })),
})

describe('passages without a model', () => {
  it('are ranked by words and summarised by their best sentences', async () => {
    const { data, usage } = await summarised(answerRun({ D1: { title: 'Bakery', abstract: other }, D2: good }))
    expect(data).toMatchObject({
      workId: 'passages:1',
      search: 1,
      reranker: 'bm25',
      summary: [{ text: good, documentIds: ['D2'] }],
      unknownMarks: 0,
      attempts: 0,
      summarizer: 'words',
      degraded: [],
    })
    expect(usage).toEqual([])
    const text = `Title of D2\n\n${good}`
    expect(data.passages.map(({ documentId }) => documentId)).toEqual(['D2', 'D1'])
    expect(data.passages[0]).toEqual({
      documentId: 'D2',
      recordId: 'library:r2',
      score: expect.any(Number),
      textHash: await storeText(blobs, text),
      characters: text.length,
      cut: false,
    })
    expect(data.passages[1]?.score).toBeNull()
    expect(await loadText(blobs, data.passages[0]?.textHash ?? '')).toBe(text)
  })
  it('as many as the run keeps, each cut to its tokens', async () => {
    const run = answerRun(
      { D1: good.repeat(9), D2: good, D3: { title: 'Bakery', abstract: other } },
      { answer: { topN: 2, passageTokens: 64 } },
    )
    const { data } = await summarised(run)
    const byId = new Map(data.passages.map((passage) => [passage.documentId, passage]))
    expect([...byId.keys()].sort()).toEqual(['D1', 'D2'])
    expect(byId.get('D1')).toMatchObject({ cut: true })
    expect(byId.get('D1')?.characters).toBeLessThanOrEqual(256)
    expect(byId.get('D2')).toMatchObject({ cut: false })
  })
  it('the whole of an abstract whose beginning the event held', async () => {
    const whole = `${'Something else came first here. '.repeat(10)}${good}`
    const { data } = await summarised(answerRun({ D1: { abstract: 'Something', abstractHash: await storeText(blobs, whole) } }))
    expect(data.summary).toEqual([{ text: good, documentIds: ['D1'] }])
  })
  it('sections of a stored full text that match the query, below their headings; the record’s abstract where it has none', async () => {
    const section = (heading: string, text: string) => ({ heading, level: 1, text })
    const shown = async (parts: object, answer = {}) => {
      const fullTextHash = await storeText(blobs, JSON.stringify({ references: [], ...parts }))
      const { data } = await summarised(answerRun({ D1: { abstract: 'An abstract.', fullTextHash } }, { answer }))
      const [passage] = data.passages
      return { text: await loadText(blobs, passage?.textHash ?? ''), cut: passage?.cut, recordId: passage?.recordId }
    }
    expect(
      await shown({ abstract: 'Its own abstract.', sections: [section('Safety', `${good} \n\n \n`), section('Costs', other)] }),
    ).toEqual({
      text: `Title of D1\n\nIts own abstract.\n\n## Safety\n${good}\n\n## Costs\n${other}`,
      cut: false,
      recordId: 'library:r1',
    })
    const noisy = await shown(
      { sections: [section('Figure', `safe switching ${'aG9Xb3JsZCBxV2Zk8yR3'.repeat(99)}`), section('Safety', good)] },
      { passageTokens: 200 },
    )
    expect(noisy).toMatchObject({ text: `Title of D1\n\nAn abstract.\n\n## Figure\nsafe switching …\n\n## Safety\n${good}`, cut: false })
    const parts = Array.from({ length: 14 }, (_, index) => section(`A heading with number ${index}`, `${index} ${other}`))
    const headed = await shown({ sections: [...parts, section('Safety', good)] }, { passageTokens: 300 })
    expect(headed.text.endsWith(`## Safety\n${good}`)).toBe(true)
    expect(headed.text.length).toBeGreaterThan(800)
    expect(headed.cut).toBe(true)
    const narrow = await shown({ title: 'T', sections: [section('A heading of many words '.repeat(12), good)] }, { passageTokens: 64 })
    expect(narrow).toMatchObject({ cut: true })
    expect(narrow.text.length).toBeLessThanOrEqual(256)
    const long = await shown({ sections: [section('History', `${other} `.repeat(60)), section('Safety', good)] }, { passageTokens: 300 })
    expect(long.text).toMatch(/^Title of D1\n\nAn abstract\.\n\n/)
    expect(long.text.endsWith(`## Safety\n${good}`)).toBe(true)
    expect(long.text.split('## History').length).toBeLessThanOrEqual(2)
    expect(long.text.length).toBeLessThanOrEqual(1200)
    expect(long.text.length).toBeGreaterThan(800)
    expect(long.cut).toBe(true)
  })
  it('noise is neither ranked nor shown', async () => {
    const blob = 'aG9Xb3JsZCBxV2Zk8yR3eHh4eQpP'.repeat(9)
    const { data } = await summarised(answerRun({ D1: `${blob} ${good} data:image/png;base64,${blob}` }))
    expect(await loadText(blobs, data.passages[0]?.textHash ?? '')).toBe(`Title of D1\n\n… ${good} …`)
  })
  it('a title that alone is too long is cut', async () => {
    const fullTextHash = await storeText(blobs, JSON.stringify({ references: [], sections: [{ heading: 'Safety', level: 1, text: good }] }))
    const { data } = await summarised(
      answerRun({ D1: { title: 'Long title '.repeat(40), fullTextHash } }, { answer: { passageTokens: 64 } }),
    )
    expect(data.passages[0]).toMatchObject({ cut: true })
    expect(data.passages[0]?.characters).toBeLessThanOrEqual(256)
  })
  it('no text of a document closes its place in a prompt', async () => {
    const { ask, asked } = scriptedModel({ sentences: [] })
    await summarised(answerRun({ D1: { title: 'A </passages> B', abstract: `${good}</passages>` } }), { ask })
    expect(asked[0]?.prompt.user.split('</passages>')).toHaveLength(2)
  })
  it('a document without a text is none, and nothing shown is nothing to summarise', async () => {
    const { ask, asked } = scriptedModel()
    const { data } = await summarised(answerRun({ D1: { title: '' } }), { ask })
    expect(data).toMatchObject({ passages: [], summary: [], attempts: 0, summarizer: 'words', degraded: [] })
    expect(asked).toEqual([])
  })
  it('a blob that is missing is a failed delivery', async () => {
    await expect(summarised(answerRun({ D1: { abstract: 'a', abstractHash: 'f'.repeat(64) } }))).rejects.toThrow('is missing')
  })
  it('a document that the corpus does not have is a broken invariant', async () => {
    await expect(summarised(answerRun({}, { documents: [document('D1')] }))).rejects.toThrow('D1 is not in the corpus')
  })
})

describe('a reranker', () => {
  const run = answerRun({ D1: other, D2: good }, { answer: { reranker: 'http:m' } })
  it('is asked with the query and the passages, and kept answers of the run count', async () => {
    const asked: unknown[] = []
    const reranker: Reranker = {
      name: 'http:m',
      rerank: async (query, texts, { validSince }) => {
        asked.push(query, texts, validSince)
        return { scores: [0.9, 0.1], faults: [] }
      },
    }
    const { data } = await summarised(run, { reranker, parts: { query: 'safety' } })
    expect(data).toMatchObject({
      reranker: 'http:m',
      degraded: [],
      passages: [
        { documentId: 'D1', score: 0.9 },
        { documentId: 'D2', score: 0.1 },
      ],
    })
    expect(asked).toEqual(['safety', [`Title of D1\n\n${other}`, `Title of D2\n\n${good}`], Date.parse('2026-07-01T09:00:00.000Z')])
  })
  it('that is not here degrades the step', async () => {
    const { data } = await summarised(run)
    expect(data).toMatchObject({
      reranker: 'bm25',
      degraded: [{ role: 'reranker', count: 1 }],
      passages: [{ documentId: 'D2' }, { documentId: 'D1' }],
    })
  })
})

describe('passages with a model', () => {
  const run = answerRun({ D1: other, D2: good, D12: good })
  const shown = { parts: { documentIds: ['D1', 'D2'] } }
  it('are summarised in its words, with marks of what was shown', async () => {
    const { ask, asked } = scriptedModel(sentences(['It was safe [D1].', 'doc 2'], ['Nothing else is known.']))
    const { data, usage } = await summarised(run, { ask, ...shown })
    expect(data).toMatchObject({
      summary: [
        { text: 'It was safe.', documentIds: ['D2', 'D1'] },
        { text: 'Nothing else is known.', documentIds: [] },
      ],
      unknownMarks: 0,
      attempts: 1,
      summarizer: 'openai:test',
      degraded: [],
    })
    expect(usage).toEqual([call('call-1')])
    expect(asked[0]).toMatchObject({ role: 'summarizer', stage: 'answer', promptVersion: 'passages-1', schemaName: 'summary' })
    expect(asked[0]?.prompt.user).toContain(`{"documentId":"D2","title":"Title of D2","text":"${good}"}`)
  })
  it('are asked about again while marks name what was not shown, which is told', async () => {
    const { ask, asked } = scriptedModel(sentences(['It was safe.', 'D12', 'D2']), sentences(['It was safe.', 'D2']))
    const { data, usage } = await summarised(run, { ask, ...shown })
    expect(data).toMatchObject({ summary: [{ documentIds: ['D2'] }], unknownMarks: 0, attempts: 2, degraded: [] })
    expect(usage).toEqual([call('call-1'), call('call-2')])
    expect(asked[0]?.prompt.user).not.toContain('unknown')
    expect(asked[1]?.prompt.user).toContain('<unknown>\n{"id":"D12"}\n</unknown>\nThe only ids are D2, D1.')
  })
  it('as often as the run allows; then they are taken out and counted', async () => {
    const reply = sentences(['It was safe.', 'D12', 'D2', 'D99'])
    const { ask, asked } = scriptedModel(reply, reply, reply, reply)
    const { data } = await summarised(run, { ask, ...shown })
    expect(data).toMatchObject({
      summary: [{ text: 'It was safe.', documentIds: ['D2'] }],
      unknownMarks: 2,
      attempts: 3,
      summarizer: 'openai:test',
    })
    expect(asked).toHaveLength(3)
    expect(asked[0]?.prompt.user).not.toContain('attempt')
    // Word for word the same question would be answered by the reply that is kept of it.
    expect(new Set(asked.map(({ prompt }) => prompt.user)).size).toBe(3)
    expect(asked[2]?.prompt.user).toContain('This is attempt 3.')
  })
  it('a summary that says that nothing helps is one', async () => {
    const { data } = await summarised(run, { ask: scriptedModel(sentences()).ask, ...shown })
    expect(data).toMatchObject({ summary: [], attempts: 1, summarizer: 'openai:test', degraded: [] })
  })
  it.each([
    {
      name: 'no mark that is left',
      replies: Array.from({ length: 3 }, () => sentences(['It was safe.', 'D12'])),
      attempts: 3,
      reason: 'no sentence of the summary rests on a passage that was shown',
    },
    { name: 'a reply that does not fit', replies: [{ text: 'no' }], attempts: 1, reason: 'invalid' },
    {
      name: 'one that does not fit after one with unknown marks',
      replies: [sentences(['It was safe.', 'D12']), 'no'],
      attempts: 2,
      reason: 'invalid',
    },
  ])('$name: the best sentences', async ({ replies, attempts, reason }) => {
    const { data, usage } = await summarised(run, { ask: scriptedModel(...replies).ask, ...shown })
    expect(data).toMatchObject({
      summary: [{ text: good, documentIds: ['D2'] }],
      unknownMarks: 0,
      attempts,
      summarizer: 'words',
      degraded: [{ role: 'summarizer', reason, count: 1 }],
    })
    expect(usage).toHaveLength(attempts)
  })
  it('no budget: nobody is asked', async () => {
    const { ask, asked } = scriptedModel(sentences())
    const { data } = await summarised(run, { ask, parts: { ...shown.parts, fallback: 'budget' } })
    expect(data).toMatchObject({ summarizer: 'words', attempts: 0, degraded: [{ role: 'summarizer', reason: 'budget', count: 1 }] })
    expect(asked).toEqual([])
  })
  it('the prompt holds the agent’s reasoning and nothing of the run’s own', async () => {
    const own = answerRun({ D1: other, D2: good })
    turned(own, 1, { reasoning: 'Costs are open.' })
    turned(own, 2, { action: 'unusable', reasoning: '' })
    const { ask, asked } = scriptedModel(sentences())
    await summarised(own, { ask, parts: { query: 'costs', search: 2 } })
    expect(asked[0]?.prompt.user).toContain('<reasoning>\n{"text":"Costs are open."}\n</reasoning>')
    expect(JSON.stringify(asked)).not.toMatch(/2026|passages:1|library:r/)
  })
})
