import { MemoryBlobStore } from '@winnow/runtime/blobs/memory-blob-store.ts'
import { expect, test } from 'vitest'
import { hashOfText, runBlobs } from './sample-bundle.ts'

test('a run reads what all share, and keeps its own to itself', async () => {
  const shared = new MemoryBlobStore()
  const library = await shared.put(Buffer.from('library'))
  const [one, other] = [runBlobs(shared), runBlobs(shared)]
  const own = await one.put(Buffer.from('answer'))
  expect(own).toBe(hashOfText('answer'))
  expect(Buffer.from((await one.get(library)) ?? []).toString()).toBe('library')
  expect(Buffer.from((await one.get(own)) ?? []).toString()).toBe('answer')
  expect([await other.get(own), await shared.get(own)]).toEqual([null, null])
})
