import { dataBlock, dataRule } from '@winnow/text/data-block.ts'
import type { CitedPlace } from './cited-places.ts'
import { evidenceRow } from './passed-evidence.ts'

/** Change with the wording below. */
export const checkPromptVersion = 'check-1'
export const rewritePromptVersion = 'rewrite-1'

/** Sentences checked, or rewritten, in one call (our reading). */
export const sentencesPerCall = 20
/** Evidence items shown for one sentence, those behind it first (our reading: more of a document says little more). */
export const evidencePerSentence = 12

interface Prompt {
  readonly system: string
  readonly user: string
}

/** The key of a batch's sentence in prompt and reply: S1, S2, … */
export function keyOf(index: number): string {
  return `S${index + 1}`
}

/** Asks whether the evidence of its cited documents supports each sentence. */
export function citationCheckPrompt(batch: readonly CitedPlace[]): Prompt {
  const system = [
    'You check citations. For each sentence you judge whether the evidence of the documents it cites supports it.',
    dataRule,
    'Verdicts:',
    '- supported: the evidence says all that the sentence says.',
    '- partial: the evidence says a part of it, or says it of a narrower case.',
    '- unsupported: the evidence does not say it, or says otherwise; also a number, direction, population or hedge that differs.',
    '- cannot-check: the evidence given is too little to tell.',
    'Judge only by the evidence given, not by what you know. Give one verdict for each sentence, under its key.',
  ].join('\n')
  return { system, user: ['Give a verdict on each sentence.', ...blocks(batch)].join('\n\n') }
}

/** Asks the writer for sentences that their evidence supports, in the place of unsupported ones. */
export function rewritePrompt(batch: readonly CitedPlace[]): Prompt {
  const system = [
    'You are the writer of a literature review. A check found sentences that the evidence of the documents they cite does not support.',
    dataRule,
    'Rules:',
    '- Write each sentence anew, from its own evidence and from nothing else, so that the evidence says all that it says.',
    '- Keep numbers, populations and hedges as the evidence has them. The text holds no ids, no citation marks and no brackets with numbers.',
    '- Where the evidence supports no sentence of use, give null under its key.',
  ].join('\n')
  return { system, user: ['Rewrite each sentence, under its key.', ...blocks(batch)].join('\n\n') }
}

/** The sentences with the ids of their evidence, and each evidence item once. */
function blocks(batch: readonly CitedPlace[]): readonly string[] {
  const shown = batch.map(({ evidence }) => evidence.slice(0, evidencePerSentence))
  const rows = new Map(shown.flat().map((item) => [item.evidenceId, item]))
  return [
    dataBlock(
      'sentences',
      batch.map(({ sentence }, index) => ({
        key: keyOf(index),
        sentence: sentence.text,
        citations: sentence.citations,
        evidence: (shown[index] ?? []).map((item) => item.evidenceId),
      })),
    ),
    dataBlock('evidence', [...rows.values()].map(evidenceRow)),
  ]
}
