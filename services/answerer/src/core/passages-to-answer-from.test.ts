import { estimateTokens } from '@winnow/text/estimate-tokens.ts'
import { describe, expect, test } from 'vitest'
import { passagesToAnswerFrom } from './passages-to-answer-from.ts'

/** A text of so many tokens, without a space. */
const passage = (documentId: string, tokens: number) => ({ documentId, text: 'x'.repeat(4 * tokens) })
const cites = (...documentIds: string[]) => ({ text: 's', documentIds })
const taken = (...args: Parameters<typeof passagesToAnswerFrom>) =>
  passagesToAnswerFrom(...args).map(({ documentId, text }) => [documentId, estimateTokens(text)])

describe('passagesToAnswerFrom', () => {
  test.each([
    { name: 'those that the summaries cite, most cited first', cited: [cites('D3'), cites('D2', 'D3')], out: ['D3', 'D2'] },
    { name: 'equally cited ones in the order shown', cited: [cites('D2', 'D1')], out: ['D1', 'D2'] },
    { name: 'all where they cite none', cited: [cites()], out: ['D1', 'D2', 'D3'] },
    { name: 'all where there is no summary', cited: [], out: ['D1', 'D2', 'D3'] },
    { name: 'all where what they cite was not shown', cited: [cites('D9')], out: ['D1', 'D2', 'D3'] },
  ])('$name', ({ cited, out }) => {
    const shown = ['D1', 'D2', 'D3'].map((id) => passage(id, 10))
    expect(passagesToAnswerFrom(shown, cited, 10_000).map(({ documentId }) => documentId)).toEqual(out)
  })
  test('both texts of a document', () => {
    expect(taken([passage('D1', 10), passage('D1', 20)], [cites('D1')], 10_000)).toEqual([
      ['D1', 10],
      ['D1', 20],
    ])
  })
  test('what fits is whole', () => {
    expect(taken([passage('D1', 500), passage('D2', 500)], [], 1000)).toEqual([
      ['D1', 500],
      ['D2', 500],
    ])
  })
  test('what does not is cut to equal shares; what a short one leaves goes to the others', () => {
    expect(taken([passage('D1', 900), passage('D2', 100), passage('D3', 900)], [], 1300)).toEqual([
      ['D1', 600],
      ['D2', 100],
      ['D3', 600],
    ])
    expect(taken([passage('D1', 501), passage('D2', 500)], [], 1000)).toEqual([
      ['D1', 500],
      ['D2', 500],
    ])
  })
  test('no share is below 400 tokens: the least cited are left out', () => {
    const shown = ['D1', 'D2', 'D3'].map((id) => passage(id, 900))
    expect(taken(shown, [cites('D1', 'D2', 'D3'), cites('D2', 'D3')], 1199)).toEqual([
      ['D2', 599],
      ['D3', 599],
    ])
    expect(taken(shown, [cites('D1', 'D2', 'D3')], 1200)).toHaveLength(3)
    expect(taken(shown, [cites('D1')], 100)).toEqual([['D1', 100]])
  })
})
