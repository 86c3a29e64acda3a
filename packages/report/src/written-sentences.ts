import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import { printedSentences } from './citation-numbers.ts'
import type { RunMaterial } from './run-material.ts'

/** The sentences of a run's report or answer in the order they are printed; none before it is written. An answer's rest on no evidence items. */
export function writtenSentences({ content, answer }: Pick<RunMaterial, 'content' | 'answer'>): readonly CitedSentence[] {
  if (content !== null) return printedSentences(content)
  return (answer?.paragraphs ?? [])
    .flat()
    .map(({ text, documentIds, support }) => ({ text, citations: documentIds, evidence: [], verdict: support }))
}
