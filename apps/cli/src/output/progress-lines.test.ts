import { stages } from '@winnow/contracts/entities/stage.ts'
import type { EventData, EventType, NewEvent, TypedEvent } from '@winnow/contracts/registry.ts'
import type { RunState } from '@winnow/domain/state.ts'
import type { WorkState } from '@winnow/domain/work-state.ts'
import { sealForTest } from '@winnow/testkit/history.ts'
import { buildState, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { decisionLine, liveLine, progressLine } from './progress-lines.ts'

const work = (workId: string, pos: number, status: WorkState['status'], parts: Partial<WorkState> = {}): WorkState => ({
  workId,
  service: 'screener',
  stage: 'screening',
  pos,
  entry: 0,
  eventId: 'e',
  requestedAt: '2026-07-01T09:00:00.000Z',
  status,
  parts: null,
  arrived: [],
  fallback: false,
  ...parts,
})
const stateWith = (items: readonly WorkState[], spent: Partial<RunState['spent']> = {}): RunState =>
  buildState({
    work: Object.fromEntries(items.map((item) => [item.workId, item])),
    spent: { searches: 0, reads: 0, tokens: 0, costUsd: 0, unpriced: 0, ...spent },
    step: 'screen-search',
    subquestions: [subquestion('RQ1'), subquestion('RQ2'), subquestion('RQ3', { status: 'closed' })],
  })
const busy = [work('a', 5, 'done'), work('b', 9, 'done'), work('c', 9, 'open'), work('d', 9, 'open'), work('e', 9, 'failed')]

/** An event that need not be complete. */
const told = <T extends EventType>(type: T, data: Partial<EventData<T>>): TypedEvent => ({ type, data, pos: 7 }) as unknown as TypedEvent

describe('a line of JSON', () => {
  const event = sealForTest({ type: 'RunCancelled', data: { commandId: 'c', reason: 'x' } } as NewEvent, 7)
  test('tells where the run is and how much is done', () => {
    expect(progressLine(event, stateWith(busy, { costUsd: 0.5 }))).toEqual({
      runId: 'r-test',
      pos: 7,
      type: 'RunCancelled',
      at: event.at,
      step: 'screen-search',
      iteration: 1,
      workOpen: 2,
      workDone: 3,
      costUsd: 0.5,
    })
  })

  test.each([
    ['nothing was called', {}, 0],
    ['only calls of unknown price', { unpriced: 1 }, null],
    ['some of known price', { unpriced: 1, costUsd: 0.1 }, 0.1],
  ])('cost when %s', (_, spent, costUsd) => {
    expect(progressLine(event, stateWith([], spent)).costUsd).toBe(costUsd)
  })
})

describe('the live line', () => {
  test.each([
    ['nothing is open', stateWith([work('a', 5, 'done')]), 0, '… deciding'],
    ['without a model', stateWith(busy), 0, '… screening batches 2/4'],
    ['with calls', stateWith(busy), 3, '… screening batches 2/4, 3 model calls'],
    ['with calls and cost', stateWith(busy, { costUsd: 0.12345 }), 3, '… screening batches 2/4, 3 model calls, 0.1235 USD'],
    ['two decisions are open: the older', stateWith([...busy, work('f', 12, 'open', { stage: 'reading' })]), 0, '… screening batches 2/4'],
  ])('%s', (_, state, calls, line) => {
    expect(liveLine(state, calls, 80)).toBe(line)
  })

  test('has words for every stage', () => {
    const lines = stages.map((stage) => liveLine(stateWith([work('a', 1, 'open', { stage })]), 0, 80))
    expect(lines).toEqual([
      '… planning 0/1',
      '… searching 0/1',
      '… removing duplicates 0/1',
      '… screening batches 0/1',
      '… reading documents 0/1',
      '… following references 0/1',
      '… synthesising answers 0/1',
      '… criticising 0/1',
      '… writing the report 0/1',
      '… checking citations 0/1',
      '… answering 0/1',
    ])
  })

  test.each([0, 1, 10, 24, 200])('is at most %i columns wide', (width) => {
    const line = liveLine(stateWith(busy), 3, width)
    expect(line.length).toBeLessThanOrEqual(width)
    expect('… screening batches 2/4, 3 model calls'.startsWith(line)).toBe(true)
  })
})

describe('a line a decision', () => {
  const state = stateWith([])
  const entries = (count: number) => Array.from({ length: count }, () => ({})) as never[]
  test.each([
    [told('PlanningRequested', {}), 'Planning'],
    [told('IterationStarted', { iteration: 2, reads: 1 }), 'Iteration 2: 2 subquestions, up to 1 read'],
    [told('QueriesRequested', { items: entries(2) }), 'Writing queries: 2 intents'],
    [told('SearchesRequested', { operations: entries(1) }), 'Searching: 1 operation'],
    [told('DedupRequested', { split: null }), 'Removing duplicates'],
    [told('DedupRequested', { split: { commandId: 'c', documentId: 'D3', records: [] } }), 'Splitting D3'],
    [
      told('ScreeningRequested', { items: [{ documentIds: ['D1', 'D2'] }, { documentIds: ['D2', 'D3'] }] as never }),
      'Screening: 3 documents',
    ],
    [
      told('ScreeningRequested', { pass: 'second', items: [{ documentIds: ['D1'] }] as never }),
      'Screening by the second screener: 1 document',
    ],
    [
      told('ScreeningRequested', { pass: 'adjudication', items: [{ documentIds: ['D1'] }] as never }),
      'Adjudicating where the screeners disagree: 1 document',
    ],
    [
      told('ScreeningRequested', { pass: 'sample', items: [{ documentIds: ['D1', 'D2'] }] as never }),
      'Screening a sample of the exclusions again: 2 documents',
    ],
    [told('ReadingAllocated', { entries: entries(1) }), 'Reading: 1 document'],
    [told('SnowballRequested', { round: 2, operations: entries(4) }), 'Following references, round 2: 4 operations'],
    [told('SynthesisRequested', { items: entries(2) }), 'Synthesising: 2 answers'],
    [told('CritiqueRequested', {}), 'Criticising'],
    [
      told('CritiqueApplied', { sufficient: true, applied: entries(2), rejected: entries(1) }),
      'Critique: sufficient, 2 applied, 1 rejected',
    ],
    [told('CritiqueApplied', { sufficient: false, applied: [], rejected: [] }), 'Critique: not sufficient, 0 applied, 0 rejected'],
    [told('ReportRequested', { stop: { rule: 2, reason: 'the critic has enough' } }), 'Writing the report (the critic has enough)'],
    [told('CitationCheckRequested', {}), 'Checking citations'],
    [
      told('SearchFailed', { source: 'arxiv', outcome: 'skipped', reason: 'offline', intentId: 'RQ1.i1' }),
      'arxiv: search skipped (offline)',
    ],
    [told('SearchFailed', { source: 'arxiv', outcome: 'failed', reason: 'down', intentId: null }), 'arxiv: search failed (down)'],
    [told('SeedsRequested', { operations: entries(1) }), 'Looking up the works you named: 1 operation'],
    [told('FullTextRequested', { items: entries(2) }), 'Looking for full texts: 2 documents'],
    [
      told('LookupRejected', { source: 'openalex', asked: 'doi:10.1/x', foundTitle: 'T', reason: 'another title' }),
      'openalex: doi:10.1/x led to another work, "T" (another title): not used',
    ],
    [told('SearchFailed', { source: 'arxiv', outcome: 'throttled', reason: '429' }), 'arxiv: search throttled (429)'],
    [told('WorkFailed', { service: 'reader', reason: 'no outcome' }), 'reader: no outcome'],
    [told('SearchFailed', { source: 'pubmed', outcome: 'skipped', reason: 'not there', intentId: null }), null],
    [told('LookupRejected', { source: 'openalex', asked: 'title', foundTitle: 'T', reason: 'another title' }), null],
    [told('DocumentScreened', {}), null],
    [told('PassagesRequested', { documentIds: ['D1', 'D2'] }), 'Ranking and summarising: 2 documents'],
    [told('TurnTaken', { turn: 2, action: 'search', query: 'sleep loss', refused: null }), 'Turn 2: search for sleep loss'],
    [told('TurnTaken', { turn: 2, action: 'search', query: 'query', refused: 'A placeholder.' }), 'Turn 2: search refused. A placeholder.'],
    [told('TurnTaken', { turn: 3, action: 'answer', query: null, refused: null }), 'Turn 3: the agent is ready to answer'],
    [told('TurnTaken', { turn: 3, action: 'unusable', query: null, refused: null }), 'Turn 3: no usable reply of the agent'],
    [told('AnswerRequested', { reason: 'the turns are used up' }), 'Writing the answer (the turns are used up)'],
    [told('PassagesSummarised', {}), null],
    [told('RunCompleted', {}), null],
  ])('%# $type', (event, line) => {
    expect(decisionLine(event, state)).toBe(line)
  })

  test('words from outside make no second line and do not steer the terminal', () => {
    const line = decisionLine(told('WorkFailed', { service: 'reader', reason: 'a\r\nb\t\x1b[31mred\x9b2J\u2028c' }), state)
    expect(line).toBe('reader: a b [31mred 2J c')
  })
})
