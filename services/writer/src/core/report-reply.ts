import type { CitedSentence, ReportContent, ReportSection } from '@winnow/contracts/entities/report.ts'
import { compareIds } from '@winnow/contracts/ids.ts'
import { plainSentence } from '@winnow/text/plain-sentence.ts'
import { z } from 'zod'
import { keepCited, plainNote, restingOn, type WrittenSentence, writtenSentence } from './cited-sentence.ts'
import type { PassedEvidence } from './passed-evidence.ts'
import { openPoints, templateSection, templateSummary } from './report-fallback.ts'
import type { ReportInput } from './report-input.ts'
import { listedClaims } from './synthesis-fallback.ts'

const heading = z.string().max(300)
const paragraphs = z.array(z.object({ sentences: z.array(writtenSentence).max(40) })).max(20)
const opening = { title: heading, summary: z.array(writtenSentence).max(15) }

/** The reply to `wholeReportPrompt`. */
export const wholeReportReply = z.object({ ...opening, sections: z.array(z.object({ heading, paragraphs })).max(20) })
/** The reply to `outlinePrompt`. */
export const outlineReply = z.object({
  ...opening,
  sections: z.array(z.object({ heading, evidence: z.array(z.string().max(200)).max(200) })).max(20),
})
/** The reply to `sectionPrompt`. */
export const sectionReply = z.object({ paragraphs })

/** The outline of a longer report: what each section is written from. */
export interface Outline {
  readonly title: string
  readonly summary: readonly CitedSentence[]
  readonly sections: readonly { readonly heading: string; readonly evidence: readonly PassedEvidence[] }[]
  readonly removed: number
}

/** Sections with what was removed from them, and whether some of them are the template's. */
interface WrittenSections {
  readonly sections: readonly ReportSection[]
  readonly removed: number
  readonly templated: boolean
}

/** A whole report from one reply; null when no section of it has a sentence that rests on passed evidence. */
export function wholeReport(reply: z.infer<typeof wholeReportReply>, input: ReportInput): ReportContent | null {
  const written = reply.sections.map((section) => writtenSection(section.heading, section.paragraphs, input.passed))
  const sections = written.flatMap(({ section }) => section ?? [])
  if (sections.length === 0) return null
  const { title, summary, removed } = openingOf(reply, input)
  return assemble(
    input,
    { title, summary },
    { sections, removed: written.reduce((sum, part) => sum + part.removed, removed), templated: false },
  )
}

/** The outline in a reply: sections without any passed evidence are dropped; null when none is left. */
export function outlineOf(reply: z.infer<typeof outlineReply>, input: ReportInput): Outline | null {
  const { title, summary, removed } = openingOf(reply, input)
  const named = restingOn(
    reply.sections.map((section) => ({ text: headingOf(section.heading), evidence: section.evidence })),
    input.passed,
  )
  if (named.found.length === 0) return null
  return {
    title,
    summary,
    sections: named.found.map(({ text, items }) => ({ heading: text, evidence: items })),
    removed: removed + named.removed,
  }
}

/** One section from a reply, resting on the evidence passed for it; `section` is null when no sentence does. */
export function writtenSection(
  heading: string,
  paragraphs: readonly { readonly sentences: readonly WrittenSentence[] }[],
  passed: readonly PassedEvidence[],
): { readonly section: ReportSection | null; readonly removed: number } {
  const kept = paragraphs.map(({ sentences }) => keepCited(sentences, passed))
  const full = kept.filter(({ sentences }) => sentences.length > 0).map(({ sentences }) => [...sentences])
  const title = headingOf(heading)
  const removed = kept.reduce((sum, paragraph) => sum + paragraph.removed, 0)
  return { section: full.length === 0 || title === '' ? null : sectionOf(title, full, passed), removed }
}

/** A section that lists the strongest claims of its evidence, in the place of one that a model did not write. */
export function listedSection(heading: string, passed: readonly PassedEvidence[]): ReportSection {
  return sectionOf(heading, [[...listedClaims(passed)]], passed)
}

/** A section with the subquestions that its evidence is for. */
function sectionOf(heading: string, paragraphs: CitedSentence[][], passed: readonly PassedEvidence[]): ReportSection {
  const cited = new Set(paragraphs.flat().flatMap((sentence) => sentence.evidence))
  const subquestions = passed.filter((item) => cited.has(item.evidenceId)).map((item) => item.subquestionId)
  return { heading, subquestionIds: [...new Set(subquestions)].sort(compareIds), paragraphs }
}

/**
 * The content of a report by a model. An answered subquestion that no section speaks of gets the template's section at the
 * end (our reading: an outline may order findings anew, not lose them), and an empty summary the template's; `mode` is
 * then mixed.
 */
export function assemble(input: ReportInput, opening: Pick<Outline, 'title' | 'summary'>, written: WrittenSections): ReportContent {
  const spokenOf = new Set(written.sections.flatMap((section) => section.subquestionIds))
  const missing = input.answers.filter((answer) => !spokenOf.has(answer.subquestionId))
  const whole = opening.summary.length > 0 && missing.length === 0 && !written.templated
  return {
    title: opening.title,
    summary: opening.summary.length > 0 ? [...opening.summary] : [...templateSummary(input)],
    sections: [...written.sections, ...missing.map(templateSection)],
    ...openPoints(input),
    removedCitations: written.removed,
    mode: whole ? 'model' : 'mixed',
  }
}

function openingOf(reply: { readonly title: string; readonly summary: readonly WrittenSentence[] }, input: ReportInput) {
  const { sentences, removed } = keepCited(reply.summary, input.passed)
  return { title: headingOf(reply.title) || plainSentence(input.question), summary: sentences, removed }
}

/** A heading as one line without marks of Markdown headings or citations. */
function headingOf(text: string): string {
  return plainNote(text).replace(/^#+\s*/, '')
}
