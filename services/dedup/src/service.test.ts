import { taskOn } from '@winnow/testkit/scripted-task.ts'
import { expect, it } from 'vitest'
import { split } from './core/split.ts'
import { createDedup } from './service.ts'
import { LinkedRun, libraryRecord } from './testing/linked-run.ts'

it('is dedup, one request at a time', () => {
  expect(createDedup()).toMatchObject({ name: 'dedup', concurrency: 1 })
})

it('a request without a split registers; another decision is a broken invariant', async () => {
  const run = new LinkedRun()
  await run.round({ S1: [libraryRecord('r1')] })
  expect(run.documents).toEqual(['D1: r1'])
  const other = taskOn(run.history, 'CritiqueRequested', { workId: 'c', iteration: 1, reserve: {} })
  await expect(createDedup().handle(other)).rejects.toThrow('not of DedupRequested')
})

it('to split without a split is one, too', () => {
  const request = { workId: 'd', phase: 'search' as const, iteration: 1, operations: [], firstDocument: 1, split: null }
  const { state, corpus } = new LinkedRun().history
  expect(() => split(request, state, corpus)).toThrow('d is no split')
})
