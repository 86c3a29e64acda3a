import { describe, expect, it } from 'vitest'
import { tokenise, words } from './tokens.ts'

describe('words', () => {
  it.each([
    { name: 'folded, repeats kept', text: 'Memory, and MÉMORY!', expected: ['memory', 'and', 'memory'] },
    { name: 'Chinese as bigrams', text: '城市热浪', expected: ['城市', '市热', '热浪'] },
    { name: 'one ideograph alone', text: '城', expected: ['城'] },
    { name: 'Latin inside Chinese', text: '城市KPI分析', expected: ['城市', 'kpi', '分析'] },
    { name: 'katakana with its long mark', text: 'データ', expected: ['デー', 'ータ'] },
    { name: 'Thai', text: 'ไทย', expected: ['ไท', 'ทย'] },
    { name: 'Korean by words', text: '한국어 논문', expected: ['한국어', '논문'] },
    { name: 'no letters', text: '???', expected: [] },
  ])('$name', ({ text, expected }) => {
    expect(words(text)).toEqual(expected)
  })
})

describe('tokenise stems', () => {
  it('makes inflected forms equal', () => {
    expect(tokenise('Memories of running agents')).toEqual(tokenise('memory of run agent'))
  })
})
