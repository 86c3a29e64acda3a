import { describe, expect, test } from 'vitest'
import { rankByWords } from './rank-by-words.ts'

const order = (query: string, texts: readonly string[]) => rankByWords(query, texts).map(({ position }) => position)

describe('rankByWords', () => {
  test.each([
    { name: 'the better match first', texts: ['T\n\nBread and butter.', 'T\n\nSwitching is safe.', 'T\n\nSafe bread.'], out: [1, 2, 0] },
    { name: 'title words count', texts: ['Bread\n\nIt rose.', 'Switching is safe\n\nIt rose.'], out: [1, 0] },
    { name: 'without a word of the query, in the order given', texts: ['A\n\nbread', 'B\n\nbutter', 'C\n\nswitching'], out: [2, 0, 1] },
    { name: 'equal ones in the order given', texts: ['T\n\nsafe switching', 'T\n\nsafe switching', 'T\n\nsafe switching'], out: [0, 1, 2] },
    { name: 'a title alone comes last, however well it fits', texts: ['Safe switching', 'T\n\nbread', 'T\n\nsafe bread'], out: [2, 1, 0] },
    { name: 'nothing', texts: [], out: [] },
  ])('$name', ({ texts, out }) => {
    expect(order('Is switching safe?', texts)).toEqual(out)
  })
  test('eleven equal ones stay in their order', () => {
    const texts = Array.from({ length: 11 }, () => 'T\n\nsafe switching')
    expect(order('switching', texts)).toEqual(texts.map((_, index) => index))
  })
  test('scores those that match and no others', () => {
    const [first, second] = rankByWords('switching', ['U\n\nbread', 'T\n\nswitching'])
    expect(first?.score).toBeGreaterThan(0)
    expect(second).toEqual({ position: 0, score: null })
  })
})
