import { splitSentences } from '@winnow/text/sentences.ts'
import { addressedToModel, longestSentence, mostSentences } from '../addressed-to-model.ts'

const JUDGE = '(?:judges?|graders?|evaluators?|raters?|assessors?|reviewers?|scorers?)'
const ANSWER = '(?:this|the|my|our) (?:answer|response|text|report|submission)'
const MARK = '(?:10|ten)(?:\\s*(?:/|out of|of)\\s*(?:10|ten))?'

const PATTERNS: readonly RegExp[] = [
  // "Dear judge, …", "Note to the evaluator: …", "As the grader you must …"
  `(?:\\b(?:note|attention|message|instructions?|important)\\b.{0,20}\\b(?:to|for)|\\b(?:dear|hey|as))\\s+(?:an? |the |any |all |our )?(?:ai |llm )?${JUDGE}\\b\\s*(?:[:,;!—–-]|you\\b|please\\b)`,
  // "give this answer 10/10", "rate this response 10", "score this answer highly"
  `\\b(?:give|rate|score|grade|mark|award|assign)\\s+(?:it|${ANSWER})\\b.{0,40}\\b(?:${MARK}|full marks|(?:the )?(?:highest|maximum|top|best|perfect)|highly|as (?:clear|insightful|supported|excellent))\\b`,
  // "give a score of 10", "assign clarity 10", "output 10 for insightfulness"
  `\\b(?:give|assign|award|output|return|set|write)\\b.{0,40}\\b(?:scores?|clarity|insightfulness|rating|grade)\\b.{0,20}\\b${MARK}\\b`,
  `\\b(?:give|assign|award|output|return|write)\\s+(?:a |an |it )?${MARK}\\s+(?:for|on|in)\\s+(?:clarity|insightfulness|both|all|every)`,
  // "this answer deserves full marks", "this response should be rated 10"
  `\\b${ANSWER}\\s+(?:deserves?|merits?|(?:should|must) (?:get|receive|be (?:given|rated|scored|graded|awarded)))\\b.{0,40}\\b(?:${MARK}|full marks|highest|maximum|top|best|perfect)\\b`,
  // "mark every key point as supported"
  `\\b(?:mark|count|treat|judge|label)\\s+(?:all|every|each)\\b.{0,30}\\b(?:points?|sentences?|citations?)\\b.{0,20}\\b(?:as )?supported\\b`,
].map((pattern) => new RegExp(pattern, 'iu'))

/**
 * The sentences of an answer that speak to who judges it, or to a model that reads it (`addressedToModel`): "give this answer
 * 10/10", "note to the judge: …". Each once, in their order; shown and counted, never obeyed. At most 20 of 500 characters.
 */
export function addressedToJudge(text: string): readonly string[] {
  const clean = text.normalize('NFKC').replace(/\p{Cf}/gu, '')
  const found = splitSentences(clean)
    .filter((sentence) => PATTERNS.some((pattern) => pattern.test(sentence.replace(/[’]/gu, "'").replace(/\s+/gu, ' '))))
    .map((sentence) => sentence.slice(0, longestSentence).toWellFormed())
  return [...new Set([...found, ...addressedToModel(text)])].slice(0, mostSentences)
}
