import { buildState, document, intent, operation, snowballRound } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { operationQuery, searchAppendix } from './search-appendix.ts'

const state = buildState({
  documents: [document('D1', { scores: { RQ1: 0.9 } })],
  aliases: { D3: 'D1' },
  intents: [intent('RQ1.i2', { rewordOf: 'RQ1.i1' }), intent('RQ1.i1', { status: 'closed', closedReason: 'no new | query', text: 'a|b' })],
  operations: [
    operation('S10', { seed: 'D3', direction: 'forward', total: 0 }),
    operation('S9', { query: 'a [3] `b`', keys: ['library:r1', 'library:r1'], asked: 200, total: 7 }),
    operation('S8', { outcome: 'failed', reason: 'a|b', source: 'x|y' }),
  ],
  snowballRounds: [snowballRound(2, 5), snowballRound(1, 25, { seeds: ['D10', 'D3', 'D1'] })],
})
const [searches = '', snowballing = ''] = searchAppendix(state, 9000)

test('intents with their yields', () => {
  expect(searches.split('\n').filter((line) => line.startsWith('| RQ'))).toEqual([
    '| RQ1.i1 | a\\|b | closed: no new \\| query | 1 | 1 |',
    '| RQ1.i2 | text of RQ1.i2 (in place of RQ1.i1) | open | 0 | 0 |',
  ])
})

test('every operation, by number, with what it asked and brought', () => {
  expect(searches.split('\n').filter((line) => line.startsWith('| S'))).toEqual([
    '| S8 | x\\|y | RQ1.i1 | query of S8 | failed | 50 | 0 | not told | a\\|b |',
    '| S9 | library | RQ1.i1 | a (3) &#96;b&#96; | hits | 200 | 1 | 7 |  |',
    '| S10 | library | snowballing | works that cite D1 | hits | 50 | 0 | 0 |  |',
  ])
})

test('a work that the user named, and what is to be said of an answer', () => {
  const told = operation('S1', {
    kind: 'seed',
    intentId: null,
    query: 'doi:10.1/x',
    source: 'openalex',
    outcome: 'truncated',
    note: 'page 2 | failed',
    rejected: { 'doi:10.1/x': { foundTitle: 'Another', reason: 'another title' } },
  })
  const [text = ''] = searchAppendix(buildState({ operations: [told] }), 0)
  expect(text).toContain('| S1 | openalex | a work you named | doi:10.1/x | truncated |')
  expect(text).toContain('| page 2 \\| failed; not used: doi:10.1/x led to “Another” (another title) |')
})

test('when each operation was answered stands in a line of the run, by number', () => {
  const answeredAt = { S10: '2026-11-30T09:00:02.500Z', S9: '2026-11-30T09:00:01.000Z' }
  const [text = ''] = searchAppendix({ ...state, clock: { ...state.clock, answeredAt } }, 9000)
  expect(text.split('\n').at(-1)).toBe('Duration: 9 s; operations answered (UTC): S9 2026-11-30 09:00:01, S10 2026-11-30 09:00:02')
  expect(searches.split('\n').at(-1)).toBe('Duration: 9 s')
})

test('snowball rounds, in order, with seeds that live and their yield', () => {
  expect(snowballing.split('\n').slice(4)).toEqual(['| 1 | 1 | D1 D10 | 100 | 25 | 0.25 |', '| 1 | 2 |  | 100 | 5 | 0.05 |'])
  expect(searchAppendix(buildState(), 0)[1]).toBe('')
})

test.each([
  ['a query', operation('S1', { query: 'q' }), 'q'],
  ['backward', operation('S1', { seed: 'D3', direction: 'backward' }), 'works that D1 cites'],
  ['forward', operation('S1', { seed: 'D3', direction: 'forward' }), 'works that cite D1'],
])('what an operation asked: %s', (_, asked, expected) => {
  expect(operationQuery(state, asked)).toBe(expected)
})
