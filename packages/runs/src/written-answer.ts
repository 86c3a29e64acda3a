import { type AnswerContent, answerContent } from '@winnow/contracts/entities/answer.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'

/** The answer of a run from the blob store; null before it is written, and for a run of research. */
export async function writtenAnswer(
  { answering }: Pick<RunState, 'answering'>,
  blobs: Pick<BlobStore, 'get'>,
): Promise<AnswerContent | null> {
  const hash = answering?.answer?.contentHash
  if (hash === undefined) return null
  const bytes = await blobs.get(hash)
  if (bytes === null) throw new Error(`blob ${hash} is missing from the blob store`)
  return answerContent.parse(JSON.parse(new TextDecoder().decode(bytes)))
}
