import type { CitedSentence, ReportContent, ReportSection } from '@winnow/contracts/entities/report.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import { plainSentence } from '@winnow/text/plain-sentence.ts'
import { noEvidenceSummary } from './no-evidence.ts'
import type { ReportInput, StandingAnswer } from './report-input.ts'

/** Sentences of the summary without a writer: the first of each answer, of the most important subquestions (our reading). */
export const summarySentences = 5

/**
 * The report without a writer (spec §2): assembled from the synthesised answers by template, one section a subquestion
 * with evidence, in priority order. `mode` is extractive when no answer is a model's, else mixed.
 */
export function templateReport(input: ReportInput): ReportContent {
  return {
    title: plainSentence(input.question),
    summary: [...templateSummary(input)],
    sections: input.answers.map(templateSection),
    ...openPoints(input),
    removedCitations: 0,
    mode: input.answers.some((answer) => answer.byModel) ? 'mixed' : 'extractive',
  }
}

/** The first sentence of each answer, five at most; without any answer how far the search came. */
export function templateSummary(input: ReportInput): readonly CitedSentence[] {
  if (input.answers.length === 0) return noEvidenceSummary(input)
  return input.answers.slice(0, summarySentences).flatMap((answer) => answer.sentences.slice(0, 1))
}

/** A subquestion's answer as a section of one paragraph. */
export function templateSection(answer: StandingAnswer): ReportSection {
  return { heading: plainSentence(answer.subquestion), subquestionIds: [answer.subquestionId], paragraphs: [[...answer.sentences]] }
}

/** What the answers leave open, each point once: the same whoever writes the report. */
export function openPoints(input: ReportInput): Pick<ReportContent, 'notEstablished' | 'contradictions'> {
  const without = input.unanswered.map((text) => `“${plainSentence(text)}”: no evidence was found.`)
  const contradictions = input.answers.flatMap((answer) => answer.contradictions)
  return {
    notEstablished: [...new Set([...input.answers.flatMap((answer) => answer.notEstablished), ...without])],
    contradictions: contradictions
      .filter(({ note }, index) => contradictions.findIndex((other) => other.note === note) === index)
      .map(({ note, evidence }) => ({ note, citations: [...new Set(evidence.map((item) => item.documentId))].sort(compareIds) })),
  }
}
