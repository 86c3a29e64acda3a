import { numbersIn } from '@winnow/domain/quote-stream.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractiveSentence, longestSentence, saysNumbersOf } from './extractive-sentence.ts'

describe('saysNumbersOf', () => {
  const rows = [
    { claim: 'Recall rose by 12.4 %.', quote: 'recall improved by 12.4 % in 30 runs', out: true },
    { claim: 'Recall rose.', quote: 'recall improved by 12.4 %', out: true },
    { claim: 'Recall rose by 21.4 %.', quote: 'recall improved by 12.4 %', out: false },
    { claim: 'Recall rose by 12 %.', quote: 'recall improved by 12.4 %', out: false },
  ]
  test.each(rows)('$claim', ({ claim, quote, out }) => {
    expect(saysNumbersOf(claim, quote)).toBe(out)
  })
})

describe('extractiveSentence', () => {
  const rows = [
    {
      name: 'the claim, when its quote has its numbers',
      in: { claim: 'Recall rose by 5 %', quote: 'up 5 %', quoteCheck: 'verified' },
      out: { text: 'Recall rose by 5 %.', verbatim: false },
    },
    {
      name: 'the verified quote, when the claim has other numbers',
      in: { claim: 'Recall rose by 6 %', quote: 'Up 5 %', quoteCheck: 'verified' },
      out: { text: 'Up 5 %.', verbatim: true },
    },
    {
      name: 'the claim, when the quote was refused',
      in: { claim: 'Recall rose by 6 %', quote: 'Up 5 %', quoteCheck: 'refused' },
      out: { text: 'Recall rose by 6 %.', verbatim: false },
    },
    {
      name: 'a sentence that is closed stays',
      in: { claim: 'Does it help?', quote: '', quoteCheck: 'unchecked' },
      out: { text: 'Does it help?', verbatim: false },
    },
    {
      name: 'also one closed inside quotation marks',
      in: { claim: 'They say “it helps.”', quote: '', quoteCheck: 'unchecked' },
      out: { text: 'They say “it helps.”', verbatim: false },
    },
    {
      name: 'bracketed numbers of the source are (n)',
      in: { claim: 'As shown [4]', quote: '', quoteCheck: 'short' },
      out: { text: 'As shown (4).', verbatim: false },
    },
  ]
  test.each(rows)('$name', ({ in: given, out }) => {
    expect(extractiveSentence(given)).toEqual(out)
  })
  test('a claim of 800 units is whole, a longer one is cut at a word', () => {
    const whole = `${'a'.repeat(longestSentence - 5)} 123.`
    expect(extractiveSentence({ claim: whole, quote: '', quoteCheck: 'unchecked' }).text).toBe(whole)
    const longer = `${'a'.repeat(longestSentence - 5)} 12345 more`
    expect(extractiveSentence({ claim: longer, quote: '', quoteCheck: 'unchecked' }).text).toBe(`${'a'.repeat(longestSentence - 5)} …`)
  })
  test('without any white space no number is cut through', () => {
    const text = `${'字'.repeat(longestSentence - 3)}12345字`
    expect(extractiveSentence({ claim: text, quote: '', quoteCheck: 'unchecked' }).text).toBe(`${'字'.repeat(longestSentence - 3)} …`)
  })
  test('every number of the sentence stands in the item', () => {
    const words = fc.array(
      fc.oneof(fc.constantFrom('rose', 'by', '[7]', '(', '%', 'x1'), fc.integer({ min: 0, max: 99_999 }).map(String)),
      { maxLength: 300 },
    )
    const text = words.map((parts) => `w ${parts.join(' ')}`)
    fc.assert(
      fc.property(text, text, fc.constantFrom('verified', 'refused', 'short', 'unchecked'), (claim, quote, quoteCheck) => {
        const said = numbersIn(extractiveSentence({ claim, quote, quoteCheck }).text)
        const evidence = new Set([...numbersIn(claim), ...numbersIn(quote)])
        expect(said.filter((number) => !evidence.has(number))).toEqual([])
      }),
    )
  })
})
