import { buildState, document, evidence, operation, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { snowballGain } from './snowball-gain.ts'

const reference = (id: string, parts: Parameters<typeof operation>[1]) => operation(id, { seed: 'D1', ...parts })
const round = (iteration: number, number: number, returned: number, newDocuments: number, seeds: readonly string[]) => ({
  iteration,
  round: number,
  seeds,
  returned,
  newDocuments,
})
const state = buildState({
  subquestions: [subquestion('RQ1')],
  operations: [
    operation('S1', { keys: ['x:1'] }),
    reference('S2', { keys: ['x:2', 'x:1', 'x:cut'] }),
    reference('S3', { direction: 'forward', round: 2, keys: ['x:2', 'x:3'] }),
    reference('S4', { iteration: 2, round: 1, keys: ['x:3', 'x:5'] }),
    operation('S5', { kind: 'seed', intentId: null, keys: ['x:4'] }),
  ],
  documents: [
    document('D1', { records: ['x:1'], foundBy: ['S1', 'S2'], scores: { RQ1: 0.9 } }),
    document('D2', { records: ['x:2'], foundBy: ['S2', 'S3'], scores: { RQ1: 0.5 }, readFor: { RQ1: 'read' } }),
    document('D3', { records: ['x:3'], foundBy: ['S3', 'S4'], scores: { RQ1: 0.4 }, readFor: { RQ1: 'failed' } }),
    document('D4', { records: ['x:4'], foundBy: ['S5'] }),
    document('D5', { records: ['x:5'], foundBy: ['S4'], scores: { RQ1: 0.8 } }),
    document('D7', { records: ['x:7'], foundBy: [] }),
  ],
  aliases: { D8: 'D1' },
  evidence: [evidence('D2.e1', { recordKey: 'x:2' })],
  report: { contentHash: '', checked: true, citations: ['D2', 'D1'] },
  snowballRounds: [round(2, 1, 10, 1, ['D1']), round(1, 1, 4, 1, ['D8', 'D1']), round(1, 2, 0, 0, [])],
})
const gold = [
  { work: 'D1', records: ['x:1'] },
  { work: 'D2', records: ['x:2'] },
  { work: 'cut', records: ['x:cut'] },
  { work: 'D5', records: ['x:5'] },
  { work: 'nowhere', records: [] },
]

describe('what snowballing brought', () => {
  const gain = snowballGain(state, gold)
  test('beyond search: documents that no search and no lookup found', () => {
    expect(gain.beyondSearch).toEqual({ documents: 3, relevant: 2, precision: 2 / 3, read: 1, withEvidence: 1, cited: 1, gold: 2 })
  })
  test('by round, in order, each document in the first that found it', () => {
    expect(
      gain.rounds.map(({ iteration, round: number, documents, goldAdded, rho, returned, operations }) => [
        iteration,
        number,
        documents,
        goldAdded,
        rho,
        returned,
        operations,
      ]),
    ).toEqual([
      [1, 1, 1, 2, 0.25, 4, 1],
      [1, 2, 1, 0, 0, 0, 1],
      [2, 1, 1, 1, 0.1, 10, 1],
    ])
    expect(gain.rounds[0]).toMatchObject({ seeds: ['D1'], relevant: 1, read: 1, withEvidence: 1, cited: 1, gold: 1 })
    expect(gain.rounds[1]).toMatchObject({ relevant: 0, precision: 0, read: 0, gold: 0 })
  })
  test('by direction', () => {
    expect(gain.directions.map(({ direction, operations, documents }) => [direction, operations, documents])).toEqual([
      ['backward', 2, 2],
      ['forward', 1, 1],
    ])
  })
  test('gold by search, and with snowballing: also what the cut of a round left out', () => {
    expect(gain.gold).toEqual({ works: 5, foundBySearch: 1, foundWithSnowballing: 4, recallBySearch: 0.2, recallWithSnowballing: 0.8 })
  })
  test('first is by iteration, then round, then number, however they came in', () => {
    const documents = [
      document('D2', { records: ['x:2'], foundBy: ['S2', 'S10'] }),
      document('D3', { records: ['x:3'], foundBy: ['S3', 'S10'] }),
      document('D4', { records: ['x:4'], foundBy: ['S9', 'S10'] }),
    ]
    const operations = [
      reference('S10', { round: 2 }),
      reference('S9', { round: 2, direction: 'forward' }),
      reference('S2', { iteration: 2, round: 1 }),
      reference('S3', { round: 1 }),
    ]
    const snowballRounds = [round(2, 1, 1, 0, ['D10', 'D2']), round(1, 2, 1, 0, []), round(1, 1, 1, 0, [])]
    const { rounds, directions } = snowballGain(buildState({ documents, operations, snowballRounds }), null)
    expect(rounds.map((one) => [one.iteration, one.round, one.documents])).toEqual([
      [1, 1, 1],
      [1, 2, 2],
      [2, 1, 0],
    ])
    expect(rounds[2]?.seeds).toEqual(['D2', 'D10'])
    expect(directions.map((one) => one.documents)).toEqual([2, 1])
  })
  test('without labels, and without snowballing', () => {
    const plain = snowballGain(state, null)
    expect([plain.gold, plain.beyondSearch.gold, plain.rounds[0]?.goldAdded, plain.rounds[0]?.gold]).toEqual([null, null, null, null])
    const none = snowballGain(buildState({ operations: [operation('S1', { keys: ['x:1'] })] }), gold)
    expect(none).toMatchObject({
      rounds: [],
      beyondSearch: { documents: 0, precision: null },
      gold: { foundBySearch: 1, foundWithSnowballing: 1, recallWithSnowballing: 0.2 },
    })
  })
})
