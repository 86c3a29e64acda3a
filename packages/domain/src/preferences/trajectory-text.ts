import type { Segment } from './trajectory-segments.ts'

/** What stands around the pieces of a trajectory. Search results lie between `resultsOpen` and `resultsClose`, and nothing else does. */
export const resultsOpen = '<search_results>'
export const resultsClose = '</search_results>'

/** A message as trainers take it: `trained` false is left out of the loss. */
export interface TrajectoryMessage {
  readonly role: 'assistant' | 'tool'
  readonly content: string
  readonly trained: boolean
}

/** How the system prompt of a trajectory tells a model what is expected of it; a change of it changes the manifest's hash. */
export const trajectoryInstructions = [
  'You answer a research question at length, from documents that a search engine finds for you.',
  'Think in "reasoning" tags. To search, write a query in "search" tags; what it finds is given to you in "search_results" tags.',
  'When you have what you need, or no search is left, write the answer in "answer" tags.',
  'Cite the documents that a sentence rests on at its end, by their ids in square brackets. Cite nothing that was not shown to you.',
].join('\n')

/**
 * Text that may stand in a trajectory: nothing in it can open or close a tag of ours, or pass for a special token of a chat template
 * ("<|im_end|>", "</s>"). Signs that look like the beginning of a tag become "‹"; "p < 0.05" stays.
 */
export function withoutTags(text: string): string {
  return text.replace(/[<＜﹤](?=[\s\p{Cf}]*[/／|｜]|\p{Cf}*[a-z!?])/giu, '‹')
}

/** One message of the model with everything in it, as it is generated: results stand in it between their delimiters. */
export function trajectoryText(segments: readonly Segment[]): string {
  // A search that code made is told by its results: the model did not write it.
  return segments
    .filter((segment) => segment.kind !== 'search' || segment.byModel)
    .map(segmentText)
    .join('\n')
}

/**
 * The same as messages in turn: what the model writes (role assistant), and what a search brings (role tool, still between the
 * delimiters). A search that code made is a message of its own that is not trained on.
 */
export function trajectoryMessages(segments: readonly Segment[]): readonly TrajectoryMessage[] {
  const messages: TrajectoryMessage[] = []
  for (const segment of segments) {
    const role = segment.kind === 'results' ? 'tool' : 'assistant'
    const trained = segment.kind !== 'results' && (segment.kind !== 'search' || segment.byModel)
    const last = messages.at(-1)
    if (last?.role === 'assistant' && role === 'assistant' && last.trained === trained) {
      messages[messages.length - 1] = { ...last, content: `${last.content}\n${segmentText(segment)}` }
    } else {
      messages.push({ role, content: segmentText(segment), trained })
    }
  }
  return messages
}

function segmentText(segment: Segment): string {
  switch (segment.kind) {
    case 'search':
      return `<search>${withoutTags(segment.query)}</search>`
    case 'results':
      return `${resultsOpen}\n${withoutTags(segment.text)}\n${resultsClose}`
    case 'reasoning':
      return `<reasoning>\n${withoutTags(segment.text)}\n</reasoning>`
    case 'answer':
      return `<answer>\n${withoutTags(segment.text)}\n</answer>`
  }
}
