import { expect, test } from 'vitest'
import { createWriter } from './service.ts'
import { buildRun } from './testing/built-run.ts'
import { memoryBlobs, none, taskOf } from './testing/scripted-task.ts'

test('other work is refused', async () => {
  const task = taskOf(buildRun([], {}), 'CritiqueRequested', { workId: 'c', iteration: 1, reserve: {} }, none)
  await expect(createWriter({ blobs: memoryBlobs() }).handle(task)).rejects.toThrow('the writer does no work for CritiqueRequested')
})
