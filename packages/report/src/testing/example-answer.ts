import type { AnswerContent } from '@winnow/contracts/entities/answer.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { buildOptions } from '@winnow/testkit/state-builder.ts'
import { features, hash, parts, records, usage } from './example-parts.ts'
import { type Entry, logOf, materialOf } from './log-of.ts'

/**
 * A small run of kind `answer`: a search that another source did not answer, a summary, a refused search, a second search that
 * shows a work again, an answer of two paragraphs with a removed mark, and a degraded step.
 */

const models = { ...buildOptions().models, agent: 'openai:big', summarizer: 'openai:small' }
const answer = { topK: 100, topN: 10, passageTokens: 4096, maxSearches: 5, maxTurns: 15, attempts: 3, reranker: 'bm25' }

const searching = (iteration: number, operations: readonly (readonly [string, string, string])[]): Entry => ({
  type: 'SearchesRequested',
  data: {
    iteration,
    operations: operations.map(([operationId, source, query]) => ({
      workId: `search:${operationId}`,
      operationId,
      intentId: null,
      source,
      query,
      limit: 100,
      fromYear: null,
      toYear: null,
    })),
    unaffordable: 0,
    reserve: {},
  },
})

const found = (operationId: string, query: string, of: EventData<'CandidatesFound'>['records']): Entry => ({
  type: 'CandidatesFound',
  data: {
    workId: `search:${operationId}`,
    ...parts,
    operationId,
    intentId: null,
    source: 'library',
    query,
    outcome: 'hits',
    asked: 100,
    returned: of.length,
    total: of.length,
    records: of,
  },
})

type Registered = EventData<'DocumentsRegistered'>['documents'][number]
const registered = (documentId: string, record: keyof typeof records, operationId: string, isNew = true): Registered => ({
  documentId,
  isNew,
  records: [{ source: 'library', recordId: records[record].recordId, operationId }],
  features: features(documentId, records[record]),
  decisions: [],
  linked: [],
})

const passage = (documentId: string, recordId: string, score: number | null, text: string) => ({
  documentId,
  recordId,
  score,
  textHash: hash(text),
  characters: 1200,
  cut: score === null,
})

const turn = (data: Partial<EventData<'TurnTaken'>> & { readonly turn: number }): Entry => ({
  type: 'TurnTaken',
  data: {
    workId: `turn:${data.turn}`,
    action: 'search',
    reasoning: '',
    query: null,
    refused: null,
    agent: 'openai:big',
    degraded: [],
    ...data,
  },
  usage: [usage({ callId: `turn ${data.turn}`, role: 'agent', stage: 'answer', model: 'big', costUsd: 0.01 })],
})

export const answerContent: AnswerContent = {
  question: 'What helps agents remember?',
  mode: 'model',
  paragraphs: [
    [
      { text: 'Summaries lose details.', documentIds: ['D2'], support: 'supported' },
      { text: 'Paging helps <b>recall</b> [9].', documentIds: ['D2', 'D1'], support: 'unsupported' },
    ],
    [{ text: 'Little is known of years', documentIds: [], support: 'cannot-check' }],
  ],
  citations: [
    { n: 1, documentId: 'D2', url: null, title: 'Recall [3] and p < 0.05 in *agents*' },
    { n: 2, documentId: 'D1', url: 'https://doi.org/10.5555/paging', title: 'Paging memory for agents' },
  ],
}

export const answerEntries: readonly Entry[] = [
  {
    type: 'RunRequested',
    data: {
      question: 'What helps agents remember?',
      asOf: '2026-07-01',
      criteria: null,
      options: buildOptions({
        sources: ['library', 'arxiv'],
        models,
        answer,
        unusableSources: [{ source: 'web', reason: 'no key' }],
      }),
      libraries: [{ hash: hash('a'), name: 'library.jsonl' }],
      promptSet: '1',
      codeVersion: '1',
    },
  },
  searching(1, [
    ['S1', 'library', 'agents remember'],
    ['S2', 'arxiv', 'all:agents'],
  ]),
  found('S1', 'agents remember', [records.recall, records.paging, records.cooking]),
  {
    type: 'SearchFailed',
    data: {
      workId: 'search:S2',
      operationId: 'S2',
      intentId: null,
      source: 'arxiv',
      query: 'all:agents',
      outcome: 'throttled',
      reason: '429',
    },
  },
  {
    type: 'DedupRequested',
    data: { workId: 'dedup:search:1', phase: 'search', iteration: 1, operations: [{ operationId: 'S1' }], firstDocument: 1, split: null },
  },
  {
    type: 'DocumentsRegistered',
    data: {
      workId: 'dedup:search:1',
      ...parts,
      documents: [registered('D1', 'paging', 'S1'), registered('D2', 'recall', 'S1'), registered('D3', 'cooking', 'S1')],
    },
  },
  {
    type: 'PassagesRequested',
    data: { workId: 'passages:1', search: 1, query: 'What helps agents remember?', documentIds: ['D2', 'D1', 'D3'], reserve: {} },
  },
  {
    type: 'PassagesSummarised',
    data: {
      workId: 'passages:1',
      search: 1,
      passages: [passage('D2', 'library:recall', 3.25, '1'), passage('D1', 'library:paging', null, '2')],
      reranker: 'bm25',
      summary: [
        { text: 'Summaries lose details.', documentIds: ['D2'] },
        { text: 'Paging costs calls.', documentIds: ['D1'] },
      ],
      unknownMarks: 1,
      attempts: 2,
      summarizer: 'openai:small',
      degraded: [{ role: 'summarizer', reason: 'no JSON in the reply', count: 1 }],
    },
    usage: [usage({ callId: 'sum 1', role: 'summarizer', stage: 'answer', costUsd: 0.001 })],
  },
  { type: 'TurnRequested', data: { workId: 'turn:1', turn: 1, searchesLeft: 5, reserve: {} } },
  turn({ turn: 1, reasoning: 'The same again.', query: 'remember agents', refused: '“remember agents” was searched before.' }),
  { type: 'TurnRequested', data: { workId: 'turn:2', turn: 2, searchesLeft: 5, reserve: {} } },
  turn({ turn: 2, reasoning: 'Paging is not explained.', query: 'paging' }),
  searching(2, [['S3', 'library', 'paging']]),
  found('S3', 'paging', [records.paging, records.graph]),
  {
    type: 'DedupRequested',
    data: { workId: 'dedup:search:2', phase: 'search', iteration: 2, operations: [{ operationId: 'S3' }], firstDocument: 4, split: null },
  },
  {
    type: 'DocumentsRegistered',
    data: { workId: 'dedup:search:2', ...parts, documents: [registered('D1', 'paging', 'S3', false), registered('D4', 'graph', 'S3')] },
  },
  { type: 'PassagesRequested', data: { workId: 'passages:2', search: 2, query: 'paging', documentIds: ['D1', 'D4'], reserve: {} } },
  {
    type: 'PassagesSummarised',
    data: {
      workId: 'passages:2',
      search: 2,
      passages: [passage('D4', 'library:graph', 2, '3'), passage('D1', 'library:paging', 1.5, '4')],
      reranker: 'bm25',
      summary: [{ text: 'Paging and graphs help.', documentIds: ['D1', 'D4'] }],
      unknownMarks: 0,
      attempts: 1,
      summarizer: 'openai:small',
      degraded: [],
    },
    usage: [usage({ callId: 'sum 2', role: 'summarizer', stage: 'answer', costUsd: 0.002 })],
  },
  { type: 'TurnRequested', data: { workId: 'turn:3', turn: 3, searchesLeft: 4, reserve: {} } },
  turn({ turn: 3, action: 'answer', reasoning: 'Enough.' }),
  { type: 'AnswerRequested', data: { workId: 'answer', reason: 'the agent had what it needed', reserve: {} } },
  {
    type: 'AnswerWritten',
    data: {
      workId: 'answer',
      contentHash: hash('c'),
      mode: 'model',
      citations: answerContent.citations.map((citation) => ({ ...citation })),
      removedMarks: 1,
      characters: 80,
      support: { supported: 1, partial: 0, unsupported: 1, 'cannot-check': 0 },
      attempts: 1,
      writer: 'openai:big',
      degraded: [],
    },
    usage: [usage({ callId: 'write', role: 'agent', stage: 'answer', model: 'big', costUsd: 0.04 })],
  },
  { type: 'RunCompleted', data: { status: 'completed', stopReason: 'the agent had what it needed', rule: null } },
]

export const answerEvents = logOf(answerEntries)
export const answerMaterial = { ...materialOf(answerEvents), answer: answerContent }
/** The same run before its answer. */
export const unanswered = materialOf(answerEvents.filter(({ type }) => type !== 'AnswerWritten' && type !== 'RunCompleted'))
/** The texts of its passages, but one. */
export const passages = new Map([
  [hash('1'), 'Recall. Summaries lose details after ten sessions.'],
  [hash('2'), 'Paging. Paging helps agents recall.'],
  [hash('4'), 'Paging. It costs more calls.'],
])
