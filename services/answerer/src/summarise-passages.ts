import type { AnswerOptions } from '@winnow/contracts/entities/answer.ts'
import type { NewEvent } from '@winnow/contracts/registry.ts'
import { decisionOf, type Task } from '@winnow/runtime/service.ts'
import type { AnswererDependencies } from './answerer-dependencies.ts'
import { extractiveSummary } from './core/extractive-answer.ts'
import { rankPassages } from './rank-passages.ts'
import { answerOptionsOf, startOf } from './run-of-task.ts'
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
  return {
    type: 'PassagesSummarised',
    data: {
      workId,
      search,
      passages,
      reranker: ranking.reranker,
      summary: extractiveSummary(shown, query).map((sentence) => ({ ...sentence, documentIds: [...sentence.documentIds] })),
      unknownMarks: 0,
      attempts: 0,
      summarizer: 'words',
      degraded: [...ranking.degraded],
    },
    usage: [],
  }
}

function rank(task: Task, query: string, candidates: readonly Passage[], { reranker }: AnswerOptions, deps: AnswererDependencies) {
  const texts = candidates.map(({ text }) => text)
  return rankPassages(query, texts, reranker, deps.reranker, { signal: task.signal, validSince: startOf(task) })
}
