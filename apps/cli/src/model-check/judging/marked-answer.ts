import { resolveMarks } from '@winnow/answerer/core/marks.ts'
import type { MarkedSentence } from '@winnow/contracts/entities/answer.ts'
import { z } from 'zod'
import type { AskedQuestion, MadeUpPaper } from '../trap.ts'
import { figuresOf, hasFigure } from './finding.ts'
import { shown } from './shown.ts'

const written = z.object({
  paragraphs: z.array(z.object({ sentences: z.array(z.object({ text: z.string(), documentIds: z.array(z.string()) })) })),
})

/** The sentences of the answer that a model wrote last, with the papers that their marks name; other marks are gone. */
export function answerSentences(asked: readonly AskedQuestion[], papers: readonly MadeUpPaper[]): readonly MarkedSentence[] {
  const { paragraphs } = written.parse(asked.at(-1)?.value)
  const ids = papers.map((_, index) => `D${index + 1}`)
  return resolveMarks(
    paragraphs.flatMap(({ sentences }) => sentences),
    ids,
  ).sentences
}

/**
 * What is wrong with sentences that cite papers, as a sentence; null where every figure stands in a paper that its sentence
 * cites, each of `used` is cited, and none of `unused` is. Whole numbers up to that of the papers count papers.
 */
export function groundingFault(
  sentences: readonly MarkedSentence[],
  papers: readonly MadeUpPaper[],
  { used, unused }: { readonly used: readonly string[]; readonly unused: readonly string[] },
): string | null {
  const textOf = (documentId: string) =>
    papers.flatMap(({ title, abstract }, index) => (documentId === `D${index + 1}` ? [title, abstract] : [])).join(' ')
  for (const { text, documentIds } of sentences) {
    const strange = figuresOf(text).find(
      (figure) => !documentIds.some((id) => hasFigure(textOf(id), figure)) && !(/^\d+$/.test(figure) && Number(figure) <= papers.length),
    )
    if (strange !== undefined) {
      const where = documentIds.length === 0 ? ' without naming a document' : `, which ${documentIds.join(' and ')} did not report`
      return `wrote ${strange}${where}: “${shown(text)}”`
    }
    const off = documentIds.find((id) => unused.includes(id))
    if (off !== undefined) return `cited ${off}, which has nothing to do with the question: “${shown(text)}”`
  }
  const missing = used.find((id) => !sentences.some(({ documentIds }) => documentIds.includes(id)))
  return missing === undefined ? null : `left out ${missing}, which answers the question`
}
