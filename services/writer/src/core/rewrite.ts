import { z } from 'zod'
import { keyOf } from './citation-check-prompt.ts'
import type { CitedPlace } from './cited-places.ts'
import { plainNote } from './cited-sentence.ts'

/** The new text under each sentence's key; null, also for a key left out, where there is none. */
export function rewriteReply(sentences: number): z.ZodType<Readonly<Record<string, string | null>>> {
  const keys = Array.from({ length: sentences }, (_, index) => [keyOf(index), z.string().max(1500).nullable().default(null)] as const)
  return z.object(Object.fromEntries(keys))
}

/**
 * The sentences of a batch that the reply wrote anew, with their citations as they were: a sentence is rewritten from the
 * evidence it cited. One without words, or with the words it had, was not rewritten and is left out.
 */
export function rewrittenFrom(reply: Readonly<Record<string, string | null>>, batch: readonly CitedPlace[]): readonly CitedPlace[] {
  return batch.flatMap((place, index) => {
    const text = plainNote(reply[keyOf(index)] ?? '')
    if (!/[\p{L}\p{N}]/u.test(text) || text === place.sentence.text) return []
    return [{ ...place, sentence: { ...place.sentence, text, rewritten: true } }]
  })
}
