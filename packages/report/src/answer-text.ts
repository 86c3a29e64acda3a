import type { AnswerCitation, AnswerContent } from '@winnow/contracts/entities/answer.ts'
import { escapeMarkdown } from './markdown-text.ts'
import { referencesHeading } from './sections/references.ts'

/** An answer as Markdown prose: paragraphs whose sentences carry marks "[1]" or "[1, 3]"; no list of references. */
export function answerProse(
  { paragraphs, citations }: Pick<AnswerContent, 'paragraphs' | 'citations'>,
  asText: (text: string) => string = escapeMarkdown,
): string {
  const numbers = new Map(citations.map(({ documentId, n }) => [documentId, n]))
  return paragraphs.map((sentences) => sentences.map((sentence) => marked(sentence, numbers, asText)).join(' ')).join('\n\n')
}

/** An answer as Markdown with its references: "[n] title. address". What the check by words did not find supported is said at the end. */
export function answerMarkdown(content: AnswerContent): string {
  const doubtful = content.paragraphs.flat().filter(({ support }) => support === 'unsupported').length
  return [
    answerProse(content),
    ...(content.mode === 'extractive' ? ['*Extractive: sentences of the sources, chosen by rule; no model wrote this answer.*'] : []),
    ...(doubtful === 0
      ? []
      : [
          `*${doubtful} cited ${doubtful === 1 ? 'sentence was' : 'sentences were'} not found supported by the passages cited (check by words).*`,
        ]),
    ...(content.citations.length === 0 ? [] : [`## ${referencesHeading}\n\n${content.citations.map(reference).join('\n\n')}`]),
  ].join('\n\n')
}

function marked(
  { text, documentIds }: AnswerContent['paragraphs'][number][number],
  numbers: ReadonlyMap<string, number>,
  asText: (text: string) => string,
): string {
  const cited = [...new Set(documentIds.flatMap((documentId) => numbers.get(documentId) ?? []))].sort((a, b) => a - b)
  const [, prose = '', end = ''] = /^(.*?)([.!?。！？…]*)$/s.exec(text.trim()) ?? []
  const stop = end === '' && /[\p{L}\p{N}\p{Pe}\p{Pf}"']$/u.test(prose) ? '.' : end
  return `${asText(prose)}${cited.length === 0 ? '' : ` [${cited.join(', ')}]`}${stop}`
}

function reference({ n, title, url }: AnswerCitation): string {
  const stop = /[.!?。！？…]$/u.test(title.trim()) ? '' : '.'
  return `[${n}] ${escapeMarkdown(title.trim())}${url === null ? '' : `${stop} <${url}>`}`
}
