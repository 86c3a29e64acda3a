import type { Record } from '@winnow/contracts/entities/record.ts'
import type { EventData, NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import { newCorpus } from '@winnow/domain/corpus.ts'
import type { LoadedRun } from '@winnow/runs/load-run.ts'
import { indexLibrary } from '@winnow/search-gateway/core/library-index.ts'
import { sealForTest } from '@winnow/testkit/history.ts'
import { buildState, document, intent, operation, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { compareSearch } from './compare-search.ts'
import type { GoldLabels } from './gold-labels.ts'
import type { RerunItem } from './rerun-stage.ts'

const record = (recordId: string, title: string, year = 2020): Record => ({
  source: 'library',
  recordId,
  ids: {},
  title,
  authors: [],
  type: 'article',
  year,
})
const library = [
  record('a', 'Paging memory'),
  record('b', 'Paging whales', 1990),
  record('c', 'Recall of agents'),
  record('d', 'Paging ships'),
]
const state = buildState({
  subquestions: [subquestion('RQ1')],
  intents: [intent('RQ1.i1'), intent('RQ1.i2')],
  operations: [
    operation('S1', { keys: ['library:a'] }),
    operation('S2', { source: 'arxiv', keys: ['arxiv:x'] }),
    operation('S3', { intentId: 'RQ1.i2', keys: ['library:c'] }),
  ],
  documents: [
    document('D1', { records: ['library:a'] }),
    document('D2', { records: ['arxiv:x'] }),
    document('D3', { records: ['library:c'] }),
  ],
})
const searches = (limit: number, years: { fromYear?: number; toYear?: number } = {}) => {
  const asked = { workId: 's', source: 'library', query: 'q', fromYear: years.fromYear ?? null, toYear: years.toYear ?? null }
  const operations = [
    { ...asked, source: 'arxiv', operationId: 'S2', intentId: 'RQ1.i1', limit: 1 },
    { ...asked, operationId: 'S3', intentId: 'RQ1.i2', limit: 1 },
    { ...asked, operationId: 'S1', intentId: 'RQ1.i1', limit },
  ]
  return [sealForTest({ type: 'SearchesRequested', data: { iteration: 1, operations, unaffordable: 0, reserve: {} } }, 1)]
}
const run = (events: readonly TypedEvent[] = searches(50)): LoadedRun => ({
  runId: 'r',
  workspaceId: 'w',
  traceId: '',
  state,
  corpus: newCorpus(),
  events,
})

type Queries = EventData<'QueriesWritten'>['queries']
const written = (intentId: string, queries: Queries): NewEvent => ({
  type: 'QueriesWritten',
  data: { workId: intentId, intentId, queries, degraded: [] },
})
const queries = (...texts: readonly string[]): Queries =>
  texts.map((text) => ({ source: text.split(': ')[0] ?? '', query: text.split(': ')[1] ?? '' }))
const again = (intentId: string, before: Queries, after: Queries | null): RerunItem => {
  const decision = sealForTest({ type: 'QueriesRequested', data: { iteration: 1, items: [], reserve: {} } }, 1)
  return {
    workId: 'w',
    decision,
    before: { runId: 'r', workspaceId: 'w', traceId: '', state, corpus: newCorpus(), decision },
    recorded: [sealForTest(written(intentId, before), 2)],
    again: after === null ? [] : [written(intentId, after)],
  }
}
const gold: GoldLabels = {
  path: 'gold.csv',
  labels: [
    { line: 2, records: ['library:a'], documents: ['D1'], label: '1' },
    { line: 3, records: ['library:c'], documents: ['D3'], label: '1' },
  ],
  missing: [{ line: 4, label: '1', id: 'd', doi: '', title: '' }],
}
const index = indexLibrary([library])
const compared = (items: readonly RerunItem[], events: readonly TypedEvent[] = searches(50), labels: GoldLabels | null = gold) => {
  const comparison = compareSearch(run(events), { index })
  for (const item of items) comparison.take(item)
  const { measured, ...rest } = comparison.result(labels)
  if (measured?.stage !== 'search') throw new Error('no search')
  return { ...rest, measured }
}

describe('queries that are written again', () => {
  test('which are the same whatever their order of words, and which differ, by source', () => {
    const { agreement, changed } = compared([
      again('RQ1.i1', queries('library: paging memory', 'arxiv: paging'), queries('library: Memory paging', 'arxiv: recall')),
      again('RQ1.i2', queries('library: recall'), queries('library: recall')),
    ])
    expect(agreement).toEqual({ intents: 2, queriesRecorded: 3, queriesRerun: 3, sameQueries: 2, queryOverlap: 2 / 3 })
    expect(changed.map(({ words }) => words)).toEqual(['RQ1.i1\n    - arxiv: paging\n    + arxiv: recall'])
  })
  test('a query said twice counts once; one that is left out is a difference', () => {
    const twice = compared([again('RQ1.i1', queries('library: a b', 'library: b a'), queries('library: a b'))])
    expect(twice.agreement).toMatchObject({ queriesRecorded: 1, queriesRerun: 1, queryOverlap: 1 })
    expect(twice.changed).toEqual([])
    expect(compared([again('RQ1.i1', queries('library: a', 'arxiv: a'), queries('library: a'))]).changed).toHaveLength(1)
    expect(compared([again('RQ1.i1', queries('library: a'), queries('library: a', 'arxiv: a'))]).changed).toHaveLength(1)
  })
  test('an item without new queries is none', () => {
    expect(compared([again('RQ1.i1', queries('library: a'), null)]).agreement).toEqual({})
  })
})

describe('searched for in the library', () => {
  test('what each intent finds, with works that the run never found', () => {
    const { gold: figures, measured } = compared([
      again('RQ1.i1', queries('library: x'), queries('library: paging', 'arxiv: recall')),
      again('RQ1.i2', queries('library: x'), queries('library: whales')),
    ])
    expect(measured.searchedAgain).toMatchObject([
      { intentId: 'RQ1.i1', recorded: { records: 1, gold: { found: 1 } }, rerun: { records: 3, gold: { found: 2, recall: 2 / 3 } } },
      { intentId: 'RQ1.i2', recorded: { records: 1, gold: { found: 1 } }, rerun: { records: 1, gold: { found: 0 } } },
    ])
    expect(figures).toEqual({ recorded: { works: 3, found: 2, recall: 2 / 3 }, rerun: { works: 3, found: 2, recall: 2 / 3 } })
    expect(measured.notSearchedAgain).toBeNull()
  })
  test.each<[string, readonly TypedEvent[], number]>([
    ['as many as the intent’s search of the library asked for', searches(2), 2],
    ['from its first year on', searches(50, { fromYear: 1991 }), 2],
    ['up to its last', searches(50, { toYear: 1990 }), 1],
    ['as the library gives, where the log has no search', [], 3],
  ])('%s', (_, events, expected) => {
    const { measured } = compared([again('RQ1.i1', queries('library: x'), queries('library: paging'))], events)
    expect(measured.searchedAgain?.[0]?.rerun.records).toBe(expected)
  })
  test('an intent that was never searched takes the bounds of another', () => {
    const { measured } = compared([again('RQ1.i9', queries('library: x'), queries('library: paging'))], searches(2))
    expect(measured.searchedAgain?.[0]?.rerun.records).toBe(1)
  })
  test('without labels only records are counted', () => {
    const { measured, gold: figures } = compared([again('RQ1.i1', queries('library: x'), queries('library: paging'))], searches(50), null)
    expect([figures, measured.searchedAgain?.[0]?.rerun]).toEqual([null, { records: 3, gold: null }])
  })
  test.each([
    ['nothing run again', null, 'no query was written again'],
    ['no library', { index: null, reason: 'the run searched no library' } as const, 'the run searched no library'],
  ])('%s: the recorded searches are what there is', (_, given, reason) => {
    const comparison = compareSearch(run(), given)
    if (given !== null) comparison.take(again('RQ1.i1', queries('library: x'), queries('library: paging')))
    expect(comparison.result(gold)).toMatchObject({
      gold: { recorded: { works: 3, found: 2, recall: 2 / 3 }, rerun: null },
      measured: { searchedAgain: null, notSearchedAgain: reason },
    })
  })
  test('no work that is labelled relevant: no recall', () => {
    const none = { ...gold, labels: gold.labels.map((label) => ({ ...label, label: '0' })), missing: [] }
    expect(compared([], searches(50), none).gold).toEqual({ recorded: { works: 0, found: 0, recall: null }, rerun: null })
  })
})
