import type { AnswerCitation, AnswerContent, AnswerMode, MarkedSentence, SentenceSupport } from '@winnow/contracts/entities/answer.ts'
import { checkSupport } from '@winnow/domain/citation-support-lexical.ts'
import type { ShownText } from './best-sentences.ts'

/** What a citation says of a document. */
export interface CitedWork {
  readonly title: string
  readonly url: string | null
}

interface AnswerParts {
  readonly question: string
  readonly mode: AnswerMode
  readonly paragraphs: readonly (readonly MarkedSentence[])[]
  readonly passages: readonly ShownText[]
  readonly work: (documentId: string) => CitedWork
}

/**
 * An answer as it is stored: works are numbered in the order of their first mark, and each sentence says whether the shown
 * passages of the documents it cites say it, by their words (`checkSupport`); a sentence without a mark cannot be checked.
 */
export function answerContentOf({ question, mode, paragraphs, passages, work }: AnswerParts): AnswerContent {
  const texts = Map.groupBy(passages, ({ documentId }) => documentId)
  const cited = [...new Set(paragraphs.flat().flatMap(({ documentIds }) => documentIds))]
  return {
    question,
    mode,
    paragraphs: paragraphs.map((sentences) =>
      sentences.map(({ text, documentIds }) => {
        const known = documentIds.flatMap((documentId) => texts.get(documentId) ?? [])
        return {
          text,
          documentIds: [...documentIds],
          support: checkSupport(
            text,
            known.map((passage) => ({ claim: '', quote: passage.text })),
          ).verdict,
        }
      }),
    ),
    citations: cited.map((documentId, index): AnswerCitation => ({ n: index + 1, documentId, ...work(documentId) })),
  }
}

/** How many cited sentences have which verdict. */
export function supportCounts({ paragraphs }: Pick<AnswerContent, 'paragraphs'>): Record<SentenceSupport, number> {
  const counts: Record<SentenceSupport, number> = { supported: 0, partial: 0, unsupported: 0, 'cannot-check': 0 }
  for (const { documentIds, support } of paragraphs.flat()) if (documentIds.length > 0) counts[support] += 1
  return counts
}
