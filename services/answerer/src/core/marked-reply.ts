import { z } from 'zod'

/** Characters of a sentence, and marks on it, at most: what is longer is no sentence. */
const longestText = 1500
const mostMarks = 30

/**
 * A sentence as a model writes it, with the ids of the documents that it rests on. The schema that the model is sent lists the
 * ids that were shown, so that constrained decoding can write no other; a reply with another one is read all the same, since
 * unknown marks are counted and taken out (spec §13) and spoil no reply.
 */
export function markedSentenceReply(shown: readonly string[]) {
  const id =
    shown.length === 0
      ? z.string().max(200)
      : z
          .string()
          .max(200)
          .meta({ enum: [...shown] })
  return z.object({ text: z.string().max(longestText), documentIds: z.array(id).max(mostMarks) })
}
