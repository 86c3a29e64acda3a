import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import { z } from 'zod'
import { keepCited, plainNote, restingOn, writtenSentence } from './cited-sentence.ts'
import type { PassedEvidence } from './passed-evidence.ts'

/** What the synthesizer sends. Bounds are generous; together with UTF-8 they keep the event below its limit. */
export const synthesisReply = z.object({
  answer: z.array(writtenSentence).max(40),
  notEstablished: z.array(z.string().max(600)).max(12),
  contradictions: z.array(z.object({ note: z.string().max(600), evidence: z.array(z.string().max(200)).max(30) })).max(12),
  coverage: z.number().min(0).max(1),
})
export type SynthesisReply = Readonly<z.infer<typeof synthesisReply>>

/** The answer to one subquestion, as SubquestionAnswered tells it. */
export interface SubquestionAnswer {
  readonly answer: readonly CitedSentence[]
  readonly notEstablished: readonly string[]
  readonly contradictions: readonly { readonly note: string; readonly evidence: readonly string[] }[]
  readonly coverage: number
  readonly removedCitations: number
}

/**
 * A reply as an answer that rests on the passed evidence alone; null when no sentence does. Contradictions need two sides
 * (our reading: evidence of at least two passed items), others are left out.
 */
export function answerFromReply(reply: SynthesisReply, passed: readonly PassedEvidence[]): SubquestionAnswer | null {
  const { sentences, removed } = keepCited(reply.answer, passed)
  if (sentences.length === 0) return null
  const contradictions = restingOn(
    reply.contradictions.map(({ note, evidence }) => ({ text: note, evidence })),
    passed,
  )
  return {
    answer: sentences,
    notEstablished: reply.notEstablished.map(plainNote).filter((note) => note !== ''),
    contradictions: contradictions.found
      .filter(({ items }) => items.length > 1)
      .map(({ text, items }) => ({ note: text, evidence: items.map((item) => item.evidenceId) })),
    coverage: reply.coverage,
    removedCitations: removed + contradictions.removed,
  }
}
