import { newCorpus } from '@winnow/domain/corpus.ts'
import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import { outcomeOf, taskOn } from '@winnow/testkit/scripted-task.ts'
import { buildState } from '@winnow/testkit/state-builder.ts'
import { expect, it } from 'vitest'
import { createAnswerer } from './service.ts'
import { answerRun } from './testing/answer-run.ts'

const answerer = createAnswerer({ blobs: new MemoryBlobStore(), reranker: null })

it('is the answerer', () => {
  expect(answerer).toMatchObject({ name: 'answerer', concurrency: 4 })
})
it('does no other work', async () => {
  const task = taskOn(answerRun({}), 'CritiqueRequested', { workId: 'c', iteration: 1, reserve: {} })
  await expect(outcomeOf(answerer, task)).rejects.toThrow('the answerer does no work for CritiqueRequested')
})
it('has nothing to do in a run of another kind', async () => {
  const data = { workId: 'passages:1', search: 1, query: 'q', documentIds: ['D1'], reserve: {} }
  const task = taskOn({ state: buildState(), corpus: newCorpus() }, 'PassagesRequested', data)
  await expect(outcomeOf(answerer, task)).rejects.toThrow('is none of kind answer')
})
