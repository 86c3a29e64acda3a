import { describe, expect, it } from 'vitest'
import { statementWords } from './statement.ts'

describe('statementWords', () => {
  it('stems, kinds and directions, in order', () => {
    expect(statementWords('It did not increase the inhibition of memory.')).toEqual([
      { word: 'it', stem: 'it', kind: 'function', direction: null },
      { word: 'did', stem: 'did', kind: 'function', direction: null },
      { word: 'not', stem: 'not', kind: 'negation', direction: null },
      { word: 'increase', stem: 'increa', kind: 'direction', direction: { sign: 1, family: 'effect' } },
      { word: 'the', stem: 'the', kind: 'function', direction: null },
      { word: 'inhibition', stem: 'inhibi', kind: 'direction', direction: { sign: -1, family: 'effect' } },
      { word: 'of', stem: 'of', kind: 'function', direction: null },
      { word: 'memory', stem: 'memori', kind: 'content', direction: null },
    ])
  })
  it.each([
    ['IL-6 and IL6', 'il6 and il6'],
    ['CD4+ cells', 'cd4 cells'],
    ['H2A.Z and Kir7.1.', 'h2az and kir71'],
    ['caspase-11', 'caspase11'],
    ['up-regulated and down-regulated', 'upregulated and downregulated'],
    ['over-expressed', 'overexpressed'],
    ['follow-up visits', 'follow up visits'],
    ["didn't and don’t", 'did not and do not'],
    ['12 of 1,200 mice at 5.5 h', 'of mice at h'],
    ['20-year 3rd', 'year 3rd'],
    ['ﬁve', 'five'],
    ['1e-5 and 3T3', '1e and 3t3'],
    ['', ''],
  ])('%j is %j', (text, words) => {
    expect(
      statementWords(text)
        .map(({ word }) => word)
        .join(' '),
    ).toBe(words)
  })
  it('a word that denies has no direction', () => {
    expect(statementWords('ineffective unaffected').map(({ kind }) => kind)).toEqual(['negation', 'negation'])
  })
  it('"no", "more" and "less" are what they do, not mere function words', () => {
    expect(statementWords('no more less than').map(({ kind }) => kind)).toEqual(['negation', 'direction', 'direction', 'function'])
  })
})
