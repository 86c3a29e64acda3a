import { z } from 'zod'

/** A verdict on each of several things under its key, after the reason for it. */
export type KeyedVerdicts<V extends string> = Readonly<Record<string, { readonly reason: string; readonly verdict: V }>>

/** The key of a thing in prompt, schema and reply: K1, K2, … */
export function keyOf(letter: string, index: number): string {
  return `${letter}${index + 1}`
}

/** The schema of verdicts on `count` things: each is a property of its own, so that constrained decoding can leave none out. */
export function keyedVerdicts<V extends string>(letter: string, count: number, verdicts: readonly V[]): z.ZodType<KeyedVerdicts<V>> {
  const judged = z.object({ reason: z.string(), verdict: z.enum(verdicts) })
  return z.object(Object.fromEntries(Array.from({ length: count }, (_, index) => [keyOf(letter, index), judged])))
}

/** The verdicts of a reply that fits that schema, in the order of the keys. */
export function verdictList<V extends string>(reply: KeyedVerdicts<V>, letter: string, count: number): readonly V[] {
  return Array.from({ length: count }, (_, index) => {
    const judged = reply[keyOf(letter, index)]
    if (judged === undefined) throw new Error(`a reply that fits its schema has no ${keyOf(letter, index)}`)
    return judged.verdict
  })
}
