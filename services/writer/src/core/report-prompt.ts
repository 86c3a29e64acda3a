import { dataBlock, dataRule } from '@winnow/text/data-block.ts'
import { evidenceRow, type PassedEvidence } from './passed-evidence.ts'
import type { ReportInput } from './report-input.ts'

/** Changes with the wording below. */
export const reportPromptVersion = 'report-1'

interface Prompt {
  readonly system: string
  readonly user: string
}

const writing = [
  '- Every sentence names, in its field "evidence", the ids of the evidence items that it rests on. A sentence without any is removed.',
  '- The text of a sentence holds no ids, no citation marks and no brackets with numbers.',
  '- Say no more than the evidence says: keep numbers, populations and hedges as they are. Name disagreement, and weak support as weak.',
]

const outlining = [
  '- The sections follow from the findings: put together what belongs together, also across subquestions. Do not simply repeat the list of subquestions.',
  '- A heading is a short phrase. The title says what the review is about.',
  '- The summary answers the research question in a few sentences.',
]

const systemOf = (task: string, rules: readonly string[]) => [task, dataRule, 'Rules:', ...rules].join('\n')

const writer = 'You are the writer of a literature review.'

/** The whole report in one call: for reports small enough. All answers and the evidence behind them. */
export function wholeReportPrompt(input: ReportInput): Prompt {
  return {
    system: systemOf(`${writer} You write a report from the answers and the evidence given, and from nothing else.`, [
      ...writing,
      ...outlining,
    ]),
    user: ['Write the title, the summary and the sections of the report.', ...findings(input), evidenceBlock(input.passed)].join('\n\n'),
  }
}

/** Title, summary and outline of a longer report, from the answers; each section names the evidence it is to be written from. */
export function outlinePrompt(input: ReportInput): Prompt {
  return {
    system: systemOf(`${writer} You write its title and summary and plan its sections from the answers given, and from nothing else.`, [
      ...writing,
      ...outlining,
      '- Each section names, in its field "evidence", all evidence items that it is to be written from. Leave out no finding that matters.',
    ]),
    user: ['Write the title and the summary, and plan the sections.', ...findings(input)].join('\n\n'),
  }
}

/** One section of a longer report, from the evidence that the outline gave it and from nothing else (spec §12). */
export function sectionPrompt(input: {
  readonly question: string
  readonly heading: string
  readonly evidence: readonly PassedEvidence[]
}): Prompt {
  return {
    system: systemOf(`${writer} You write one section of it from the evidence given, and from nothing else.`, [
      ...writing,
      '- Bring findings together; do not list paper after paper.',
    ]),
    user: [
      'Write the paragraphs of this section.',
      dataBlock('research_question', [{ question: input.question }]),
      dataBlock('section', [{ heading: input.heading }]),
      evidenceBlock(input.evidence),
    ].join('\n\n'),
  }
}

function findings(input: ReportInput): readonly string[] {
  return [
    dataBlock('research_question', [{ question: input.question }]),
    dataBlock(
      'answers',
      input.answers.map(({ subquestionId, subquestion, sentences, notEstablished, contradictions }) => ({
        id: subquestionId,
        subquestion,
        answer: sentences.map(({ text, evidence }) => ({ text, evidence })),
        notEstablished,
        contradictions: contradictions.map(({ note, evidence }) => ({ note, evidence: evidence.map((item) => item.evidenceId) })),
      })),
    ),
  ]
}

function evidenceBlock(evidence: readonly PassedEvidence[]): string {
  return dataBlock('evidence', evidence.map(evidenceRow))
}
