import type { AnswerContent, MarkedSentence } from '@winnow/contracts/entities/answer.ts'
import type { TrajectoryPassage, TrajectoryStep } from '../answering/trajectory.ts'

/**
 * A piece of a trajectory as a trainer sees it. `results` is data from outside and never the model's own; a search is trained on
 * unless code made it, as it makes the initial one.
 */
export type Segment =
  | { readonly kind: 'search'; readonly query: string; readonly byModel: boolean }
  | { readonly kind: 'results'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'answer'; readonly text: string }

/**
 * The whole way to an answer (spec §13): searches, what each brought, reasoning, and the answer with its marks as document ids,
 * which is how results name documents. What a search brought is its summary with marks and a line for each document; where nothing
 * was summarised the passages themselves. `passages`: their texts by sha256; one that is not there leaves its line.
 */
export function trajectorySegments(
  steps: readonly TrajectoryStep[],
  passages: ReadonlyMap<string, string>,
  { paragraphs }: Pick<AnswerContent, 'paragraphs'>,
): readonly Segment[] {
  const summaries = new Map(steps.flatMap((step) => (step.kind === 'summary' ? [[step.search, step.sentences] as const] : [])))
  const told = steps.flatMap((step) => stepSegments(step, summaries, passages))
  return [...told, { kind: 'answer', text: paragraphs.map((sentences) => sentences.map(markedByIds).join(' ')).join('\n\n') }]
}

function stepSegments(
  step: TrajectoryStep,
  summaries: ReadonlyMap<number, readonly MarkedSentence[]>,
  passages: ReadonlyMap<string, string>,
): readonly Segment[] {
  switch (step.kind) {
    case 'search':
      return [
        { kind: 'search', query: step.query, byModel: step.search > 1 },
        { kind: 'results', text: resultsText(step.query, step.passages, summaries.get(step.search) ?? [], passages) },
      ]
    // Its search tells it.
    case 'summary':
      return []
    case 'reasoning':
      return [{ kind: 'reasoning', text: step.text }]
    case 'refused':
      return [
        { kind: 'search', query: step.query, byModel: true },
        { kind: 'results', text: step.message },
      ]
  }
}

function resultsText(
  query: string,
  shown: readonly TrajectoryPassage[],
  summary: readonly MarkedSentence[],
  texts: ReadonlyMap<string, string>,
): string {
  const lines = shown.map(({ documentId, title, url }) => `[${documentId}] ${title}${url === null ? '' : ` (${url})`}`)
  const found =
    summary.length > 0
      ? [summary.map(markedByIds).join(' '), lines.join('\n')]
      : shown.map(({ textHash }, index) => [lines[index] ?? '', texts.get(textHash) ?? ''].filter((part) => part !== '').join('\n'))
  return [`Searched for: ${query}`, ...(shown.length === 0 ? ['Nothing was found.'] : found)].join('\n\n')
}

/** "It helps [D1, D3]." */
function markedByIds({ text, documentIds }: MarkedSentence): string {
  const sentence = text.trim()
  if (documentIds.length === 0) return sentence
  const [, prose = '', end = ''] = /^(.*?)([.!?。！？…]*)$/su.exec(sentence) ?? []
  return `${prose} [${documentIds.join(', ')}]${end}`
}
