import { ratio } from '@winnow/text/ratio.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distinctiveOf, ratioBound, titleKey } from './title-key.ts'

describe('titleKey', () => {
  it.each([
    { name: 'colon', title: 'Reef growth: the role of lamps', main: 'reef growth' },
    { name: 'stop', title: 'Reef growth. The role of lamps', main: 'reef growth' },
    { name: 'question mark', title: 'Do reefs grow? The role of lamps', main: 'do reefs grow' },
    { name: 'spaced dash', title: 'Reef growth – the role of lamps', main: 'reef growth' },
    { name: 'full-width colon', title: '城市热浪：数据', main: '城市热浪' },
    { name: 'parallel title', title: 'Reef growth = Riffwachstum', main: 'reef growth' },
    { name: 'parallel title behind a slash', title: 'Reef growth / Riffwachstum', main: 'reef growth' },
    { name: 'original title', title: 'Reef growth <ORIGINAL> RIFFWACHSTUM', main: 'reef growth' },
    { name: 'original title behind a bracket', title: '[Reef growth] Riffwachstum', main: 'reef growth' },
    { name: 'a bracket inside', title: 'Reef [sea] growth', main: 'reef sea' },
    { name: 'a slash without spaces', title: 'Reef growth and/or lamps', main: 'reef growth and or lamps' },
    { name: 'a label of one word is no main title', title: 'Review: reef growth: lamps', main: 'review reef growth' },
    { name: 'colon without space', title: 'Reef growth at 12:30 today', main: 'reef growth at 12 30 today' },
    { name: 'hyphen', title: 'Well-lit reefs', main: 'well lit reefs' },
    { name: 'final stop', title: 'Reef growth.', main: 'reef growth' },
    { name: 'no subtitle', title: 'Reef growth', main: 'reef growth' },
  ])('main title: $name', ({ title, main }) => {
    expect(titleKey(title)).toMatchObject({ main, mainCompact: main.replaceAll(' ', '') })
  })

  it('keeps the whole', () => {
    expect(titleKey('T-cells in Reefs: a Study')).toMatchObject({
      folded: 't cells in reefs a study',
      compact: 'tcellsinreefsastudy',
      words: ['t', 'cells', 'in', 'reefs', 'a', 'study'],
    })
  })

  it('of a title without letters is empty', () => {
    expect(titleKey('???')).toMatchObject({ folded: '', compact: '', main: '', words: [], distinctive: [] })
  })
})

describe('distinctiveOf', () => {
  it.each([
    { title: 'Editorial', expected: [] },
    { title: 'Hepatology Highlights', expected: ['hepatologi'] },
    { title: 'Letter to the Editor', expected: [] },
    { title: 'The growth of reefs and the growth of a reef', expected: ['growth', 'reef'] },
    { title: 'Part 2 of 1999', expected: [] },
    { title: 'The p53 gene in 10000 mice', expected: ['p53', 'gene', '10000', 'mice'] },
    { title: 'Vitamin C', expected: ['vitamin'] },
    { title: '城市热浪', expected: ['城市', '市热', '热浪'] },
  ])('$title', ({ title, expected }) => {
    expect(distinctiveOf(titleKey(title).words)).toEqual(expected)
    expect(titleKey(title).distinctive).toEqual(expected)
  })
})

describe('ratioBound', () => {
  it('is never below the ratio, and 1 where it knows nothing', () => {
    const title = fc.string({ unit: fc.constantFrom('a', 'b', 'z', '0', '9', ' ', 'é', 'й', '界', '🔥'), maxLength: 30 })
    fc.assert(
      fc.property(title, title, (a, b) => {
        const [x, y] = [titleKey(a), titleKey(b)]
        expect(ratioBound(x, y)).toBeGreaterThanOrEqual(ratio(x.folded, y.folded))
      }),
    )
    const long = titleKey('a'.repeat(300))
    expect(ratioBound(long, titleKey('b'))).toBe(1)
    expect(ratioBound(titleKey('𝔘𝔫 𐐷'), titleKey('b'))).toBe(1)
  })

  it.each([
    ['abcd', 'wxyz', 0],
    ['abcd', 'dcba', 1],
    ['abcd', 'abxy', 0.5],
    ['a0', 'a9', 0.5],
    ['', '', 1],
  ])('%s / %s: %d', (a, b, expected) => {
    expect(ratioBound(titleKey(a), titleKey(b))).toBe(expected)
  })
})
