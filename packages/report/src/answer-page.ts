import { unansweredOperations } from '@winnow/domain/unanswered-operations.ts'
import { answerMarkdown } from './answer-text.ts'
import { answerTrail } from './answer-trail.ts'
import { degradedSteps } from './degraded-steps.ts'
import { bullets, counted, escapeMarkdown, section } from './markdown-text.ts'
import type { RunMaterial } from './run-material.ts'
import { duration, type RunMoment } from './sections/head.ts'

/**
 * answer.md: the answer under its question, with its references, how it came about, and what a reader must know before
 * trusting it. Text that differs from run to run stands in the lines Run, Generated and Duration alone (spec §12).
 */
export function answerPage(material: RunMaterial, moment: RunMoment): string {
  const { state, answer, runId } = material
  const from = state.fork?.from ?? null
  const forked = from === null ? '' : `, forked from ${from.runId} at event ${from.at}`
  // Two blanks at the end of a line are a line break of Markdown.
  const lines = [`Run: ${runId}${forked}`, `Generated: ${moment.generatedAt}`, `Duration: ${duration(moment.durationMs)}`].join('  \n')
  return `${[
    `# ${escapeMarkdown(state.request?.question ?? '') || 'Answer'}`,
    lines,
    answer === undefined ? `No answer was written: the run is ${state.status}.` : answerMarkdown(answer),
    section(2, 'How this answer came about', [bullets(steps(material))]),
    section(2, 'Limitations', [bullets(limitations(material))]),
  ].join('\n\n')}\n`
}

/** The searches with what they showed, and the searches that were refused, in their order. */
function steps(material: RunMaterial): readonly string[] {
  const { searches, turns, reason } = answerTrail(material)
  const searched = searches.map(({ search, query, found, shown }) => {
    const kept = shown === null ? 'no passage was shown' : `${counted(shown.passages, 'passage')} kept by ${escapeMarkdown(shown.reranker)}`
    return `Search ${search}: “${escapeMarkdown(query)}”, ${counted(found, 'document')} found, ${kept}.`
  })
  const refused = turns.flatMap(({ turn, refused: message }) =>
    message === null ? [] : [`Turn ${turn}: a search was refused. ${escapeMarkdown(message)}`],
  )
  return [...searched, ...refused, ...(reason === null ? [] : [`Why it searched no further: ${escapeMarkdown(reason)}.`])]
}

function limitations(material: RunMaterial): readonly string[] {
  const { state } = material
  const options = state.request?.options
  const removed = state.answering?.answer?.removedMarks ?? 0
  const unanswered = unansweredOperations(state).length
  return [
    ...(options === undefined ? [] : [`Sources searched: ${options.sources.map(escapeMarkdown).join(', ')}.`]),
    ...(options?.unusableSources ?? []).map(
      ({ source, reason }) => `Source not searched: ${escapeMarkdown(source)}, ${escapeMarkdown(reason)}.`,
    ),
    ...(unanswered === 0 ? [] : [`${counted(unanswered, 'search operation was', 'search operations were')} not answered by their source.`]),
    ...(removed === 0 ? [] : [`Marks that named no document that was shown: ${removed}, removed.`]),
    ...degradedSteps(state).map(({ role, count, reason }) => `Degraded: ${role}, ${counted(count, 'step')} (${escapeMarkdown(reason)}).`),
  ]
}
