import type { AnswerOptions, MarkedSentence } from '@winnow/contracts/entities/answer.ts'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { numberOf } from '@winnow/contracts/ids.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { type CorpusDraft, newCorpus } from '@winnow/domain/corpus.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { BlobStore } from '@winnow/runtime/blobs/blob-store.ts'
import { buildState, document, type StateParts } from '@winnow/testkit/state-builder.ts'
import { storeText } from '../shown-passages.ts'

/** What tests of this service are told with: runs of kind `answer` that have found documents, and what they have shown. */

export const question = 'Are biosimilars safe after switching?'

export interface AnswerRun {
  readonly state: RunState
  readonly corpus: CorpusDraft
}

/** A run over documents, of which D3 has the record library:r3; a text is an abstract, null none. */
export function answerRun(
  records: { readonly [documentId: string]: string | null | Partial<Record> },
  parts: StateParts & { readonly answer?: Partial<AnswerOptions> } = {},
): AnswerRun {
  const { answer, documents, ...rest } = parts
  const options = { topK: 100, topN: 10, passageTokens: 4096, maxSearches: 5, maxTurns: 15, attempts: 3, reranker: 'bm25', ...answer }
  const state = buildState({
    question,
    clock: {
      startedAt: '2026-07-01T09:00:00.000Z',
      lastAt: '2026-07-01T09:00:00.000Z',
      lastPos: 1,
      resumedAt: null,
    } as unknown as RunState['clock'],
    options: { answer: options },
    ...rest,
    documents: documents ?? Object.keys(records).map((id) => document(id)),
  })
  const corpus = newCorpus()
  for (const [id, given] of Object.entries(records)) {
    const own = typeof given === 'string' ? { abstract: given } : (given ?? {})
    const recordId = `r${numberOf(id)}`
    corpus.records.set(`library:${recordId}`, {
      source: 'library',
      recordId,
      ids: {},
      title: `Title of ${id}`,
      authors: [],
      type: 'article',
      ...own,
    })
  }
  return { state, corpus }
}

/** Puts the outcome of a search into a run: what it showed, and its summary. */
export async function showed(
  { corpus }: AnswerRun,
  blobs: BlobStore,
  search: number,
  texts: { readonly [documentId: string]: string },
  summary: readonly MarkedSentence[] = [],
): Promise<void> {
  const passages = await Promise.all(
    Object.entries(texts).map(async ([documentId, text]) => ({
      documentId,
      recordId: `library:r${numberOf(documentId)}`,
      score: 1,
      textHash: await storeText(blobs, text),
      characters: text.length,
      cut: false,
    })),
  )
  corpus.summaries.set(search, {
    workId: `passages:${search}`,
    search,
    passages,
    reranker: 'bm25',
    summary: summary.map(({ text, documentIds }) => ({ text, documentIds: [...documentIds] })),
    unknownMarks: 0,
    attempts: 1,
    summarizer: 'openai:test',
    degraded: [],
  })
}

/** A turn that the run has taken. */
export function turned({ corpus }: AnswerRun, turn: number, parts: Partial<EventData<'TurnTaken'>> = {}): void {
  corpus.turns.push({
    workId: `turn:${turn}`,
    turn,
    action: 'search',
    reasoning: `Reasoning ${turn}.`,
    query: `query ${turn}`,
    refused: null,
    agent: 'openai:test',
    degraded: [],
    ...parts,
  })
}
