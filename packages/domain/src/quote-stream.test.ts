import { describe, expect, it } from 'vitest'
import { numbersIn, quoteStream } from './quote-stream.ts'

describe('quoteStream: equal', () => {
  it.each([
    ['white space', 'a  b\n\tc', 'a b c'],
    ['case', 'RECALL May', 'recall may'],
    ['a ligature', 'eﬃcient ﬂow', 'efficient flow'],
    ['a hyphen at the end of a line', 'con-\ntrolled', 'controlled'],
    ['a hyphen that stays at the end of a line', 'well-\nknown', 'well-known'],
    ['a non-breaking hyphen', 'well\u2011known', 'well-known'],
    ['a soft hyphen', 'con\u00ADtrolled', 'controlled'],
    ['quotation marks', '“so” ‘it’', '"so" \'it\''],
    ['apostrophes', 'it’s', "it's"],
    ['a dash between words', 'memory—a survey', 'memory – a survey'],
    ['en dash and hyphen in a range', '9–15', '9-15'],
    ['space around a range', '9 – 15', '9-15'],
    ['a minus sign and a hyphen as minus', '(−0.3)', '(-0.3)'],
    ['a space after the minus sign', '− 0.3', '-0.3'],
    ['a range with the minus sign', '9−15', '9-15'],
    ['a space before per cent', '12.4 %', '12.4%'],
    ['a hyphen before a number in a name', 'GPT-4', 'GPT 4'],
    ['a hyphen after a number', '12-month', '12 month'],
    ['a number and its unit', '5mg', '5 mg'],
    ['a decimal point on the line', '0·05', '0.05'],
    ['at most', 'p ≤ 0.05', 'p <= 0.05'],
    ['at most, slanted', 'p ⩽ 0.05', 'p ≤ 0.05'],
    ['at least', 'n ≥ 3', 'n >= 3'],
    ['at least, slanted', 'n ⩾ 3', 'n ≥ 3'],
    ['about', '≈5', '~5'],
    ['about, other signs', '∼5 ≃6', '~5 ~6'],
    ['times', '3 × 4', '3 x 4'],
    ['a power', '10⁵', '10^5'],
    ['a negative power', '10⁻⁵', '10^-5'],
    ['a power of two digits', '10¹²', '10^12'],
    ['a unit with a power', 'm²', 'm2'],
    ['a fraction after a number', '1½', '1 1/2'],
    ['an exponent', '1E−5', '1e-5'],
    ['NUL and the replacement character', 'speci\u0000c', 'speci\uFFFDc'],
    ['a mark', 'a, b; c.', 'a b c'],
    ['zero-width signs', 'a\u200Bb', 'ab'],
    ['math letters', '𝑝 < 0.05', 'p < 0.05'],
    ['a composed letter', 'e\u0301tude', 'étude'],
  ])('%s', (_name, a, b) => {
    expect(quoteStream(a).text).toBe(quoteStream(b).text)
    expect(quoteStream(a).text).not.toBe('')
  })
})

describe('quoteStream: different', () => {
  it.each([
    ['a lost minus', '(-0.3)', '(0.3)'],
    ['a lost range', '9–15', '915'],
    ['a range and two numbers', '9–15', '9 15'],
    ['digits drawn together', '1 2', '12'],
    ['a lost decimal point', '12.4', '124'],
    ['another separator', '1,200', '1.200'],
    ['a lost per cent sign', '12 %', '12'],
    ['below and above', 'p < 0.05', 'p > 0.05'],
    ['below and at most', 'p < 0.05', 'p ≤ 0.05'],
    ['equal lost', 'p = 0.05', 'p 0.05'],
    ['plus or minus lost', '5 ± 2', '5 2'],
    ['about lost', '~5', '5'],
    ['a power and a number', '10⁵', '105'],
    ['two powers', '10⁵', '10^6'],
    ['a negative exponent', '1e-5', '1e5'],
    ['a negative power lost', '10⁻⁵', '10⁵'],
    ['a fraction and a number', '1½', '11/2'],
    ['a plus of a name', 'CD4+ cells', 'CD4 cells'],
    ['digits of another script', '٣', '٤'],
    ['a cut number', '12.4', '2.4'],
  ])('%s', (_name, a, b) => {
    expect(quoteStream(a).text).not.toBe(quoteStream(b).text)
  })
})

describe('quoteStream', () => {
  it('tells where words, numbers and signs begin and end', () => {
    expect(quoteStream('A b 12 %')).toEqual({
      text: 'ab|12|%',
      starts: new Set([0, 1, 2, 6]),
      ends: new Set([1, 2, 6, 7]),
      tokens: [
        { at: 0, token: 'a' },
        { at: 1, token: 'b' },
        { at: 2, token: '12' },
        { at: 6, token: '%' },
      ],
    })
  })

  it('is empty for a text without letters, numbers and signs', () => {
    expect(quoteStream(' — “…” ').text).toBe('')
  })
})

describe('numbersIn', () => {
  it.each<[string, string[]]>([
    ['12.4 % of 1,200 (95 % CI 9–15)', ['12.4', '1,200', '95', '9', '15']],
    ['p = 1e-5, 1e−5 again', ['1e-5', '1e-5']],
    ['GPT-4 ends with 12.', ['4', '12']],
    ['none', []],
    ['5em is no exponent', ['5']],
    ['2e5x is none either', ['2', '5']],
  ])('%s', (text, expected) => {
    expect(numbersIn(text)).toEqual(expected)
  })
})
