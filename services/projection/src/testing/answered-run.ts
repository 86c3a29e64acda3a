import type { Usage } from '@winnow/contracts/entities/usage.ts'
import type { EventData, NewEvent } from '@winnow/contracts/registry.ts'
import { buildOptions, document } from '@winnow/testkit/state-builder.ts'

/**
 * A run of kind `answer`: the initial search, a further one, a refused one, a reply that cannot be used, and an answer that cites
 * one of the two works that were shown.
 */

const hash = (digit: string) => digit.repeat(64)
const models = { planner: 'none', intent: 'none', query: 'none', screener: 'none', reader: 'none', synthesizer: 'none' } as const
const usage: Usage = {
  callId: 'c1',
  role: 'agent',
  stage: 'answer',
  model: 'openai:stand-in',
  inputTokens: 100,
  outputTokens: 10,
  cachedTokens: 0,
  costUsd: 0.25,
  ms: 7,
  outcome: 'ok',
}

function searched(iteration: number, operationId: string, query: string): NewEvent {
  const operation = { workId: `search:${operationId}`, operationId, intentId: null, source: 'library', query, limit: 100 }
  return {
    type: 'SearchesRequested',
    data: { iteration, operations: [{ ...operation, fromYear: null, toYear: null }], unaffordable: 0, reserve: { searches: 1 } },
  }
}

function found(operationId: string, query: string, recordId: string): NewEvent {
  return {
    type: 'CandidatesFound',
    data: {
      workId: `search:${operationId}`,
      part: 1,
      parts: 1,
      operationId,
      intentId: null,
      source: 'library',
      query,
      outcome: 'hits',
      asked: 100,
      returned: 1,
      total: 1,
      records: [
        { recordId, source: 'library', ids: { doi: `10.5555/${recordId}` }, title: `Work ${recordId}`, authors: [], type: 'article' },
      ],
    },
  }
}

function registered(search: number, documentId: string, recordId: string, operationId: string): readonly NewEvent[] {
  const workId = `dedup:search:${search}`
  return [
    {
      type: 'DedupRequested',
      data: { workId, phase: 'search', iteration: search, operations: [{ operationId }], firstDocument: search, split: null },
    },
    {
      type: 'DocumentsRegistered',
      data: {
        workId,
        part: 1,
        parts: 1,
        documents: [
          {
            documentId,
            isNew: true,
            records: [{ source: 'library', recordId, operationId }],
            features: { ...document(documentId).features, survivor: { source: 'library', recordId } },
            decisions: [],
            linked: [],
          },
        ],
      },
    },
  ]
}

function passages(search: number, query: string, documentId: string, recordId: string): readonly NewEvent[] {
  const workId = `passages:${search}`
  const shown = { documentId, recordId: `library:${recordId}`, score: 1.5, textHash: hash(String(search)), characters: 900, cut: false }
  return [
    { type: 'PassagesRequested', data: { workId, search, query, documentIds: [documentId], reserve: {} } },
    {
      type: 'PassagesSummarised',
      data: {
        workId,
        search,
        passages: [shown],
        reranker: 'bm25',
        summary: [{ text: `Work ${recordId} says so.`, documentIds: [documentId] }],
        unknownMarks: 1,
        attempts: 2,
        summarizer: 'openai:stand-in',
        degraded: [{ role: 'summarizer', reason: 'invalid reply', count: 1 }],
      },
    },
  ]
}

function turn(number: number, more: Partial<EventData<'TurnTaken'>>): readonly NewEvent[] {
  const data = {
    workId: `turn:${number}`,
    turn: number,
    action: 'search',
    reasoning: `Thought ${number}.`,
    query: null,
    refused: null,
    agent: 'openai:stand-in',
    degraded: [],
    ...more,
  } satisfies EventData<'TurnTaken'>
  return [
    { type: 'TurnRequested', data: { workId: `turn:${number}`, turn: number, searchesLeft: 5, reserve: { tokens: 6000 } } },
    { type: 'TurnTaken', data, usage: [{ ...usage, callId: `c${number}` }] },
  ]
}

export const answerQuestion = 'How do plants save water?'

export const answeredRun: readonly NewEvent[] = [
  {
    type: 'RunRequested',
    data: {
      question: answerQuestion,
      asOf: '2026-07-01',
      criteria: null,
      options: buildOptions({
        models: { ...models, critic: 'none', writer: 'none', judge: 'none', agent: 'openai:stand-in', summarizer: 'openai:stand-in' },
        answer: { topK: 100, topN: 10, passageTokens: 4096, maxSearches: 5, maxTurns: 15, attempts: 3, reranker: 'bm25' },
      }),
      libraries: [{ hash: hash('a'), name: 'refs.bib' }],
      promptSet: '1',
      codeVersion: '0.1.0',
    },
  },
  searched(1, 'S1', 'plants save water'),
  found('S1', 'plants save water', 'shade'),
  ...registered(1, 'D1', 'shade', 'S1'),
  ...passages(1, answerQuestion, 'D1', 'shade'),
  ...turn(1, { query: 'stomata' }),
  searched(2, 'S2', 'stomata'),
  found('S2', 'stomata', 'stomata'),
  ...registered(2, 'D2', 'stomata', 'S2'),
  ...passages(2, 'stomata', 'D2', 'stomata'),
  ...turn(2, { query: 'stomata', refused: 'This was searched for already.' }),
  ...turn(3, { action: 'unusable', reasoning: '', degraded: [{ role: 'agent', reason: 'invalid reply', count: 1 }] }),
  ...turn(4, { action: 'answer' }),
  { type: 'AnswerRequested', data: { workId: 'answer', reason: 'the agent had what it needed', reserve: { tokens: 8000 } } },
  {
    type: 'AnswerWritten',
    data: {
      workId: 'answer',
      contentHash: hash('b'),
      mode: 'model',
      citations: [{ n: 1, documentId: 'D2', url: 'https://doi.org/10.5555/stomata', title: 'Work stomata' }],
      removedMarks: 2,
      characters: 40,
      support: { supported: 1, partial: 0, unsupported: 0, 'cannot-check': 0 },
      attempts: 1,
      writer: 'openai:stand-in',
      degraded: [],
    },
  },
  { type: 'RunCompleted', data: { status: 'completed', stopReason: 'the agent had what it needed', rule: null } },
]
