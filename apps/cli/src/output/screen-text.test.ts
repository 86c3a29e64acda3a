import { describe, expect, it } from 'vitest'
import type { ScreeningOutcome } from '../screening/outcome.ts'
import { screenCsv, screenJson } from './screen-reply.ts'
import { screenText } from './screen-text.ts'

const record = (id: string, title: string, year: number | null) => ({ id, title, abstract: '', keywords: [], type: '', year })
const source = (id: string, doi?: string) => ({
  recordId: id,
  source: 'library',
  ids: doi === undefined ? {} : { doi },
  title: id,
  authors: [],
  type: 'article' as const,
})
const input = {
  records: [record('a', 'First', 2001), record('b', 'Second', null), record('c', 'Third', 1999)],
  sources: [source('a'), source('b', '10.1/b'), source('c')],
  labels: null,
  notes: [],
  problems: [],
  files: [],
}
const ranked: ScreeningOutcome = {
  kind: 'rank',
  order: [1, 0, 2],
  scores: [0.5, 0.98765432, 0],
  reasonsOf: (position) => (position === 0 ? ['one word', 'two words'] : []),
  decisions: new Map(),
  metrics: null,
  stopping: null,
  judged: null,
  notes: [],
}
const text = (outcome: Partial<ScreeningOutcome>) => screenText({ input, outcome: { ...ranked, ...outcome } })

describe('for a person', () => {
  it('lists the records with score, year, id and reasons', () => {
    expect(text({}).split('\n')).toEqual([
      '3 records, ranked by the question:',
      '',
      '   1  0.99  Second  [b]',
      '   2  0.50  First (2001)  [a]',
      '            one word; two words',
      '   3  0.00  Third (1999)  [c]',
    ])
  })
  it.each([
    { kind: 'learn', says: '3 records, 2 of them labelled; the others, ranked by what the labels teach:' },
    { kind: 'simulate', says: '3 records; screening is simulated with their labels. As the question alone ranks them:' },
    { kind: 'judge', says: '3 records, in the order in which they were screened:' },
  ] as const)('says what was done: $kind', ({ kind, says }) => {
    const decisions = new Map([
      [0, true],
      [1, false],
    ])
    const lines = text({ kind, decisions }).split('\n')
    expect(lines.slice(0, 4)).toEqual([says, '', '   1  0.99 excluded  Second  [b]', '   2  0.50 included  First (2001)  [a]'])
  })
  it('shows twenty, and says how many more there are', () => {
    const many = Array.from({ length: 21 }, (_, index) => index)
    const of = (count: number) => {
      const records = many.slice(0, count).map((index) => record(`r${index}`, `T${index}`, null))
      return screenText({ input: { ...input, records }, outcome: { ...ranked, order: many.slice(0, count), reasonsOf: () => [] } }).split(
        '\n',
      )
    }
    expect(of(20)).toHaveLength(22)
    expect(of(21).at(-1)).toBe('… and 1 more: --format csv --out FILE or --json has all')
  })
  it('tells metrics, also those of a simulation', () => {
    const metrics = { wss95: 0.4125, ap: 0.2, recallAt: { '0.05': 0.1, '0.5': 1 } }
    expect(text({ metrics })).toContain(
      '\n\nAgainst the labels: WSS@95 0.412, average precision 0.200\nRecall 0.10 after 5 %, 1.00 after 50 %',
    )
    const simulated = text({ metrics: { ...metrics, seeds: [], stopping: { recall: 0.98, saved: 0.31, method: 'm' } } })
    expect(simulated).toContain('Against the labels, means of 0 simulations: ')
    expect(simulated).toContain('\nStopping rule: recall 0.980 with 31 % of the records unscreened')
  })
  it('tells what the rule says', () => {
    const judgement = { stop: true, method: 'm', screened: 2, found: 1, missedAtMost: 0, why: 'enough is found' }
    expect(text({ stopping: { ...judgement, recall: { estimate: 0.99, low: 0.951, high: 1 } } })).toContain(
      '\n\nScreening may stop: enough is found. Recall about 0.990, at least 0.951 (m).',
    )
    expect(text({ stopping: { ...judgement, stop: false, recall: null } })).toMatch(/\n\nScreening should go on: enough is found\.$/)
  })
  it('tells what the model did, and what for', () => {
    const cost = { calls: 2, failedCalls: 0, inputTokens: 30, outputTokens: 4, usd: 0.5, meanMs: 1 }
    const judged = {
      model: 'openai:m',
      end: 'limit' as const,
      failure: null,
      screened: 3,
      included: 1,
      lexical: 0,
      cost,
      degraded: [],
      against: null,
    }
    expect(text({ judged })).toMatch(/\n\nopenai:m screened 3 and included 1; ended: limit\n2 calls, 30 tokens in, 4 out, 0\.5000 USD$/)
    const troubled = text({
      judged: {
        ...judged,
        end: 'provider failed',
        failure: 'nobody is there',
        lexical: 2,
        cost: { ...cost, usd: null },
        degraded: [{ role: 'screener', reason: 'no JSON', count: 3 }],
        against: { TP: 1, FP: 2, FN: 3, TN: 4 },
      },
    })
    expect(troubled.split('\n').slice(-5)).toEqual([
      'openai:m screened 3 and included 1; ended: provider failed (nobody is there)',
      '2 calls, 30 tokens in, 4 out, of unknown cost',
      '2 of them were decided by shared words, as the model did not',
      'degraded 3×: no JSON',
      'Against the labels: TP 1, FP 2, FN 3, TN 4',
    ])
  })
  it('tells what there is to know', () => {
    expect(text({ notes: ['one thing', 'another'] })).toMatch(/\n\none thing\nanother$/)
  })
})

describe('as JSON', () => {
  it('goes by ids, with six digits', () => {
    expect(screenJson({ input, outcome: ranked })).toEqual({
      kind: 'rank',
      records: 3,
      order: ['b', 'a', 'c'],
      scores: { a: 0.5, b: 0.987654, c: 0 },
      reasons: { a: ['one word', 'two words'] },
      metrics: null,
      notes: [],
    })
  })
  it('has what there is besides', () => {
    const stopping = { stop: true, recall: null, method: 'm', screened: 2, found: 0, missedAtMost: 0, why: 'w' }
    const metrics = { wss95: 1 / 3, ap: 1, recallAt: { '0.1': 2 / 3 } }
    const outcome = {
      ...ranked,
      decisions: new Map([
        [2, true],
        [0, false],
      ]),
      stopping,
      metrics,
    }
    expect(screenJson({ input, outcome })).toMatchObject({
      decisions: { c: 'included', a: 'excluded' },
      stopping,
      metrics: { wss95: 0.333333, ap: 1, recallAt: { '0.1': 0.666667 } },
    })
  })
})

it('as a table: the records in order, then those that were not ordered', () => {
  const outcome = {
    ...ranked,
    order: [1, 0],
    decisions: new Map([
      [2, true],
      [0, false],
    ]),
  }
  expect(screenCsv({ input, outcome }).split('\r\n')).toEqual([
    'order,id,doi,title,year,score,decision,reason',
    '1,b,10.1/b,Second,,0.987654,,',
    '2,a,,First,2001,0.5,excluded,one word; two words',
    ',c,,Third,1999,0,included,',
    '',
  ])
})
