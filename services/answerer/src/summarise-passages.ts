import type { AnswerOptions, MarkedSentence } from '@winnow/contracts/entities/answer.ts'
import type { Degraded } from '@winnow/contracts/entities/degraded.ts'
import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { decisionOf, type Task } from '@winnow/runtime/service.ts'
import type { AnswererDependencies } from './answerer-dependencies.ts'
import type { ShownText } from './core/best-sentences.ts'
import { extractiveSummary } from './core/extractive-answer.ts'
import { resolveMarks } from './core/marks.ts'
import { summaryPrompt, summaryPromptVersion, summaryReply } from './core/summary-prompt.ts'
import { rankPassages } from './rank-passages.ts'
import { answerOptionsOf, extractive, questionOf, startOf } from './run-of-task.ts'
import { loadPassages, type Passage, storeText } from './shown-passages.ts'

/** Ranks what a search found, keeps the best, and summarises it for the agent (spec §13). */
export async function summarisePassages(task: Task, deps: AnswererDependencies): Promise<NewEvent> {
  const { workId, search, query, documentIds } = decisionOf(task, 'PassagesRequested').data
  const options = answerOptionsOf(task)
  const candidates = await loadPassages(task.run, documentIds, query, options.passageTokens, deps.blobs)
  const ranking = await rank(task, query, candidates, options, deps)
  const shown = ranking.ranked.slice(0, options.topN).flatMap(({ position, score }) => {
    const passage = candidates[position]
    return passage === undefined ? [] : [{ ...passage, score }]
  })
  const passages = await Promise.all(
    shown.map(async ({ documentId, recordId, text, cut, score }) => ({
      documentId,
      recordId,
      score,
      textHash: await storeText(deps.blobs, text),
      characters: text.length,
      cut,
    })),
  )
  const summary = await summarise(task, shown, options)
  return {
    type: 'PassagesSummarised',
    data: {
      workId,
      search,
      passages,
      reranker: ranking.reranker,
      summary: summary.sentences.map(({ text, documentIds: ids }) => ({ text, documentIds: [...ids] })),
      unknownMarks: summary.unknownMarks,
      attempts: summary.attempts,
      summarizer: summary.summarizer,
      degraded: [...ranking.degraded, ...summary.degraded],
    },
    usage: summary.usage,
  }
}

function rank(task: Task, query: string, candidates: readonly Passage[], { reranker }: AnswerOptions, deps: AnswererDependencies) {
  const texts = candidates.map(({ text }) => text)
  return rankPassages(query, texts, reranker, deps.reranker, { signal: task.signal, validSince: startOf(task) })
}

interface Summary {
  readonly sentences: readonly MarkedSentence[]
  readonly unknownMarks: number
  readonly attempts: number
  readonly summarizer: string
  readonly usage: readonly Usage[]
  readonly degraded: readonly Degraded[]
}

/**
 * A summary by the summarizer: asked again while its marks name what was not shown, at most as often as the run allows; then
 * those marks are taken out. The best-matching sentences where there is no reply, or none that rests on a shown passage.
 */
async function summarise(task: Task, passages: readonly ShownText[], { attempts: most }: AnswerOptions): Promise<Summary> {
  const { query, fallback } = decisionOf(task, 'PassagesRequested').data
  const byWords = (parts: Pick<Summary, 'attempts' | 'usage' | 'degraded'>): Summary => ({
    sentences: extractiveSummary(passages, query),
    unknownMarks: 0,
    summarizer: extractive,
    ...parts,
  })
  if (passages.length === 0) return byWords({ attempts: 0, usage: [], degraded: [] })
  const shown = passages.map(({ documentId }) => documentId)
  const usage: Usage[] = []
  let unknown: readonly string[] = []
  for (let attempt = 1; ; attempt += 1) {
    const reasoning = task.run.corpus.turns.map((turn) => turn.reasoning).filter((text) => text !== '')
    const answer = await task.ask({
      role: 'summarizer',
      stage: 'answer',
      promptVersion: summaryPromptVersion,
      prompt: summaryPrompt({ question: questionOf(task), query, reasoning, passages, attempt, unknown }),
      schema: summaryReply(shown),
      schemaName: 'summary',
      fallback,
    })
    usage.push(...answer.usage)
    if (answer.value === null)
      return byWords({ attempts: answer.usage.length === 0 ? attempt - 1 : attempt, usage, degraded: answer.degraded })
    const resolved = resolveMarks(answer.value.sentences, shown)
    unknown = resolved.unknown
    if (unknown.length > 0 && attempt < most) continue
    const { sentences } = resolved
    if (sentences.length > 0 && sentences.every(({ documentIds }) => documentIds.length === 0))
      return byWords({ attempts: attempt, usage, degraded: [{ role: 'summarizer', reason: nothingMarked, count: 1 }] })
    return { sentences, unknownMarks: unknown.length, attempts: attempt, summarizer: answer.model, usage, degraded: [] }
  }
}

const nothingMarked = 'no sentence of the summary rests on a passage that was shown'
