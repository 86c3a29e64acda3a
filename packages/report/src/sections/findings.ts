import type { ReportContent } from '@winnow/contracts/entities/report.ts'
import { usableEvidence } from '@winnow/domain/evidence-owner.ts'
import { type PrismaFlow, prismaFlow } from '@winnow/domain/prisma.ts'
import type { RunState } from '@winnow/domain/state.ts'
import { unansweredOperations } from '@winnow/domain/unanswered-operations.ts'
import { type CitationNumbers, citationMark } from '../citation-numbers.ts'
import { citedParagraph } from '../cited-prose.ts'
import { bullets, counted, escapeMarkdown, section } from '../markdown-text.ts'
import { referencesHeading } from './references.ts'

/** What the report says: summary, sections, what is not established, contradictions (spec §12). Parts of Markdown, in order. */
export function findings(state: RunState, numbers: CitationNumbers, content: ReportContent | null): readonly string[] {
  const summary = content === null || content.summary.length === 0 ? '' : citedParagraph(state, numbers, content.summary)
  return [
    section(2, 'Summary', [summary, usableEvidence(state).length === 0 ? nothingFound(state) : '']),
    ...(content?.sections ?? []).map((part) =>
      section(
        2,
        headingOf(part.heading, part.subquestionIds),
        part.paragraphs.map((sentences) => citedParagraph(state, numbers, sentences)),
      ),
    ),
    section(2, 'What is not established', [bullets((content?.notEstablished ?? []).map(escapeMarkdown))]),
    section(2, 'Contradictions', [
      bullets(
        (content?.contradictions ?? []).map(({ note, citations }) =>
          [escapeMarkdown(note), citationMark(state, numbers, citations)].filter((text) => text !== '').join(' '),
        ),
      ),
    ]),
  ]
}

/** The list of references is found by its heading, so no other section may have it. */
function headingOf(heading: string, subquestionIds: readonly string[]): string {
  const text = escapeMarkdown(heading) || subquestionIds.join(', ') || 'Findings'
  return text.toLowerCase() === referencesHeading.toLowerCase() ? `Findings: ${text}` : text
}

/** The short truthful account of a run without evidence: what was asked and searched, and where everything went. */
function nothingFound(state: RunState): string {
  const flow = prismaFlow(state)
  const operations = Object.values(state.operations)
  const sources = [...new Set(operations.map(({ source }) => source))].sort()
  const searched =
    operations.length === 0
      ? 'Nothing was searched'
      : `${counted(operations.length, 'search', 'searches')} (${sources.join(', ')}) found ${counted(flow.identified.total, 'record')}${unanswered(state)}`
  return [
    `The question was “${escapeMarkdown(state.request?.question ?? '')}”. ${searched}, which are ${counted(flow.documents, 'document')}; ${flow.screened} were screened and ${flow.excludedByScreening.total} of them excluded${reasons(flow)}.`,
    `${counted(flow.read, 'document was', 'documents were')} read, and none gave evidence that counts: nothing is claimed or cited here.`,
  ].join(' ')
}

/** So that a source that failed does not look like one that has nothing. */
function unanswered(state: RunState): string {
  const { length } = unansweredOperations(state)
  return length === 0 ? '' : ` (${counted(length, 'search was', 'searches were')} not answered by their source)`
}

function reasons(flow: PrismaFlow): string {
  const named = flow.excludedByScreening.reasons.slice(0, 3).map(({ reason, count }) => `${escapeMarkdown(reason)}: ${count}`)
  return named.length === 0 ? '' : ` (${named.join('; ')})`
}
