import { type RunMessage, stepSeparator } from '@winnow/contracts/api/answers.ts'
import type { AnswerCitation, AnswerContent } from '@winnow/contracts/entities/answer.ts'
import { answerMarkdown } from '@winnow/report/answer-text.ts'

/** The messages of `POST /run` about one run (contracts, `runMessage`). `steps`: Markdown of what was done so far, in its order. */
export function stepsMessage(runId: string, steps: readonly string[]): RunMessage {
  return { intermediate_steps: joined(steps), final_report: null, is_intermediate: true, complete: false, run_id: runId }
}

/** The last message, with the answer. */
export function answerMessage(runId: string, steps: readonly string[], content: AnswerContent): RunMessage {
  return {
    intermediate_steps: joined(steps),
    final_report: answerMarkdown(content),
    is_intermediate: false,
    complete: true,
    citations: citationLinks(content.citations),
    references: [...content.citations],
    run_id: runId,
  }
}

/** The last message where there is no answer. `error`: why. */
export function errorMessage(runId: string, steps: readonly string[], error: string): RunMessage {
  return { intermediate_steps: joined(steps), final_report: null, is_intermediate: false, complete: true, error, run_id: runId }
}

/**
 * What clients of the protocol show for the marks, [1] being the first: the address of each work, or its title where it has none.
 * They number by the order of this list, so a mark without a work, which no answer has, would still hold its place.
 */
export function citationLinks(citations: readonly AnswerCitation[]): string[] {
  const last = Math.max(0, ...citations.map(({ n }) => n))
  const byNumber = new Map(citations.map(({ n, url, title }) => [n, url ?? title]))
  return Array.from({ length: last }, (_, index) => byNumber.get(index + 1) ?? '')
}

/** A step may hold the separator: it comes from models and from the web. */
function joined(steps: readonly string[]): string | null {
  if (steps.length === 0) return null
  return steps.map((step) => step.replaceAll(stepSeparator, '---')).join(stepSeparator)
}
