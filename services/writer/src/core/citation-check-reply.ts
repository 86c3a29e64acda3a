import { z } from 'zod'
import { keyOf } from './citation-check-prompt.ts'
import type { CitedPlace } from './cited-places.ts'

const verdict = z.enum(['supported', 'partial', 'unsupported', 'cannot-check'])
export type Verdict = z.infer<typeof verdict>

/** One verdict under each sentence's key; a key that is left out reads as null, so that one omission spoils no batch. */
export function verdictsReply(sentences: number): z.ZodType<Readonly<Record<string, Verdict | null>>> {
  const keys = Array.from({ length: sentences }, (_, index) => [keyOf(index), verdict.nullable().default(null)] as const)
  return z.object(Object.fromEntries(keys))
}

/** The verdicts of a reply, in the order of the batch; null where it gives none. */
export function verdictsFrom(reply: Readonly<Record<string, Verdict | null>>, batch: readonly CitedPlace[]): readonly (Verdict | null)[] {
  return batch.map((_, index) => reply[keyOf(index)] ?? null)
}
