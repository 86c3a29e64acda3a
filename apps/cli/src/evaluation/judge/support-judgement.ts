import { type SentenceSupport, sentenceSupport } from '@winnow/contracts/entities/answer.ts'
import type { ShownMark } from '@winnow/domain/judging/answer-to-judge.ts'
import type { JudgeQuestion } from './judge.ts'
import { blindRules, dataBlock, replyRule } from './judge-prompt.ts'
import { type KeyedVerdicts, keyedVerdicts, keyOf, verdictList } from './keyed-verdicts.ts'

/** Changes with the wording below. */
export const supportPromptVersion = 'judge-support-1'

/** Sentences that are asked about in one call (as the check of a report has it). */
export const sentencesPerCall = 20

/** The marks of each document, in the order in which it is first cited, as batches that one call can judge. */
export function supportBatches(marks: readonly ShownMark[]): readonly (readonly ShownMark[])[] {
  return [...Map.groupBy(marks, ({ documentId }) => documentId).values()].flatMap((same) =>
    Array.from({ length: Math.ceil(same.length / sentencesPerCall) }, (_, index) =>
      same.slice(index * sentencesPerCall, (index + 1) * sentencesPerCall),
    ),
  )
}

/** Asks whether the passages of a document support each sentence that cites it. In: marks of one document. */
export function supportQuestion(marks: readonly ShownMark[]): JudgeQuestion<KeyedVerdicts<SentenceSupport>> {
  const system = [
    'You are given the passages of a document and sentences that cite it. Say for each sentence whether the document supports it.',
    ...blindRules,
    'Verdicts:',
    '- supported: the passages say all that the sentence says.',
    '- partial: they say a part of it, as of a sentence that cites several documents, or say it of a narrower case.',
    '- unsupported: they do not say it, or say otherwise; also a number, direction, population or hedge that differs.',
    '- cannot-check: the passages are too little to tell.',
    'Judge only by the passages, not by what you know. Give a reason of one sentence before each verdict.',
    'Give one verdict for each sentence, under its key.',
    replyRule,
  ].join('\n')
  const rows = marks.map(({ sentence }, index) => ({ key: keyOf('S', index), sentence }))
  const passages = [...new Set(marks.flatMap((mark) => mark.passages))].map((passage) => ({ passage }))
  return {
    about: 'support',
    repetition: 0,
    promptVersion: supportPromptVersion,
    prompt: { system, user: [dataBlock('document', passages), dataBlock('sentences', rows)].join('\n\n') },
    schema: keyedVerdicts('S', marks.length, sentenceSupport.options),
    schemaName: 'support',
  }
}

/** The verdicts of a reply to that question, in the order of the marks. */
export function supportFrom(reply: KeyedVerdicts<SentenceSupport>, marks: readonly ShownMark[]): readonly SentenceSupport[] {
  return verdictList(reply, 'S', marks.length)
}
