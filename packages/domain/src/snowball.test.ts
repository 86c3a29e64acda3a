import {
  buildState,
  type DocumentParts,
  document,
  operation,
  type StateParts,
  snowballRound,
  subquestion,
} from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import type { FoundKey } from './search-state.ts'
import { cutNewRecords, lowYield, rho, snowballGoesOn, snowballSeeds } from './snowball.ts'

const read = (id: string, score: number, parts: DocumentParts = {}) =>
  document(id, { scores: { RQ1: score }, readFor: { RQ1: 'read' }, ...parts })
const seeds = (parts: StateParts, max?: number) =>
  snowballSeeds(buildState({ subquestions: [subquestion('RQ1')], ...parts }), ...(max === undefined ? [] : [{ max }])).map(
    (seed) => `${seed.documentId} ${seed.direction}`,
  )
const both = (...ids: readonly string[]) => ids.flatMap((id) => [`${id} backward`, `${id} forward`])

describe('snowballSeeds', () => {
  it('takes the 5 best read documents, best first, in both directions', () => {
    const documents = [0.5, 0.6, 0.7, 0.8, 0.9, 1].map((score, i) => read(`D${i + 1}`, score))
    expect(seeds({ documents })).toEqual(both('D6', 'D5', 'D4', 'D3', 'D2'))
    expect(seeds({ documents }, 1)).toEqual(both('D6'))
  })

  it('takes works that the user named first, read or not, beside the best', () => {
    const parts = {
      documents: [read('D1', 0.9), document('D2', { foundBy: ['S1', 'S2'] }), document('D3', { foundBy: ['S1'] })],
      operations: [operation('S1'), operation('S2', { kind: 'seed' })],
    }
    expect(seeds(parts, 1)).toEqual(both('D2', 'D1'))
    expect(seeds({ ...parts, seeded: { 'D2:backward': true, 'D2:forward': true } }, 1)).toEqual(both('D1'))
  })

  it('equal scores: by number', () => {
    expect(seeds({ documents: [read('D10', 0.9), read('D9', 0.9)] })).toEqual(both('D9', 'D10'))
  })

  it('ranks by the whole score, not by relevance alone', () => {
    expect(seeds({ documents: [read('D1', 0.9, { features: { webOnly: true, year: 1990 } }), read('D2', 0.85)] }, 1)).toEqual(both('D2'))
  })

  it('ranks by λ of what is read, by scores of active subquestions and from asOf', () => {
    const documents = [read('D1', 1, { features: { hasAbstract: false } }), read('D2', 0.9)]
    expect(seeds({ documents }, 1)).toEqual(both('D2'))
    expect(seeds({ documents, options: { fullText: true } }, 1)).toEqual(both('D1'))
    const closed = [subquestion('RQ1', { status: 'closed' }), subquestion('RQ2')]
    expect(
      seeds({ documents: [read('D1', 1), document('D2', { scores: { RQ2: 0.6 }, readFor: { RQ2: 'read' } })], subquestions: closed }, 1),
    ).toEqual(both('D2'))
    const ages = [read('D1', 0.7, { features: { year: 2006 } }), read('D2', 0.6, { features: { year: 2020 } })]
    expect(seeds({ documents: ages, asOf: '2007-01-01' }, 1)).toEqual(both('D1'))
    expect(seeds({ documents: ages, asOf: '2021-01-01' }, 1)).toEqual(both('D2'))
  })

  it('compares read documents without N, although their titles are alike', () => {
    const alike = { features: { titleTokens: ['a', 'b'] } }
    expect(seeds({ documents: [read('D1', 0.6, alike), read('D2', 0.7, alike), read('D3', 0.65)] })).toEqual(both('D2', 'D3', 'D1'))
  })

  it.each<{ name: string; parts: DocumentParts }>([
    { name: 'only allocated', parts: { readFor: { RQ1: 'allocated' } } },
    { name: 'its reading failed', parts: { readFor: { RQ1: 'failed' } } },
    { name: 'not read', parts: { readFor: {} } },
    { name: 'excluded', parts: { override: 'exclude' } },
    { name: 'retracted', parts: { editorial: 'retracted' } },
    { name: 'a notice', parts: { editorial: 'notice' } },
  ])('no seed: $name', ({ parts }) => {
    expect(seeds({ documents: [read('D1', 0.9, parts), read('D2', 0.5)] })).toEqual(both('D2'))
  })

  it('what was a seed does not take one of the places', () => {
    const documents = [read('D1', 0.9), read('D2', 0.8), read('D3', 0.7)]
    expect(seeds({ documents, seeded: { 'D1:backward': true, 'D1:forward': true } }, 1)).toEqual(both('D2'))
  })

  it('a document that was followed one way is followed the other way', () => {
    expect(seeds({ documents: [read('D1', 0.9), read('D2', 0.8)], seeded: { 'D1:backward': true } }, 2)).toEqual([
      'D1 forward',
      ...both('D2'),
    ])
  })

  it('a merged seed makes its survivor a seed', () => {
    const seeded = { 'D7:backward': true, 'D7:forward': true } as const
    expect(seeds({ documents: [read('D1', 0.9), read('D2', 0.8)], aliases: { D7: 'D1' }, seeded })).toEqual(both('D2'))
  })

  describe('requests of the critic', () => {
    const documents = [read('D1', 0.9), read('D2', 0.8), document('D3'), document('D4', { override: 'exclude' })]

    it('come first, in their order, also for what was not read, and beyond the five', () => {
      const snowballRequests = [
        { documentId: 'D3', direction: 'forward' },
        { documentId: 'D1', direction: 'backward' },
      ] as const
      expect(seeds({ documents, snowballRequests }, 1)).toEqual(['D3 forward', 'D1 backward', 'D1 forward'])
    })

    it.each([
      { name: 'twice', requests: ['D3', 'D3'], expected: ['D3 forward'] },
      { name: 'for a merged document: its survivor', requests: ['D9'], expected: ['D3 forward'] },
      { name: 'for an unknown document', requests: ['D99'], expected: [] },
      { name: 'for an excluded document', requests: ['D4'], expected: [] },
      { name: 'for what was followed that way', requests: ['D2'], expected: [] },
    ])('$name', ({ requests, expected }) => {
      const snowballRequests = requests.map((documentId) => ({ documentId, direction: 'forward' as const }))
      expect(seeds({ documents, aliases: { D9: 'D3' }, seeded: { 'D2:forward': true }, snowballRequests }, 0)).toEqual(expected)
    })
  })

  it('refuses a run that was never requested', () => {
    expect(() => snowballSeeds({ ...buildState(), request: null })).toThrow('before the run was requested')
  })
})

describe('cutNewRecords', () => {
  const references = (
    operationId: string,
    seed: string,
    keys: readonly (string | FoundKey)[],
    direction: 'backward' | 'forward' = 'backward',
  ) => operation(operationId, { seed, direction, found: { '1': keys.map((key) => (typeof key === 'string' ? { key, year: null } : key)) } })
  const of = (key: string, year: number | null): FoundKey => ({ key, year })
  const state = buildState({ documents: [document('D1', { records: ['library:known', 'x:k:2'] })], aliases: { D7: 'D5' } })
  const kept = (operations: readonly ReturnType<typeof operation>[], max?: number) =>
    Object.fromEntries(cutNewRecords(state, operations, ...(max === undefined ? [] : [max])).map((o) => [o.operationId, o.recordIds]))

  it('keeps everything under the limit, as it was found, without the source', () => {
    expect(
      kept([references('S2', 'D2', ['library:b', 'library:a', 'library:known']), references('S1', 'D3', ['x:k:2', 'x:n:1'])], 3),
    ).toEqual({
      S2: ['b', 'a', 'known'],
      S1: ['k:2', 'n:1'],
    })
    expect(cutNewRecords(state, [references('S2', 'D2', []), references('S1', 'D3', [])]).map((o) => o.operationId)).toEqual(['S2', 'S1'])
  })

  it('the limit is 100', () => {
    const keys = Array.from({ length: 101 }, (_, i) => `library:${String(i).padStart(3, '0')}`)
    const ids = kept([references('S1', 'D2', [...keys].reverse())]).S1
    expect(ids).toHaveLength(100)
    expect(ids).not.toContain('100')
  })

  it.each([
    { name: 'more seeds win over a later year', found: [[of('l:a', 2026), of('l:b', 1990)], [of('l:b', 1990)]], expected: 'b' },
    { name: 'a later year wins', found: [[of('l:a', 1990), of('l:b', 1991)]], expected: 'b' },
    { name: 'any year wins over none', found: [[of('l:a', null), of('l:b', 1900)]], expected: 'b' },
    { name: 'and does so in the other order', found: [[of('l:b', 1900), of('l:a', null)]], expected: 'b' },
    { name: 'equal years: the id', found: [[of('l:c', 1990), of('l:b', 1990)]], expected: 'b' },
    { name: 'no years: the id', found: [[of('l:c', null), of('l:b', null)]], expected: 'b' },
    {
      name: 'a year that only one operation knows counts',
      found: [
        [of('l:a', 1990), of('l:b', null)],
        [of('l:a', 1990), of('l:b', 1995)],
      ],
      expected: 'b',
    },
    {
      name: 'the later of two years counts',
      found: [
        [of('l:a', 1990), of('l:b', 1995)],
        [of('l:a', 1990), of('l:b', 1980)],
      ],
      expected: 'b',
    },
  ])('$name', ({ found, expected }) => {
    const operations = found.map((keys, i) => references(`S${i + 1}`, `D${i + 2}`, keys))
    expect(new Set(Object.values(kept(operations, 1)).flat())).toEqual(new Set([expected]))
  })

  it.each([
    { name: 'both directions from one seed', seedB: 'D2' },
    { name: 'a seed and the one it was merged into', seedA: 'D5', seedB: 'D7' },
  ])('$name count as one seed', ({ seedA = 'D2', seedB }) => {
    const operations = [references('S1', seedA, ['l:b', 'l:a']), references('S2', seedB, ['l:b'], 'forward')]
    expect(kept(operations, 1)).toEqual({ S1: ['a'], S2: [] })
  })

  it('a record known to the state is kept and takes no place', () => {
    expect(kept([references('S1', 'D2', ['library:known', 'library:new'])], 1)).toEqual({ S1: ['known', 'new'] })
    expect(kept([references('S1', 'D2', ['library:known', 'library:new'])], 0)).toEqual({ S1: ['known'] })
  })

  it('a record found twice by one operation is one', () => {
    expect(kept([references('S1', 'D2', ['l:a', 'l:a', 'l:b'])], 2)).toEqual({ S1: ['a', 'b'] })
  })

  it('an operation without a seed points from nothing', () => {
    const search = operation('S2', { keys: ['l:b'] })
    expect(kept([references('S1', 'D2', ['l:c']), search], 1)).toEqual({ S1: ['c'], S2: [] })
  })
})

describe('rho', () => {
  it.each([
    { returned: 0, newDocuments: 0, expected: 0 },
    { returned: 40, newDocuments: 0, expected: 0 },
    { returned: 40, newDocuments: 10, expected: 0.25 },
    { returned: 1, newDocuments: 1, expected: 1 },
  ])('$newDocuments new of $returned: $expected', ({ returned, newDocuments, expected }) => {
    expect(rho({ returned, newDocuments })).toBe(expected)
  })
})

describe('snowballGoesOn', () => {
  const reads = { total: 10, keptForSnowball: 3, allocated: 7 }
  const goesOn = (parts: StateParts, maxSnowballRounds = 5) =>
    snowballGoesOn(buildState({ iterationReads: reads, options: { limits: { maxSnowballRounds } }, ...parts }))

  it('low is below a tenth', () => {
    expect(lowYield).toBe(0.1)
  })

  it.each([
    { name: 'no round allowed', max: 0, rounds: [], expected: false },
    { name: 'the first of one', max: 1, rounds: [], expected: true },
    { name: 'one of two done', max: 2, rounds: [50], expected: true },
    { name: 'two of two done', max: 2, rounds: [50, 50], expected: false },
    { name: 'one low round', max: 5, rounds: [0], expected: true },
    { name: 'two low rounds', max: 5, rounds: [9, 9], expected: false },
    { name: 'a tenth is not low, second', max: 5, rounds: [9, 10], expected: true },
    { name: 'a tenth is not low, first', max: 5, rounds: [10, 9], expected: true },
    { name: 'the last two count', max: 5, rounds: [50, 9, 9], expected: false },
    { name: 'not consecutive', max: 5, rounds: [9, 50, 9], expected: true },
    { name: 'recovered', max: 5, rounds: [9, 9.9, 50], expected: true },
  ])('$name: $expected', ({ max, rounds, expected }) => {
    expect(goesOn({ snowballRounds: rounds.map((newDocuments, i) => snowballRound(i + 1, newDocuments)) }, max)).toBe(expected)
  })

  it('looks at the rounds of this iteration alone, by their number', () => {
    const earlier = [snowballRound(1, 0), snowballRound(2, 0)]
    expect(goesOn({ iteration: 2, snowballRounds: earlier }, 2)).toBe(true)
    expect(goesOn({ iteration: 2, snowballRounds: [...earlier, snowballRound(1, 0, { iteration: 2 })] }, 2)).toBe(true)
    expect(goesOn({ snowballRounds: [snowballRound(3, 0), snowballRound(2, 0), snowballRound(1, 50)] })).toBe(false)
  })

  it.each([
    { name: 'a read of the iteration is left', allocated: 9, spent: 0, expected: true },
    { name: 'no read of the iteration is left', allocated: 10, spent: 0, expected: false },
    { name: 'a read of the budget is left', allocated: 0, spent: 29, expected: true },
    { name: 'no read of the budget is left', allocated: 0, spent: 30, expected: false },
    { name: 'the budget was lowered below what is spent', allocated: 0, spent: 31, expected: false },
  ])('$name: $expected', ({ allocated, spent, expected }) => {
    const budget = { searches: 0, reads: spent, tokens: 0, costUsd: 0, unpriced: 0 }
    expect(goesOn({ iterationReads: { ...reads, allocated }, spent: budget })).toBe(expected)
  })

  it('refuses a run that was never requested', () => {
    expect(() => snowballGoesOn({ ...buildState(), request: null })).toThrow('before the run was requested')
  })
})
