import { buildState, document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { reviewFigures } from './review-figures.ts'

const work = (documentId: string, records: readonly string[], parts: Parameters<typeof document>[1] = {}) =>
  document(documentId, { ...parts, records: records.map((id) => `library:${id}`) })
const score = (value: number) => ({ scores: { RQ1: value } })

describe('figures of a review', () => {
  const documents = [
    work('D1', ['a', 'b'], { ...score(0.5), readFor: { RQ1: 'read' } }),
    work('D2', ['c'], { ...score(0.9), readFor: { RQ1: 'read' } }),
    work('D3', ['d'], { ...score(0.8), readFor: { RQ1: 'failed' } }),
    work('D4', ['e'], { ...score(0.49), readFor: {} }),
    work('D5', ['f']),
    work('D6', ['g'], { ...score(0.9), readFor: { RQ1: 'allocated' } }),
    work('D7', ['h'], { ...score(1), readFor: { RQ1: 'read' } }),
  ]
  const state = buildState({
    documents,
    aliases: { D7: 'D1' },
    report: { citations: ['D2', 'D7', 'D99'], contentHash: 'h' } as never,
  })

  it('count works, and the included records that are behind them', () => {
    expect(reviewFigures(state, new Set(['a', 'b', 'd', 'e', 'f', 'not there', 'x', 'y']))).toEqual({
      included: 8,
      documents: 6,
      screened: { documents: 5, foundIncluded: 4, recall: 0.5, precision: 3 / 5 },
      relevant: { documents: 4, foundIncluded: 3, recall: 3 / 8, precision: 2 / 4 },
      read: { documents: 2, foundIncluded: 2, recall: 2 / 8, precision: 1 / 2 },
      cited: { documents: 2, foundIncluded: 2, recall: 2 / 8, precision: 1 / 2 },
    })
  })
  it('ids are those of the library alone', () => {
    const other = buildState({ documents: [document('D1', { ...score(1), records: ['arxiv:a'] })] })
    expect(reviewFigures(other, new Set(['a'])).screened).toEqual({ documents: 1, foundIncluded: 0, recall: 0, precision: 0 })
  })
  it('nothing read has no precision to speak of', () => {
    expect(reviewFigures(buildState({}), new Set(['a'])).read).toEqual({ documents: 0, foundIncluded: 0, recall: 0, precision: 0 })
  })
  it('of nothing included there is no recall', () => {
    expect(() => reviewFigures(state, new Set())).toThrow('no recall')
  })
})
