import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { EventData } from '@winnow/contracts/registry.ts'
import { buildOptions } from '@winnow/testkit/state-builder.ts'
import { features, hash, parts, records, screened, usage } from './example-parts.ts'
import type { Entry } from './log-of.ts'

const options = buildOptions({
  sources: ['library', 'arxiv'],
  models: {
    ...(Object.fromEntries(modelRoles.map((role) => [role, 'none'])) as EventData<'RunRequested'>['options']['models']),
    screener: 'openai:small',
    reader: 'openai:small',
    critic: 'ollama:big',
  },
  limits: { maxTokens: 9000 },
})

/** From the request to the first screening. */
export const finding: readonly Entry[] = [
  {
    type: 'RunRequested',
    data: {
      question: 'What helps agents remember?',
      asOf: '2026-07-01',
      criteria: null,
      options,
      libraries: [{ hash: hash('a'), name: 'library.jsonl' }],
      promptSet: '1',
      codeVersion: '1',
    },
  },
  {
    type: 'LibraryImported',
    data: { hash: hash('a'), files: [{ file: 'library.jsonl', format: 'json', records: 6 }], records: 6, problems: [], problemCount: 1 },
  },
  { type: 'PlanningRequested', data: { workId: 'plan', maxSubquestions: 5, reserve: {} } },
  {
    type: 'PlanProposed',
    data: {
      workId: 'plan',
      subquestions: [
        { subquestionId: 'RQ1', text: 'Does paging help?', rationale: '', priority: 1 },
        { subquestionId: 'RQ2', text: 'What does it cost?', rationale: '', priority: 2 },
      ],
      degraded: [{ role: 'planner', reason: 'no JSON in the reply', count: 2 }],
    },
    usage: [usage({ callId: 'p', role: 'planner', stage: 'planning', costUsd: null, outcome: 'invalid' })],
  },
  { type: 'IterationStarted', data: { iteration: 1, reads: 10, keptForSnowball: 3, documents: 0, relevantPairs: 0 } },
  {
    type: 'IntentsRequested',
    data: { iteration: 1, items: [{ workId: 'intents:1:RQ1', subquestionId: 'RQ1', firstIntent: 1, planned: [] }], reserve: {} },
  },
  {
    type: 'IntentCreated',
    data: { workId: 'intents:1:RQ1', ...parts, intentId: 'RQ1.i1', subquestionId: 'RQ1', text: 'trials of paging', degraded: [] },
  },
  {
    type: 'QueriesRequested',
    data: {
      iteration: 1,
      items: [{ workId: 'queries:RQ1.i1', intentId: 'RQ1.i1', subquestionId: 'RQ1', sources: ['library', 'arxiv'] }],
      reserve: {},
    },
  },
  {
    type: 'QueriesWritten',
    data: { workId: 'queries:RQ1.i1', intentId: 'RQ1.i1', queries: [{ source: 'library', query: 'paging | memory' }], degraded: [] },
  },
  {
    type: 'SearchesRequested',
    data: {
      iteration: 1,
      operations: [
        {
          workId: 'search:S1',
          operationId: 'S1',
          intentId: 'RQ1.i1',
          source: 'library',
          query: 'paging | memory',
          limit: 200,
          fromYear: null,
          toYear: null,
        },
        {
          workId: 'search:S2',
          operationId: 'S2',
          intentId: 'RQ1.i1',
          source: 'arxiv',
          query: 'all:paging',
          limit: 50,
          fromYear: null,
          toYear: null,
        },
      ],
      unaffordable: 0,
      reserve: {},
    },
  },
  {
    type: 'CandidatesFound',
    data: {
      workId: 'search:S1',
      ...parts,
      operationId: 'S1',
      intentId: 'RQ1.i1',
      source: 'library',
      query: 'paging | memory',
      outcome: 'truncated',
      asked: 200,
      returned: 5,
      total: 7,
      records: [records.recall, records.paging, records.pagingPreprint, records.faked, records.cooking],
    },
  },
  {
    type: 'SearchFailed',
    data: {
      workId: 'search:S2',
      operationId: 'S2',
      intentId: 'RQ1.i1',
      source: 'arxiv',
      query: 'all:paging',
      outcome: 'throttled',
      reason: '429 after 5 tries',
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
      documents: [
        {
          documentId: 'D1',
          isNew: true,
          records: [
            { source: 'library', recordId: 'paging', operationId: 'S1' },
            { source: 'library', recordId: 'paging-v1', operationId: 'S1' },
          ],
          features: features('D1', records.paging),
          decisions: [{ a: 'library:paging', b: 'library:paging-v1', tier: 'doi', signals: ['same DOI'] }],
          linked: [],
        },
        {
          documentId: 'D2',
          isNew: true,
          records: [{ source: 'library', recordId: 'recall', operationId: 'S1' }],
          features: features('D2', records.recall, { editorial: 'concern', grey: true }),
          decisions: [],
          linked: [],
        },
        {
          documentId: 'D3',
          isNew: true,
          records: [{ source: 'library', recordId: 'faked', operationId: 'S1' }],
          features: features('D3', records.faked, { editorial: 'retracted' }),
          decisions: [],
          linked: [{ documentId: 'D4', kind: 'retraction' }],
        },
        {
          documentId: 'D4',
          isNew: true,
          records: [{ source: 'library', recordId: 'cooking', operationId: 'S1' }],
          features: features('D4', records.cooking, { hasAbstract: false }),
          decisions: [],
          linked: [],
        },
      ],
    },
  },
  {
    type: 'ScreeningRequested',
    data: {
      iteration: 1,
      phase: 'search',
      round: 0,
      items: [{ workId: 'screen:1:search:0:1', documentIds: ['D1', 'D2', 'D3', 'D4'], subquestionIds: ['RQ1', 'RQ2'] }],
      reserve: {},
    },
  },
  { type: 'DocumentScreened', data: screened('D1', 1, { RQ1: 0.9, RQ2: 0.6 }), usage: [usage({ callId: 's' })] },
  { type: 'DocumentScreened', data: screened('D2', 2, { RQ1: 0.7, RQ2: 0.1 }, { inputCut: true }) },
  { type: 'DocumentScreened', data: screened('D3', 3, { RQ1: 0.8, RQ2: 0.2 }) },
  { type: 'DocumentScreened', data: screened('D4', 4, { RQ1: 0.1, RQ2: 0 }, { reason: 'off | topic' }) },
]
