import { answerContent } from '@winnow/contracts/entities/answer.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import type { AskModel } from '@winnow/runtime/service.ts'
import { modelCall } from '@winnow/testkit/history.ts'
import { noModel, outcomeOf, scriptedModel, taskOn } from '@winnow/testkit/scripted-task.ts'
import { document, operation } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { createAnswerer } from './service.ts'
import { loadText } from './shown-passages.ts'
import { type AnswerRun, answerRun, question, showed, turned } from './testing/answer-run.ts'

const good = 'Switching to biosimilars was safe in all patients of the trial.'
const more = 'Registries say that biosimilars were safe after switching of adults.'
const blobs = new MemoryBlobStore()

async function written(run: AnswerRun, ask: AskModel = noModel, fallback?: 'budget') {
  const data = { workId: 'answer', reason: 'it had what it needed', reserve: {}, ...(fallback === undefined ? {} : { fallback }) }
  const [event, ...rest] = await outcomeOf(createAnswerer({ blobs, reranker: null }), taskOn(run, 'AnswerRequested', data, { ask }))
  expect(rest).toEqual([])
  if (event?.type !== 'AnswerWritten') throw new Error('no answer')
  const content = answerContent.parse(JSON.parse(await loadText(blobs, event.data.contentHash)))
  return { data: event.data, usage: event.usage, content }
}
/** A run that has shown D1 in its first search and D2 in its second. */
async function shownRun(parts: Parameters<typeof answerRun>[1] = {}) {
  const run = answerRun({ D1: { ids: { doi: '10.5555/one' } }, D2: { url: 'https://example.org/two' }, D3: null }, parts)
  await showed(run, blobs, 1, { D1: `Title of D1\n\n${good}` }, [{ text: 'It was safe.', documentIds: ['D1'] }])
  await showed(run, blobs, 2, { D2: `Title of D2\n\n${more}` })
  return run
}
const paragraphs = (...list: readonly (readonly (readonly [string, ...string[]])[])[]) => ({
  paragraphs: list.map((own) => ({ sentences: own.map(([text, ...documentIds]) => ({ text, documentIds })) })),
})
const call = (callId: string) => modelCall({ callId, role: 'agent', stage: 'answer', outcome: 'ok' })
const one = { n: 2, documentId: 'D1', url: 'https://doi.org/10.5555/one', title: 'Title of D1' }
const two = { n: 1, documentId: 'D2', url: 'https://example.org/two', title: 'Title of D2' }

describe('an answer without a model', () => {
  it('is made of the best sentences of all that was shown, each cited', async () => {
    const { data, usage, content } = await written(await shownRun())
    expect(content).toEqual({
      question,
      mode: 'extractive',
      paragraphs: [
        [
          { text: more, documentIds: ['D2'], support: 'supported' },
          { text: good, documentIds: ['D1'], support: 'supported' },
        ],
      ],
      citations: [two, one],
    })
    expect(data).toMatchObject({
      workId: 'answer',
      mode: 'extractive',
      citations: [two, one],
      removedMarks: 0,
      characters: good.length + more.length,
      support: { supported: 2, partial: 0, unsupported: 0, 'cannot-check': 0 },
      attempts: 0,
      writer: 'words',
      degraded: [],
    })
    expect(usage).toEqual([])
  })
  it('says truthfully that nothing was found, and nobody is asked', async () => {
    const { ask, asked } = scriptedModel()
    const run = answerRun({}, { operations: [operation('S1', { outcome: 'failed', reason: 'it is down' })] })
    const { data, content } = await written(run, ask)
    expect(content).toMatchObject({ mode: 'extractive', citations: [] })
    expect(content.paragraphs[0]?.map(({ text }) => text)).toEqual([
      'Nothing is known: no source answered the search for this question, so this answer says nothing about the literature.',
      'library gave no answer: it is down.',
    ])
    expect(data).toMatchObject({ mode: 'extractive', citations: [], support: { 'cannot-check': 0 }, attempts: 0 })
    expect(asked).toEqual([])
  })
  it('counts the documents that do not help', async () => {
    const run = answerRun({ D1: null }, { operations: [operation('S1')] })
    await showed(run, blobs, 1, { D1: 'Title of D1' })
    await showed(run, blobs, 2, { D1: 'Title of D1, again' })
    expect((await written(run)).content.paragraphs[0]?.[0]?.text).toContain('brought 1 passage, none')
  })
})

describe('an answer by a model', () => {
  it('is written from what was shown; unknown marks are taken out and counted', async () => {
    const { ask, asked } = scriptedModel(
      paragraphs([['It was safe (n = 3) [4].', 'D2', 'D3', 'doc 1']], [], [['Registries agree [D1].'], ['  ', 'D1']], [['More is open.']]),
    )
    const { data, usage, content } = await written(await shownRun(), ask)
    expect(content.mode).toBe('model')
    expect(content.paragraphs.map((own) => own.map(({ text, documentIds }) => [text, ...documentIds]))).toEqual([
      [['It was safe (n = 3).', 'D2', 'D1']],
      [['Registries agree.', 'D1']],
      [['More is open.']],
    ])
    expect(content.citations.map(({ n, documentId }) => [n, documentId])).toEqual([
      [1, 'D2'],
      [2, 'D1'],
    ])
    expect(data).toMatchObject({ mode: 'model', removedMarks: 2, attempts: 1, writer: 'openai:test', degraded: [] })
    expect(Object.values(data.support).reduce((sum, count) => sum + count, 0)).toBe(2)
    expect(usage).toEqual([call('call-1')])
    expect(asked[0]).toMatchObject({ role: 'agent', stage: 'answer', promptVersion: 'answer-1', schemaName: 'answer' })
  })
  it('is asked for with the passages that the summaries cite, what happened so far, and nothing of the run’s own', async () => {
    const run = await shownRun({
      answering: {
        searches: [{ search: 1, query: question, operations: ['S1'], requested: true, shown: ['D1'] }],
        turns: [],
        reason: null,
        answer: null,
      },
    })
    turned(run, 1, { action: 'answer', query: null })
    const { ask, asked } = scriptedModel(paragraphs([['It was safe.', 'D1']]))
    await written(run, ask)
    expect(asked[0]?.prompt.user).toBe(
      [
        'Write the answer.',
        `<research_question>\n{"question":"${question}"}\n</research_question>`,
        [
          '<so_far>',
          `{"step":"search","search":1,"query":"${question}","documents":1}`,
          '{"step":"summary","search":1,"sentences":[{"text":"It was safe.","documentIds":["D1"]}]}',
          '{"step":"reasoning","turn":1,"text":"Reasoning 1."}',
          '</so_far>',
        ].join('\n'),
        `<passages>\n{"documentId":"D1","title":"Title of D1","text":"${good}"}\n</passages>`,
      ].join('\n\n'),
    )
  })
  it('has as much of the passages as one search may show', async () => {
    const run = await shownRun({ answer: { topN: 2, passageTokens: 64 } })
    await showed(run, blobs, 1, { D1: `Title of D1\n\n${good.repeat(9)}` }, [{ text: 'It was safe.', documentIds: ['D1'] }])
    const { ask, asked } = scriptedModel(paragraphs([['It was safe.', 'D1']]))
    await written(run, ask)
    const text = /"text":"(Switching[^"]*)"/.exec(asked[0]?.prompt.user ?? '')?.[1] ?? ''
    expect(text.length).toBeGreaterThan(400)
    expect(text.length).toBeLessThanOrEqual(512)
  })
  it('that cites nothing shown is asked for again, which is told', async () => {
    const { ask, asked } = scriptedModel(paragraphs([['It was safe.', 'D3']]), paragraphs(), paragraphs([['It was safe.', 'D1']]))
    const { data, usage } = await written(await shownRun(), ask)
    expect(data).toMatchObject({ mode: 'model', attempts: 3, removedMarks: 0, degraded: [] })
    expect(usage).toEqual([call('call-1'), call('call-2'), call('call-3')])
    expect(asked[0]?.prompt.user).not.toContain('earlier reply')
    expect(asked[1]?.prompt.user).toContain('An earlier reply could not be used')
    expect(asked[1]?.prompt.user).toContain('{"id":"D3"}')
    expect(asked[2]?.prompt.user).toContain('An earlier reply could not be used')
    expect(asked[2]?.prompt.user).not.toContain('{"id":"D3"}')
  })
  it.each([
    {
      name: 'that never cites what was shown',
      replies: Array.from({ length: 4 }, () => paragraphs([['It was safe.', 'D3']])),
      attempts: 3,
      reason: 'no sentence of the answer rests on a passage that was shown',
    },
    { name: 'that does not fit', replies: ['no'], attempts: 1, reason: 'invalid' },
  ])('$name: the best sentences', async ({ replies, attempts, reason }) => {
    const { ask, asked } = scriptedModel(...replies)
    const { data, usage, content } = await written(await shownRun(), ask)
    expect(new Set(asked.map(({ prompt }) => prompt.user)).size).toBe(attempts)
    expect(content).toMatchObject({ mode: 'extractive', citations: [two, one] })
    expect(data).toMatchObject({
      mode: 'extractive',
      removedMarks: 0,
      attempts,
      writer: 'words',
      degraded: [{ role: 'agent', reason, count: 1 }],
    })
    expect(usage).toHaveLength(attempts)
  })
  it('that the budget does not pay for: nobody is asked', async () => {
    const { ask, asked } = scriptedModel(paragraphs([['It was safe.', 'D1']]))
    const { data } = await written(await shownRun(), ask, 'budget')
    expect(data).toMatchObject({ mode: 'extractive', attempts: 0, degraded: [{ role: 'agent', reason: 'budget', count: 1 }] })
    expect(asked).toEqual([])
  })
})

describe('works that changed since they were shown', () => {
  const records = { D1: { title: 'One' }, D2: { title: 'Two', ids: { doi: '10.5555/two' } } }
  it('two that are one work are cited as the one that was shown first, by its best record', async () => {
    const documents = [document('D1'), document('D2', { records: ['library:r1', 'library:r2'] })]
    const run = answerRun(records, { documents, aliases: { D1: 'D2' } })
    await showed(run, blobs, 1, { D1: `One\n\n${good}` })
    await showed(run, blobs, 2, { D2: `Two\n\n${more}` })
    const { ask } = scriptedModel(paragraphs([['It was safe.', 'D2', 'D1']]))
    const { content, data } = await written(run, ask)
    expect(content.paragraphs[0]?.[0]?.documentIds).toEqual(['D1'])
    expect(content.citations).toEqual([{ n: 1, documentId: 'D1', url: 'https://doi.org/10.5555/two', title: expect.any(String) }])
    expect(data.removedMarks).toBe(0)
  })
  it.each([
    { name: 'excluded', change: { override: 'exclude' as const } },
    { name: 'retracted', change: { editorial: 'retracted' as const } },
  ])('what is $name since is no source', async ({ change }) => {
    const run = answerRun(records, { documents: [document('D1', change), document('D2')] })
    await showed(run, blobs, 1, { D1: `One\n\n${good}`, D2: `Two\n\n${more}` })
    expect((await written(run)).content.citations.map(({ documentId }) => documentId)).toEqual(['D2'])
    const { ask } = scriptedModel(paragraphs([['It was safe.', 'D1', 'D2']]))
    expect((await written(run, ask)).data).toMatchObject({ removedMarks: 1, citations: [{ documentId: 'D2' }] })
  })
  it('a text that was shown twice is one', async () => {
    const run = answerRun(records)
    await showed(run, blobs, 1, { D1: `One\n\n${good}` })
    await showed(run, blobs, 2, { D1: `One\n\n${good}` })
    const { ask, asked } = scriptedModel(paragraphs([['It was safe.', 'D1']]))
    await written(run, ask)
    expect(asked[0]?.prompt.user.split(good)).toHaveLength(2)
  })
})
