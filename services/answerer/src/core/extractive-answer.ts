import type { MarkedSentence } from '@winnow/contracts/entities/answer.ts'
import { bestSentences, type ShownText } from './best-sentences.ts'

/** Sentences of an extractive answer, at most, and how many a paragraph has before the next document begins another (our reading). */
const answerSentences = 12
const paragraphFrom = 3
/** Sentences of an extractive summary. */
const summarySentences = 8

/** What a search showed, by its best sentences: the summary where no model is asked. */
export function extractiveSummary(passages: readonly ShownText[], query: string): readonly MarkedSentence[] {
  return bestSentences(passages, query, summarySentences)
}

/**
 * An answer made of the sentences of the passages that answer the question best, each cited: the document of the best sentence
 * goes first, those of one document stand together. Empty where no passage has a word of the question.
 */
export function extractiveAnswer(passages: readonly ShownText[], question: string): readonly (readonly MarkedSentence[])[] {
  const byDocument = Map.groupBy(bestSentences(passages, question, answerSentences), ({ documentIds }) => documentIds[0])
  const paragraphs: MarkedSentence[][] = []
  for (const sentences of byDocument.values()) {
    const last = paragraphs.at(-1)
    if (last === undefined || last.length >= paragraphFrom) paragraphs.push([...sentences])
    else last.push(...sentences)
  }
  return paragraphs
}
