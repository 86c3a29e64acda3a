import { type AnswerContent, answerContent } from '@winnow/contracts/entities/answer.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { type Corpus, newCorpus } from '@winnow/domain/corpus.ts'
import type { FoldedRun } from '@winnow/runs/load-run.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import { buildState } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { answerToJudge } from './answer-to-judge.ts'
import { obtainedAnswer } from './obtained-answer.ts'

const content: AnswerContent = {
  question: 'Is it safe?',
  mode: 'model',
  paragraphs: [
    [
      { text: 'It is *safe*.', documentIds: ['D2', 'D1', 'D1'], support: 'supported' },
      { text: 'Nobody knows.', documentIds: [], support: 'cannot-check' },
    ],
    [{ text: 'It is new.', documentIds: ['D9', 'D3'], support: 'unsupported' }],
  ],
  citations: [
    { n: 1, documentId: 'D1', url: null, title: 'One' },
    { n: 2, documentId: 'D2', url: null, title: 'Two' },
    { n: 3, documentId: 'D3', url: null, title: 'Three' },
  ],
}

/** A run whose first search showed D1, whose second showed D1 again with another text, and D4, which is D2 since it was merged. */
async function answered(blobs: MemoryBlobStore, written: AnswerContent = content): Promise<FoldedRun> {
  const put = (text: string) => blobs.put(Buffer.from(text))
  const passage = async (documentId: string, text: string) => ({
    documentId,
    recordId: 'library:x',
    score: null,
    textHash: await put(text),
    characters: text.length,
    cut: false,
  })
  const searched = (search: number, passages: EventData<'PassagesSummarised'>['passages']): EventData<'PassagesSummarised'> => ({
    workId: `passages:${search}`,
    search,
    passages,
    reranker: 'bm25',
    summary: [],
    unknownMarks: 0,
    attempts: 1,
    summarizer: 'openai:m',
    degraded: [],
  })
  const corpus: Corpus = {
    ...newCorpus(),
    summaries: new Map([
      [1, searched(1, [await passage('D1', 'one'), await passage('D3', 'three')])],
      [2, searched(2, [await passage('D1', 'one more'), await passage('D1', 'one'), await passage('D4', 'two')])],
    ]),
    answer: {
      workId: 'answer',
      contentHash: await put(JSON.stringify(answerContent.parse(written))),
      mode: written.mode,
      citations: written.citations.map((citation) => ({ ...citation })),
      removedMarks: 3,
      characters: 10,
      support: { supported: 0, partial: 0, unsupported: 0, 'cannot-check': 0 },
      attempts: 1,
      writer: 'openai:m',
      degraded: [],
    },
  }
  const search = (number: number) => ({ search: number, query: 'q', operations: [], requested: true, shown: [] })
  const state = {
    ...buildState(),
    aliases: { D4: 'D2' },
    answering: { searches: [search(1), search(2), search(3)], turns: [], reason: 'enough', answer: null },
  }
  return { runId: 'r-1', workspaceId: 'local', traceId: '0'.repeat(32), state, corpus }
}

describe('an answer as it is judged', () => {
  it('has its text with marks, and for each mark what was shown of its document', async () => {
    const blobs = new MemoryBlobStore()
    const run = await answered(blobs)
    expect(await answerToJudge(run, blobs)).toEqual({
      question: run.state.request?.question,
      text: 'It is *safe*. [1, 2] Nobody knows.\n\nIt is new. [3]',
      sentences: ['It is *safe*.', 'Nobody knows.', 'It is new.'],
      marks: [
        { sentence: 'It is *safe*.', documentId: 'D2', passages: ['two'] },
        { sentence: 'It is *safe*.', documentId: 'D1', passages: ['one', 'one more'] },
        { sentence: 'It is new.', documentId: 'D3', passages: ['three'] },
      ],
      // Three that were removed, and D9, which no search showed.
      unresolvedMarks: 4,
      searches: 2,
      words: 8,
      mode: 'model',
    })
  })
  it('made no search beside the initial one where it made none', async () => {
    const blobs = new MemoryBlobStore()
    const run = await answered(blobs)
    const none = { ...run, state: { ...run.state, answering: { searches: [], turns: [], reason: null, answer: null } } }
    expect((await answerToJudge(none, blobs))?.searches).toBe(0)
  })
  it('is null where none was written', async () => {
    const run = await answered(new MemoryBlobStore())
    expect(await answerToJudge({ ...run, corpus: newCorpus() }, new MemoryBlobStore())).toBeNull()
  })
  it('cannot be had without its texts', async () => {
    const run = await answered(new MemoryBlobStore())
    await expect(answerToJudge(run, new MemoryBlobStore())).rejects.toThrow(
      `the text ${run.corpus.answer?.contentHash} of run r-1 is missing: give its bundle (winnow export --format bundle)`,
    )
  })
})

describe('what came of a run', () => {
  it('an answer and what it cost', async () => {
    const blobs = new MemoryBlobStore()
    expect(await obtainedAnswer(await answered(blobs), blobs)).toMatchObject({
      runId: 'r-1',
      answer: { words: 8 },
      failure: null,
      costUsd: 0,
    })
  })
  it.each([
    [{ status: 'failed' as const, stopReason: 'the answer could not be written', rule: null }, 'the answer could not be written'],
    [null, 'the run did not come to its end'],
  ])('no answer, and why: %j', async (completed, failure) => {
    const run = await answered(new MemoryBlobStore())
    const failed = { ...run, state: { ...run.state, completed }, corpus: newCorpus() }
    expect(await obtainedAnswer(failed, new MemoryBlobStore())).toEqual({ runId: 'r-1', answer: null, failure, costUsd: 0 })
  })
})
