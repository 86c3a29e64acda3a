import { describe, expect, test } from 'vitest'
import { resolveMarks } from './marks.ts'

const shown = ['D1', 'D3', 'D12']
const resolve = (text: string, ...documentIds: string[]) => resolveMarks([{ text, documentIds }], shown)

describe('resolveMarks', () => {
  test.each([
    { name: 'shown documents', ids: ['D12', 'D1'], out: ['D12', 'D1'], unknown: [] },
    { name: 'each once', ids: ['D1', 'D1'], out: ['D1'], unknown: [] },
    { name: 'other spellings', ids: ['d1', '[D12]', 'doc 3'], out: ['D1', 'D12', 'D3'], unknown: [] },
    { name: 'several in one', ids: ['D1, D12'], out: ['D1', 'D12'], unknown: [] },
    { name: 'what was not shown', ids: ['D2', 'D1', 'D2'], out: ['D1'], unknown: ['D2', 'D2'] },
    { name: 'none', ids: [], out: [], unknown: [] },
  ])('ids beside the text: $name', ({ ids, out, unknown }) => {
    expect(resolve('It helps.', ...ids)).toEqual({ sentences: [{ text: 'It helps.', documentIds: out }], unknown })
  })

  test.each([
    { name: 'a mark moves out', text: 'It helps [D12].', ids: [], out: 'It helps.', cited: ['D12'], unknown: [] },
    { name: 'a list of marks', text: 'It helps [D1, D12; D3].', ids: ['D3'], out: 'It helps.', cited: ['D3', 'D1', 'D12'], unknown: [] },
    { name: 'in small letters', text: 'It helps [d12].', ids: [], out: 'It helps.', cited: ['D12'], unknown: [] },
    { name: 'a mark of nothing shown', text: 'It helps [D99].', ids: ['D1'], out: 'It helps.', cited: ['D1'], unknown: ['D99'] },
    {
      name: 'round brackets that the sentence also names',
      text: 'It helps (D12).',
      ids: ['D12'],
      out: 'It helps.',
      cited: ['D12'],
      unknown: [],
    },
    {
      name: 'round brackets of a vitamin',
      text: 'Vitamin (D3) helps.',
      ids: ['D1'],
      out: 'Vitamin (D3) helps.',
      cited: ['D1'],
      unknown: [],
    },
    {
      name: 'round brackets of which one is not named',
      text: 'It helps (D1, D3).',
      ids: ['D1'],
      out: 'It helps (D1, D3).',
      cited: ['D1'],
      unknown: [],
    },
    { name: 'a vitamin without brackets', text: 'Vitamin D3 helps.', ids: ['D1'], out: 'Vitamin D3 helps.', cited: ['D1'], unknown: [] },
    { name: 'a number as a mark', text: 'It helps [3].', ids: ['D1'], out: 'It helps.', cited: ['D1'], unknown: ['[3]'] },
    {
      name: 'bounds of an interval',
      text: 'It was 3 (95% CI [2, 5]).',
      ids: ['D1'],
      out: 'It was 3 (95% CI (2, 5)).',
      cited: ['D1'],
      unknown: [],
    },
    {
      name: 'bounds of a range',
      text: 'The range: [10–20] days.',
      ids: ['D1'],
      out: 'The range: (10–20) days.',
      cited: ['D1'],
      unknown: [],
    },
    { name: 'a year stays, in round brackets', text: 'It helps [2019].', ids: ['D1'], out: 'It helps (2019).', cited: ['D1'], unknown: [] },
    { name: 'white space', text: ' It\n helps. ', ids: ['D1'], out: 'It helps.', cited: ['D1'], unknown: [] },
  ])('marks in the text: $name', ({ text, ids, out, cited, unknown }) => {
    expect(resolve(text, ...ids)).toEqual({ sentences: [{ text: out, documentIds: cited }], unknown })
  })

  test.each(['', '  ', '[D1]', '…'])('a sentence without words is left out: "%s"', (text) => {
    expect(resolve(text, 'D1')).toEqual({ sentences: [], unknown: [] })
  })
  test('all sentences in their order, all unknown marks', () => {
    expect(
      resolveMarks(
        [
          { text: 'One.', documentIds: ['D7'] },
          { text: 'Two.', documentIds: ['D1', 'D8'] },
        ],
        shown,
      ),
    ).toEqual({
      sentences: [
        { text: 'One.', documentIds: [] },
        { text: 'Two.', documentIds: ['D1'] },
      ],
      unknown: ['D7', 'D8'],
    })
  })
})
