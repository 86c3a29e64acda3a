import type { CitedSentence } from '@winnow/contracts/entities/report.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import { resolveCitations } from '@winnow/domain/citation-integrity.ts'
import { removeOutOfRange } from '@winnow/domain/citation-marks.ts'
import { plainSentence } from '@winnow/text/plain-sentence.ts'
import { z } from 'zod'
import type { PassedEvidence } from './passed-evidence.ts'

/** A sentence as a model writes it, with the ids of the evidence behind it. */
export const writtenSentence = z.object({ text: z.string().max(1500), evidence: z.array(z.string().max(200)).max(30) })
export interface WrittenSentence {
  readonly text: string
  readonly evidence: readonly string[]
}

/** Marks that a model set in its prose in spite of the rules: "[D12]", "[D12.e1, D3]", "(D12.e1)". */
const MARKS = /\s*(?:\[\s*D\d+(?:\.e\d+)?(?:\s*[,;]\s*D\d+(?:\.e\d+)?)*\s*\]|\(\s*D\d+\.e\d+(?:\s*[,;]\s*D\d+\.e\d+)*\s*\))/giu

/** A sentence that rests on the given items: it cites their documents, by number, each once. */
export function citedFrom(text: string, items: readonly PassedEvidence[]): CitedSentence {
  return {
    text,
    citations: [...new Set(items.map((item) => item.documentId))].sort(compareIds),
    evidence: [...new Set(items.map((item) => item.evidenceId))].sort(compareIds),
  }
}

/** A model's text with the passed evidence that it names. */
interface Resting {
  readonly text: string
  readonly items: readonly PassedEvidence[]
}

/**
 * The texts of a model (sentences, headings, notes) that name evidence passed to it, as prose (spec §12). Ids are repaired;
 * a document's id stands for all its passed items, unless one of them is named. `removed` counts the ids that name nothing
 * passed. A text without any passed evidence, or without words, is left out: the review says nothing that cannot be traced.
 */
export function restingOn(
  written: readonly WrittenSentence[],
  passed: readonly PassedEvidence[],
): { readonly found: readonly Resting[]; readonly removed: number } {
  const citable = {
    documents: [...new Set(passed.map((item) => item.documentId))],
    evidence: new Map(passed.map((item) => [item.evidenceId, item.documentId])),
  }
  const plain = written.map(({ text, evidence }) => {
    const { prose, marks, invented } = withoutMarks(text)
    return { text: prose, citations: [...evidence, ...marks], invented }
  })
  const { sentences, removed } = resolveCitations(plain, citable)
  const found = sentences.map(({ text, citations, evidence }) => ({
    text: plainSentence(text),
    items: itemsOf(citations, evidence, passed),
  }))
  const invented = plain.reduce((sum, sentence) => sum + sentence.invented, 0)
  return { found: found.filter(({ text, items }) => items.length > 0 && /[\p{L}\p{N}]/u.test(text)), removed: removed + invented }
}

/** The sentences of a model that rest on evidence passed to it. */
export function keepCited(
  written: readonly WrittenSentence[],
  passed: readonly PassedEvidence[],
): { readonly sentences: readonly CitedSentence[]; readonly removed: number } {
  const { found, removed } = restingOn(written, passed)
  return { sentences: found.map(({ text, items }) => citedFrom(text, items)), removed }
}

function itemsOf(citations: readonly string[], evidence: readonly string[], passed: readonly PassedEvidence[]): readonly PassedEvidence[] {
  const named = passed.filter((item) => evidence.includes(item.evidenceId))
  const told = new Set(named.map((item) => item.documentId))
  return passed.filter((item) => named.includes(item) || (citations.includes(item.documentId) && !told.has(item.documentId)))
}

/**
 * A model's prose without its marks, and the ids in them. `invented` counts numbers such as "[3]": nothing that the model is
 * shown has a number, so they name nothing (PBR-025).
 */
export function withoutMarks(text: string): { readonly prose: string; readonly marks: readonly string[]; readonly invented: number } {
  const { text: unnumbered, dropped } = removeOutOfRange(text, 0)
  const marks = [...unnumbered.matchAll(MARKS)].flatMap(([mark]) => mark.match(/D\d+(?:\.e\d+)?/giu) ?? [])
  return { prose: unnumbered.replace(MARKS, ''), marks, invented: dropped.length }
}

/** A model's free text, such as a note or heading, as one line without marks. */
export function plainNote(text: string): string {
  return plainSentence(withoutMarks(text).prose)
}
