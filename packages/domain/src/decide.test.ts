import { modelRoles } from '@winnow/contracts/entities/model-role.ts'
import type { RunOptions } from '@winnow/contracts/entities/run-options.ts'
import { buildState, document, evidence, intent, operation, type StateParts, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'
import { initialState, type RunState } from './state.ts'
import type { WorkState } from './work-state.ts'

const now = Date.parse('2026-07-01T10:00:00.000Z')
const assessment = {
  coverage: '',
  evidenceQuality: '',
  citationCoverage: '',
  sourceDiversity: '',
  contradictions: '',
  recency: '',
  knowledgeGaps: '',
  saturation: '',
}
const everyRole = (spec: string) => Object.fromEntries(modelRoles.map((role) => [role, spec])) as RunOptions['models']

/** A run that has a subquestion, an open queried intent and no work outstanding. */
const resting = (parts: StateParts = {}): RunState =>
  buildState({ subquestions: [subquestion('RQ1')], intents: [intent('RQ1.i1')], ...parts })

const open = (workId: string, parts: Partial<WorkState> = {}): { readonly [id: string]: WorkState } => ({
  [workId]: {
    workId,
    service: 'screener',
    stage: 'screening',
    pos: 5,
    entry: 0,
    eventId: 'e',
    requestedAt: '2026-07-01T09:59:00.000Z',
    status: 'open',
    parts: null,
    arrived: [],
    fallback: false,
    ...parts,
  },
})

describe('when nothing is decided', () => {
  test.each([
    ['no run was requested', initialState],
    ['the run has ended', resting({ step: 'planning', completed: { status: 'completed', stopReason: '', rule: 2 } })],
    ['it is paused', resting({ step: 'planning', status: 'paused' })],
    ['work is outstanding', resting({ step: 'screen-search', work: open('screen:1') })],
    [
      'an edit waits for the end of the stage',
      resting({ step: 'screen-search', work: open('screen:1'), pendingEdits: [{ commandId: 'c', edits: [] }] }),
    ],
  ])('%s', (_, state) => {
    expect(decide(state, now)).toBeNull()
  })
})

describe('what comes before the step that is due', () => {
  test('a cancelled run ends, even when it is paused and work is outstanding', () => {
    const state = resting({ step: 'screen-search', status: 'paused', cancelRequested: 'enough', work: open('screen:1') })
    expect(decide(state, now)).toEqual({ type: 'RunCompleted', data: { status: 'cancelled', stopReason: 'cancelled: enough', rule: null } })
  })

  test('overdue work is ended before anything else is looked at', () => {
    const state = resting({
      step: 'searches',
      work: open('search:S1', { stage: 'search', service: 'search-gateway', requestedAt: '2026-07-01T09:00:00.000Z' }),
    })
    expect(decide(state, now)).toMatchObject({
      type: 'WorkFailed',
      data: { workId: 'search:S1', service: 'search-gateway', stage: 'search' },
    })
  })

  test('work that has ended holds nothing up', () => {
    const state = resting({ step: 'start', work: { ...open('a', { status: 'done' }), ...open('b', { status: 'failed' }) } })
    expect(decide(state, now)?.type).toBe('IterationStarted')
  })

  test('edits of a user come first, one command at a time', () => {
    const edit = { kind: 'add' as const, text: 'What does it cost?', rationale: '', priority: 2 }
    const state = resting({
      step: 'planning',
      pendingEdits: [
        { commandId: 'c1', edits: [edit] },
        { commandId: 'c2', edits: [edit] },
      ],
    })
    expect(decide(state, now)).toMatchObject({
      type: 'PlanEditsApplied',
      data: {
        commandId: 'c1',
        applied: [{ kind: 'subquestion-added', subquestion: { subquestionId: 'RQ2', text: 'What does it cost?' } }],
        rejected: [],
      },
    })
  })

  test('a user may close even the last subquestion, which a critic may not', () => {
    const state = resting({ step: 'planning', pendingEdits: [{ commandId: 'c1', edits: [{ kind: 'close', subquestionId: 'RQ1' }] }] })
    expect(decide(state, now)).toMatchObject({ data: { applied: [{ kind: 'subquestion-closed', subquestionId: 'RQ1' }], rejected: [] } })
  })

  test('edits wait for a plan', () => {
    const state = buildState({ step: 'start', pendingEdits: [{ commandId: 'c1', edits: [] }] })
    expect(decide(state, now)?.type).toBe('PlanningRequested')
  })

  test('a split is asked of record linkage, with the next document number', () => {
    const state = resting({
      step: 'dedup-search',
      documents: [document('D4')],
      aliases: { D9: 'D4' },
      pendingSplits: [{ commandId: 'c', documentId: 'D4', records: ['library:r9'] }],
    })
    expect(decide(state, now)).toEqual({
      type: 'DedupRequested',
      data: {
        workId: 'dedup:split:c',
        phase: 'search',
        iteration: 1,
        operations: [],
        firstDocument: 10,
        split: { commandId: 'c', documentId: 'D4', records: ['library:r9'] },
      },
    })
  })
})

describe('the order of an iteration (spec §0)', () => {
  const relevant = document('D1', { scores: { RQ1: 0.9 } })
  const disputed = { ...relevant, scores: { RQ1: { score: 0.9, by: { lexical: 0.9 }, second: { score: 0.1, by: 'ranking' } } } }
  const read = document('D1', { scores: { RQ1: 0.9 }, readFor: { RQ1: 'read' }, features: { titleTokens: ['a'] } })
  const found = operation('S1', { keys: ['library:r1'], deduped: false })
  const cited = operation('S2', { keys: ['library:r2'], deduped: false, seed: 'D1' })
  const reads = { total: 9, keptForSnowball: 3, allocated: 0 }
  test.each<[string, StateParts, string, object]>([
    ['nothing yet → planning', { step: 'start', subquestions: [], intents: [] }, 'PlanningRequested', {}],
    ['planned → iteration 1', { step: 'planning', iteration: 0, intents: [] }, 'IterationStarted', { iteration: 1 }],
    ['started → intents', { step: 'iteration', intents: [] }, 'IntentsRequested', { iteration: 1 }],
    ['intents → queries', { step: 'intents', intents: [intent('RQ1.i1', { queried: false })] }, 'QueriesRequested', {}],
    [
      'queries → searches',
      { step: 'queries', pendingQueries: { 'RQ1.i1': [{ source: 'library', query: 'memory agents' }] } },
      'SearchesRequested',
      {},
    ],
    [
      'queries → searches, also when the search budget left an intent without queries',
      {
        step: 'queries',
        intents: [intent('RQ1.i1'), intent('RQ1.i2', { queried: false })],
        pendingQueries: { 'RQ1.i1': [{ source: 'library', query: 'memory agents' }] },
        options: { limits: { maxSearches: 1 } },
      },
      'SearchesRequested',
      { operations: [{ intentId: 'RQ1.i1' }] },
    ],
    [
      'an intent is without queries and no search is left → on to the linkage of what was found',
      {
        step: 'intents',
        intents: [intent('RQ1.i1', { queried: false })],
        operations: [found],
        spent: { searches: 40, reads: 0, tokens: 0, costUsd: 0, unpriced: 0 },
      },
      'DedupRequested',
      { phase: 'search' },
    ],
    [
      'searches → named works',
      { step: 'searches', options: { sources: ['openalex'], seeds: ['doi:10.5555/x'] } },
      'SeedsRequested',
      { operations: [{ identifier: 'doi:10.5555/x' }] },
    ],
    ['named works → dedup', { step: 'seeds', operations: [found] }, 'DedupRequested', { phase: 'search' }],
    [
      'screening → full texts',
      { step: 'screen-search', documents: [relevant], iterationReads: reads, options: { fullText: true } },
      'FullTextRequested',
      { phase: 'queue' },
    ],
    [
      'full texts → reading',
      { step: 'full-text-queue', documents: [relevant], iterationReads: reads },
      'ReadingAllocated',
      { phase: 'queue' },
    ],
    [
      'snowballing → full texts',
      {
        step: 'screen-snowball',
        documents: [relevant],
        options: { fullText: true, limits: { maxSnowballRounds: 0 } },
        iterationReads: reads,
      },
      'FullTextRequested',
      { phase: 'snowball' },
    ],
    [
      'full texts → reading with what is left',
      { step: 'full-text-snowball', documents: [relevant], options: { limits: { maxSnowballRounds: 0 } }, iterationReads: reads },
      'ReadingAllocated',
      { phase: 'snowball' },
    ],
    ['searches → dedup', { step: 'searches', operations: [found] }, 'DedupRequested', { phase: 'search' }],
    ['dedup → screening', { step: 'dedup-search', documents: [document('D1')] }, 'ScreeningRequested', { phase: 'search', round: 0 }],
    [
      'screening → reading',
      { step: 'screen-search', documents: [relevant], iterationReads: reads },
      'ReadingAllocated',
      { phase: 'queue' },
    ],
    [
      'screening → the second screener',
      { step: 'screen-search', documents: [relevant], iterationReads: reads, options: { screeners: 2 } },
      'ScreeningRequested',
      { phase: 'search', pass: 'second' },
    ],
    [
      'the second screener → adjudication',
      { step: 'second-screen-search', documents: [disputed], iterationReads: reads, options: { screeners: 2 } },
      'ScreeningRequested',
      { phase: 'search', pass: 'adjudication' },
    ],
    [
      'adjudication → reading, whatever is still disputed',
      { step: 'adjudicate-search', documents: [disputed], iterationReads: reads, options: { screeners: 2 } },
      'ReadingAllocated',
      { phase: 'queue' },
    ],
    [
      'screening of the round → the second screener',
      { step: 'screen-snowball', documents: [relevant], iterationReads: reads, options: { screeners: 2 } },
      'ScreeningRequested',
      { phase: 'snowball', pass: 'second' },
    ],
    [
      'the second screener of the round → adjudication',
      { step: 'second-screen-snowball', documents: [disputed], iterationReads: reads, options: { screeners: 2 } },
      'ScreeningRequested',
      { phase: 'snowball', pass: 'adjudication' },
    ],
    [
      'adjudication of the round → another round',
      {
        step: 'adjudicate-snowball',
        documents: [read],
        iterationReads: reads,
        options: { screeners: 2 },
        snowballRounds: [{ iteration: 1, round: 1, seeds: ['D7'], returned: 10, newDocuments: 5 }],
      },
      'SnowballRequested',
      { round: 2 },
    ],
    [
      'no further round → a sample of the exclusions',
      {
        step: 'adjudicate-snowball',
        documents: [relevant, document('D2', { scores: { RQ1: 0.1 } })],
        iterationReads: reads,
        options: { rescreen: 5, limits: { maxSnowballRounds: 0 } },
      },
      'ScreeningRequested',
      { phase: 'snowball', pass: 'sample', items: [{ documentIds: ['D2'] }] },
    ],
    [
      'the sample → reading, whatever of it is still open',
      {
        step: 'rescreen',
        documents: [relevant, document('D2', { scores: { RQ1: 0.1 } })],
        iterationReads: reads,
        options: { rescreen: 5, limits: { maxSnowballRounds: 0 } },
      },
      'ReadingAllocated',
      { phase: 'snowball' },
    ],
    ['reading → snowballing', { step: 'read-queue', documents: [read], iterationReads: reads }, 'SnowballRequested', { round: 1 }],
    [
      'reading → reading, of what one decision had no room for',
      { step: 'read-queue', documents: [relevant], iterationReads: reads },
      'ReadingAllocated',
      { phase: 'queue' },
    ],
    [
      'reading after snowballing → more of it',
      { step: 'read-snowball', documents: [relevant], iterationReads: reads },
      'ReadingAllocated',
      { phase: 'snowball' },
    ],
    ['snowballing → dedup', { step: 'snowball', documents: [read], operations: [cited] }, 'DedupRequested', { phase: 'snowball' }],
    [
      'dedup → screening of the round',
      { step: 'dedup-snowball', documents: [read, document('D2')] },
      'ScreeningRequested',
      { phase: 'snowball' },
    ],
    [
      'screening of the round → another round',
      {
        step: 'screen-snowball',
        documents: [read],
        iterationReads: reads,
        snowballRounds: [{ iteration: 1, round: 1, seeds: ['D7'], returned: 10, newDocuments: 5 }],
      },
      'SnowballRequested',
      { round: 2 },
    ],
    [
      'no further round → reading with what is left',
      { step: 'screen-snowball', documents: [relevant], options: { limits: { maxSnowballRounds: 0 } }, iterationReads: reads },
      'ReadingAllocated',
      { phase: 'snowball' },
    ],
  ])('%s', (_, parts, type, data) => {
    expect(decide(resting(parts), now)).toMatchObject({ type, data })
  })

  const evidenced: StateParts = { documents: [read], evidence: [evidence('D1.e1')] }
  test.each<[string, StateParts, string, object]>([
    ['reading → synthesis', { step: 'read-snowball', ...evidenced }, 'SynthesisRequested', { items: [{ subquestionId: 'RQ1' }] }],
    [
      'synthesis → critique',
      { step: 'synthesis', options: { models: everyRole('openai:test') }, ...evidenced },
      'CritiqueRequested',
      { workId: 'critique:1' },
    ],
    [
      'critique → its application',
      {
        step: 'critique',
        options: { models: everyRole('openai:test') },
        critique: { iteration: 1, proposal: { sufficient: true, assessment, actions: [] } },
      },
      'CritiqueApplied',
      { sufficient: true, stop: { rule: 2 } },
    ],
  ])('%s', (_, parts, type, data) => {
    expect(decide(resting(parts), now)).toMatchObject({ type, data })
  })

  test('steps with nothing to do are passed over, down to the report', () => {
    expect(decide(resting({ step: 'iteration' }), now)).toMatchObject({ type: 'ReportRequested', data: { stop: { rule: 1 } } })
  })

  test('with a critic, the same run is criticised first', () => {
    const state = resting({ step: 'iteration', options: { models: everyRole('openai:test') } })
    expect(decide(state, now)).toMatchObject({ type: 'CritiqueRequested', data: { iteration: 1 } })
  })

  test.each<[string, StateParts, object]>([
    [
      'after a critique that stops: the report',
      { step: 'critique-applied', stop: { rule: 2, reason: 'enough' } },
      { type: 'ReportRequested', data: { stop: { rule: 2, reason: 'enough' } } },
    ],
    [
      'after a critique that goes on: the next iteration',
      { step: 'critique-applied' },
      { type: 'IterationStarted', data: { iteration: 2 } },
    ],
    [
      'after the report: the check',
      { step: 'report', report: { contentHash: 'h', checked: false, citations: [] } },
      { type: 'CitationCheckRequested', data: { workId: 'check' } },
    ],
    ['a report that could not be written fails the run', { step: 'report' }, { type: 'RunCompleted', data: { status: 'failed' } }],
    [
      'after the check: the end',
      { step: 'check', stop: { rule: 3, reason: 'no reads left' } },
      { type: 'RunCompleted', data: { status: 'completed', stopReason: 'no reads left', rule: 3 } },
    ],
  ])('%s', (_, parts, expected) => {
    expect(decide(resting(parts), now)).toMatchObject(expected)
  })
})
