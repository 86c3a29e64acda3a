import { dataBlock, dataRule } from '@winnow/text/data-block.ts'
import { evidenceRow, type PassedEvidence } from './passed-evidence.ts'

/** Changes with the wording below. */
export const synthesisPromptVersion = 'synthesis-1'

const system = [
  'You are the synthesizer of a literature review. You answer one subquestion from the evidence given, and from nothing else.',
  dataRule,
  'Rules:',
  '- Every sentence of the answer names, in its field "evidence", the ids of the evidence items that it rests on. A sentence without any is removed.',
  '- The text of a sentence holds no ids, no citation marks and no brackets with numbers.',
  '- Say no more than the evidence says: keep numbers, populations and hedges as they are. Name findings that disagree, and weak support as weak.',
  '- Bring findings together; do not list paper after paper.',
  '- "notEstablished": what the subquestion asks and this evidence does not establish.',
  '- "contradictions": findings that disagree with each other, each with the ids of the evidence on both sides.',
  '- "coverage": 0 to 1, how much of the subquestion this evidence answers.',
].join('\n')

/** The prompt for the answer to one subquestion; `evidence` is all that the answer may rest on. */
export function synthesisPrompt(input: {
  readonly question: string
  readonly subquestionId: string
  readonly subquestion: string
  readonly evidence: readonly PassedEvidence[]
}): { readonly system: string; readonly user: string } {
  const user = [
    'Answer the subquestion, which is part of the research question.',
    dataBlock('research_question', [{ question: input.question }]),
    dataBlock('subquestion', [{ id: input.subquestionId, text: input.subquestion }]),
    dataBlock('evidence', input.evidence.map(evidenceRow)),
  ].join('\n\n')
  return { system, user }
}
