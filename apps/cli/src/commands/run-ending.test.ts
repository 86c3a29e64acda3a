import type { RunSummary } from '@winnow/report/run-summary.ts'
import { describe, expect, test } from 'vitest'
import { type DriveEnd, detachedEnding, runEnding } from './run-ending.ts'

const counts = { found: 9, screened: 8, read: 7, evidence: 6, cited: 5, unansweredOperations: 0 } as RunSummary['counts']
const cost = { calls: 0, usd: 0 } as RunSummary['cost']
const ended = (status: RunSummary['status'], parts: Partial<DriveEnd['summary']> = {}, change: Partial<DriveEnd> = {}): DriveEnd => ({
  summary: { runId: 'r-1', status, stopReason: 'lunch', report: '/out/report.md', counts, cost, degraded: [], ...parts },
  providerFailure: null,
  interrupted: false,
  out: '/work/winnow-r-1',
  command: './winnow',
  server: null,
  ...change,
})
const goOn = 'What is done is kept. Go on with: ./winnow resume r-1'
const providerFailure = { kind: 'unauthorised', provider: 'openai', message: 'the key is wrong', atFirstCall: true } as const

test.each([
  ['done', ended('completed'), 0, []],
  ['done just when Ctrl-C came', ended('completed', {}, { interrupted: true }), 0, []],
  ['failed', ended('failed', { stopReason: 'no plan' }), 3, ['The run failed: no plan']],
  ['a failing provider', ended('paused', {}, { providerFailure }), 3, ['The run stopped: the key is wrong', goOn]],
  ['paused from elsewhere', ended('paused'), 0, ['The run is paused: lunch.', goOn]],
  [
    'cancelled from elsewhere',
    ended('cancelled', { stopReason: 'cancelled: enough' }),
    0,
    ['The run was cancelled: enough. Files: /work/winnow-r-1'],
  ],
  ['Ctrl-C', ended('running', {}, { interrupted: true }), 130, ['Interrupted.', goOn]],
  ['Ctrl-C before anything', ended('queued', {}, { interrupted: true }), 130, ['Interrupted.', goOn]],
  ['the database went away', ended('running'), 3, ['The run stopped: the connection to its database was lost.', goOn]],
])('%s', (_, end, code, said) => {
  const ending = runEnding(end)
  expect([ending.code, ending.said]).toEqual([code, said])
  expect(ending.closing.length > 0).toBe(end.summary.status === 'completed')
})

test.each([
  ['/work/mine', ' --out /work/mine'],
  ['/work/winnow-r-12', ' --out /work/winnow-r-12'],
  ['/my work/out', ' --out "/my work/out"'],
])('a resume is told the folder %s', (out, option) => {
  expect(runEnding(ended('paused', {}, { out })).said[1]).toBe(`${goOn}${option}`)
})

test('the closing words of a run without a model', () => {
  expect(runEnding(ended('completed')).closing).toEqual([
    'Done: 9 records found, 8 documents screened, 7 read, 6 evidence items, 5 works cited; no model calls.',
    'Report: /out/report.md',
    'Why is it there? ./winnow why r-1 "[1]"',
  ])
})

test.each([
  ['a known cost', { calls: 3, usd: 0.12345 }, '3 model calls, 0.1235 USD.'],
  ['an unknown cost', { calls: 3, usd: null }, '3 model calls, cost unknown.'],
])('%s', (_, own, words) => {
  expect(runEnding(ended('completed', { cost: own as RunSummary['cost'] })).closing[0]).toContain(words)
})

test('degraded steps are counted; without a report the folder is named; without citations nothing is asked', () => {
  const step = (count: number) => ({ stage: 'screening', role: 'screener', reason: 'x', count }) as const
  const parts = { degraded: [step(2), step(3)], report: null, counts: { ...counts, cited: 0 } }
  expect(runEnding(ended('completed', parts)).closing.slice(1)).toEqual([
    "Degraded steps: 5 (see the report's limitations).",
    'Files: /work/winnow-r-1',
  ])
})

test('operations that their source did not answer are counted', () => {
  const few = { ...counts, searches: 4, snowballOperations: 6, lookups: 2, unansweredOperations: 3 }
  expect(runEnding(ended('completed', { counts: few })).closing[1]).toBe(
    "Not answered by their source: 3 of 12 operations (see the report's limitations).",
  )
})

describe('of an answer', () => {
  const figures = { mode: 'model', searches: 2, turns: 3, refusedSearches: 0, removedMarks: 0, support: {} } as const
  const many = { ...counts, documents: 9, cited: 5 }
  const closing = (
    answer: Partial<NonNullable<RunSummary['answer']>> = {},
    parts: Partial<DriveEnd['summary']> = {},
    change: Partial<DriveEnd> = {},
  ) =>
    runEnding(ended('completed', { answer: { ...figures, ...answer }, counts: many, report: null, ...parts }, { out: null, ...change }))
      .closing
  const where = ['Run r-1: ./winnow show r-1, ./winnow export r-1 --format html', 'Why is it there? ./winnow why r-1 "[1]"']

  test('what it took, and where to look', () => {
    expect(closing()).toEqual(['Done: 5 of 9 works found are cited; 2 further searches, 3 turns; no model calls.', ...where])
  })

  test.each<[string, Partial<NonNullable<RunSummary['answer']>>, Partial<DriveEnd['summary']>, readonly string[]]>([
    [
      'one of each',
      { searches: 1, turns: 1 },
      {},
      ['Done: 5 of 9 works found are cited; 1 further search, 1 turn; no model calls.', ...where],
    ],
    [
      'no model',
      { mode: 'extractive' },
      {},
      ['Done, extractive: 5 of 9 works found are cited; 2 further searches, 3 turns; no model calls.', ...where],
    ],
    ['refused searches', { refusedSearches: 2 }, {}, [expect.any(String), 'Searches refused: 2.', ...where]],
    ['removed marks', { removedMarks: 1 }, {}, [expect.any(String), 'Marks that named no work that was shown: 1, removed.', ...where]],
    [
      'sources that did not answer',
      {},
      { counts: { ...many, searches: 4, unansweredOperations: 3 } },
      [expect.any(String), 'Not answered by their source: 3 of 4 operations.', ...where],
    ],
    [
      'degraded steps',
      {},
      {
        degraded: [
          { stage: 'answer', role: 'reranker', reason: 'one', count: 1 },
          { stage: 'answer', role: 'agent', reason: 'two', count: 2 },
          { stage: 'answer', role: 'agent', reason: 'three', count: 3 },
          { stage: 'answer', role: 'reranker', reason: 'rare', count: 1 },
        ],
      },
      [expect.any(String), 'Degraded steps: 7.', '  agent: three (3 times)', '  agent: two (2 times)', '  reranker: one', ...where],
    ],
    ['nothing cited', {}, { counts: { ...many, cited: 0 } }, [expect.any(String), where[0] ?? '']],
  ])('%s', (_, answer, parts, lines) => {
    expect(closing(answer, parts)).toEqual(lines)
  })

  test('its folder is named where it has one; what a server has cannot be asked here', () => {
    expect(closing({}, {}, { out: '/work/mine' }).slice(1)).toEqual(['Files: /work/mine', ...where])
    expect(closing({}, {}, { server: 'https://w.example' }).slice(1)).toEqual(['Run r-1'])
  })

  test('without a folder a resume is told none', () => {
    expect(runEnding(ended('paused', {}, { out: null })).said[1]).toBe(goOn)
    expect(runEnding(ended('cancelled', { stopReason: 'cancelled: enough' }, { out: null })).said).toEqual([
      'The run was cancelled: enough.',
    ])
  })
})

describe('at a server', () => {
  const server = 'https://w.example'

  test('a paused run goes on there', () => {
    expect(runEnding(ended('paused', {}, { server, out: '/work/mine' })).said).toEqual([
      'The run is paused: lunch.',
      'What is done is kept. Go on with: ./winnow resume r-1 --server https://w.example --out /work/mine',
    ])
  })

  test('the log here cannot be asked why', () => {
    const { closing } = runEnding(ended('completed', {}, { server }))
    expect(closing).toEqual([expect.stringMatching(/^Done: /), 'Report: /out/report.md'])
  })

  test('Ctrl-C leaves it alone, and says how to follow and to stop it', () => {
    expect(detachedEnding({ runId: 'r-1', server, command: './winnow', out: '/work/winnow-r-1' })).toEqual({
      code: 130,
      said: [
        'Detached: run r-1 goes on at https://w.example.',
        'Follow it, and get its files: ./winnow resume r-1 --server https://w.example',
        'Stop it: ./winnow pause r-1 --server https://w.example (or cancel, for good)',
      ],
      closing: [],
    })
    expect(detachedEnding({ runId: 'r-1', server, command: './winnow', out: '/x' }).said[1]).toContain(
      ' --server https://w.example --out /x',
    )
  })
})
