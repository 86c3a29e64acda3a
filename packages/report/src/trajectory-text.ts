import type { MarkedSentence } from '@winnow/contracts/entities/answer.ts'
import type { TrajectoryStep } from '@winnow/domain/answering/trajectory.ts'
import { bullets, escapeMarkdown } from './markdown-text.ts'

/** A step on the way to an answer as Markdown, for whoever watches: what was searched and found, what it says, what the agent thinks. */
export function stepMarkdown(step: TrajectoryStep): string {
  switch (step.kind) {
    case 'search': {
      const found = step.passages.map(({ documentId, title, url }) => `${documentId}: ${work(title, url)}`)
      return [`**Search ${step.search}:** ${escapeMarkdown(step.query)}`, bullets(found)].filter((block) => block !== '').join('\n\n')
    }
    case 'summary':
      return `**Found by search ${step.search}:** ${step.sentences.map(sentence).join(' ')}`
    case 'reasoning':
      return `**Turn ${step.turn}:** ${escapeMarkdown(step.text)}`
    case 'refused':
      return `**Search refused:** ${escapeMarkdown(step.query)}: ${escapeMarkdown(step.message)}`
  }
}

function work(title: string, url: string | null): string {
  const shown = escapeMarkdown(title)
  return url === null ? shown : `${shown} <${url}>`
}

/** Before the answer is written its marks have no numbers yet: the works are named by their ids. */
function sentence({ text, documentIds }: MarkedSentence): string {
  return documentIds.length === 0 ? escapeMarkdown(text) : `${escapeMarkdown(text)} (${documentIds.join(', ')})`
}
