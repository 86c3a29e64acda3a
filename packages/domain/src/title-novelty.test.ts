import { document } from '@winnow/testkit/state-builder.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankDocument } from './ranking.ts'
import { titleNovelty } from './title-novelty.ts'

describe('titleNovelty', () => {
  it('keeps the largest similarity, whatever comes later', () => {
    const novelty = titleNovelty([
      { documentId: 'D1', titleTokens: ['a', 'b', 'b'] },
      { documentId: 'D2', titleTokens: ['c'] },
    ])
    expect([novelty.of('D1'), novelty.of('D2')]).toEqual([1, 1])
    novelty.note(['a', 'b', 'b', 'x', 'y'])
    expect([novelty.of('D1'), novelty.of('D2')]).toEqual([0.5, 1])
    novelty.note(['a', 'p', 'q', 'r'])
    expect(novelty.of('D1')).toBe(0.5)
    novelty.note(['b', 'a'])
    expect(novelty.of('D1')).toBe(0)
  })

  it('gives exactly the N of rankDocument', () => {
    const title = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 6 })
    fc.assert(
      fc.property(title, fc.array(title, { maxLength: 5 }), (own, read) => {
        const novelty = titleNovelty([{ documentId: 'D1', titleTokens: own }])
        for (const tokens of read) novelty.note(tokens)
        const context = { asOf: '2026-07-01', abstractOnly: true, activeSubquestions: [], readTitleTokens: read }
        expect(novelty.of('D1')).toBe(rankDocument(document('D1', { features: { titleTokens: own } }), context).parts.N)
      }),
    )
  })
})
