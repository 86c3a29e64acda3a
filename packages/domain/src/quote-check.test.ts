import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import pbr024 from './fixtures/pbr-024.json' with { type: 'json' }
import { checkQuote } from './quote-check.ts'

const source = pbr024.input.source_text

describe('PBR-024', () => {
  const quotes = Object.fromEntries(pbr024.input.rows.map((row) => [row.row, row.quote]))
  it.each([
    ['q1', 'verified'],
    ['q2', 'verified'],
    ['q3', 'verified'],
    ['q4', 'verified'],
    ['q5', 'verified'],
    ['q6', 'refused'],
    ['q7', 'refused'],
    ['q8', 'refused'],
    ['q9', 'verified'],
    ['q10', 'short'],
  ])('%s is %s', (row, expected) => {
    expect(checkQuote(quotes[row] ?? '', source)).toBe(expected)
  })
  it('has no other rows', () => {
    expect(Object.keys(quotes)).toHaveLength(10)
  })
})

describe('checkQuote', () => {
  it.each([
    ['no text', 'the gate did not open', '', 'unchecked'],
    ['a text without words', 'the gate did not open', ' … ', 'unchecked'],
    ['no quote', '', 'the gate did not open', 'short'],
    ['a quote without words', ' “…” ', 'the gate did not open', 'short'],
    ['three words', 'did not open', 'the gate did not open', 'short'],
    ['four words', 'gate did not open', 'the gate did not open', 'verified'],
    ['a short quote that is not there', 'did open', 'the gate did not open', 'refused'],
    ['a beginning cut out of a word', 'ate did not open it', 'the gate did not open it', 'refused'],
    ['an end cut out of a word', 'the gate did not op', 'the gate did not open', 'refused'],
    ['a later place with whole words', 'end of the line', 'the trend of the lines, the end of the line', 'verified'],
    ['a later place that overlaps the first', 'aa aa aa aa', 'baaa aa aa aa aa', 'verified'],
    ['words in another order', 'gate the did not open', 'the gate did not open', 'refused'],
    ['a number cut at the front', 'rose by 2.4 points in', 'it rose by 12.4 points in June', 'refused'],
    ['a number cut at the end', 'by 12 points it rose', 'by 12.4 points it rose', 'refused'],
    ['a point is no joker', 'recall was 12.4 there', 'recall was 1254 there', 'refused'],
    ['a plus is no joker', 'the CD4+ cells were counted', 'the CD4444 cells were counted', 'refused'],
    ['a plus stands for itself', 'the CD4+ cells were counted', 'the CD4+ cells were counted', 'verified'],
    ['a power stands for itself', 'about 10^5 cells were counted', 'about 10⁵ cells were counted', 'verified'],
    [
      'a head within a broken word',
      'the gate in controlled trials',
      'the gate in con-\n  7   Journal of Tests\ntrolled trials',
      'verified',
    ],
    ['a word on a line of its own is no head', 'the gate did open at night', 'the gate did\nnot\nopen at night', 'refused'],
    ['a number on a line of its own is no head', 'the gate opened per cent', 'the gate opened\n12\nper cent', 'refused'],
    ['words with a changed minus', 'a change of 0.3 points', 'a change of −0.3 points', 'refused'],

    ['a lost fi', 'the final state was kept', 'the \uFFFDnal state was kept', 'verified'],
    ['a lost ffi', 'an efficient state was kept', 'an e\uFFFDcient state was kept', 'verified'],
    ['a lost ff before i', 'an efficient state was kept', 'an e\uFFFDicient state was kept', 'verified'],
    ['a lost fi after f', 'an efficient state was kept', 'an ef\uFFFDcient state was kept', 'verified'],
    ['a lost fl', 'the flow was kept low', 'the \uFFFDow was kept low', 'verified'],
    ['a lost ffl', 'the baffled gate was kept', 'the ba\uFFFDed gate was kept', 'verified'],
    ['a lost ff before l', 'the baffled gate was kept', 'the ba\uFFFDled gate was kept', 'verified'],
    ['a lost fl after f', 'the baffled gate was kept', 'the baf\uFFFDed gate was kept', 'verified'],
    ['a lost ff', 'the effect was kept low', 'the e\uFFFDect was kept low', 'verified'],
    ['a lost st', 'the first gate was kept', 'the fir\uFFFD gate was kept', 'verified'],
    ['other letters cannot be lost', 'the gate was kept low', 'the g\uFFFDe was kept low', 'refused'],
    ['no letter is lost for nothing', 'the not final state was', 'the \uFFFD final state was', 'refused'],
    ['ligatures in a text that lost another', 'the final effect was kept', 'the final e\uFFFDect was kept', 'verified'],
    ['a text with lost letters has jokers nowhere else', 'recall was 12.4 there', 'e\uFFFDect recall was 1254 there', 'refused'],
    ['the lost sign copied into the quote', 'the \uFFFDnal state was kept', 'the \uFFFDnal state was kept', 'verified'],

    [
      'an ellipsis over harmless words',
      'The old gate was opened … and then closed at night',
      'The old gate was opened in June and then closed at night',
      'verified',
    ],
    [
      'an ellipsis in brackets',
      'The old gate was opened [...] and then closed at night',
      'The old gate was opened in June and then closed at night',
      'verified',
    ],
    [
      'an ellipsis with spaces',
      'The old gate was opened . . . and then closed at night',
      'The old gate was opened in June and then closed at night',
      'verified',
    ],
    [
      'pieces in the wrong order',
      'and then closed at night … The old gate was opened',
      'The old gate was opened in June and then closed at night',
      'refused',
    ],
    [
      'one piece is not there',
      'The old gate was opened … and never closed at night',
      'The old gate was opened in June and then closed at night',
      'refused',
    ],
    ['the same piece needs two places', 'the gate was opened … the gate was opened', 'the gate was opened', 'refused'],
    ['two places for the same piece', 'the gate was opened … the gate was opened', 'the gate was opened, the gate was opened', 'verified'],
    ['a short piece', 'The old gate was opened … at night', 'The old gate was opened in June and then closed at night', 'short'],
    [
      'a piece of three words',
      'The old gate was opened … closed at night',
      'The old gate was opened in June and then closed at night',
      'verified',
    ],
    ['pieces that are short together', 'the gate … ', 'the gate was opened', 'short'],
    ['an ellipsis at the ends', '… gate was opened in June …', 'The old gate was opened in June', 'verified'],
    ['an ellipsis of the source', 'gate was … opened in June', 'The old gate was … opened in June', 'short'],
    [
      'a negation outside of the gap',
      'The old gate was opened … and then closed at night',
      'No: The old gate was opened in June and then closed at night, not before',
      'verified',
    ],
  ])('%s', (_name, quote, text, expected) => {
    expect(checkQuote(quote, text)).toBe(expected)
  })

  it.each([
    ...[
      'no',
      'not',
      'never',
      'none',
      'nor',
      'neither',
      'cannot',
      'without',
      'hardly',
      'rarely',
      'may',
      'might',
      'could',
      'unlikely',
      'unless',
    ],
    ...['fail', 'fails', 'failed', 'lack', 'lacks', 'lacked', 'except', 'only', 'less', 'fewer'],
    ...["don't", "doesn't", "didn't", "isn't", "aren't", "wasn't", "weren't", "hasn't", "haven't", "hadn't"],
    ...["can't", "won't", "couldn't", "wouldn't", 'shouldn’t'],
  ])('an ellipsis may not hide "%s"', (word) => {
    expect(checkQuote('the gate at sea … opened for all ships', `the gate at sea then ${word} opened for all ships`)).toBe('refused')
  })

  it.each(['patient', 'different', 'maybe', 'note', 'knot', 'lesson'])('an ellipsis may hide "%s"', (word) => {
    expect(checkQuote('the gate at sea … opened for all ships', `the gate at sea then ${word} opened for all ships`)).toBe('verified')
  })
})

describe('properties', () => {
  // Distinct words of four letters or more: no word is a part of another one's beginning or end.
  const word = fc
    .integer({ min: 0, max: 9999 })
    .map((n) => [...String(n).padStart(4, '0')].map((digit) => 'bcdfghjklm'[Number(digit)]).join('a'))
  const number = fc.integer({ min: 10, max: 99_999 }).map((n) => String(n / 10))
  const token = fc.oneof({ weight: 5, arbitrary: word }, { weight: 1, arbitrary: number })
  const sentences = fc
    .uniqueArray(token, { minLength: 15, maxLength: 30 })
    .map((tokens) => [tokens.slice(0, 5), tokens.slice(5, 10), tokens.slice(10)])
  const breaks = fc.infiniteStream(fc.integer({ min: 0, max: 9 }))

  /** Sets a text as a PDF would: words broken at the end of lines, lines of any length, double spaces. */
  function typeset(tokens: readonly string[], chance: Iterator<number>): string {
    const next = (): number => chance.next().value ?? 0
    return tokens
      .map((piece) => (/\d/.test(piece) || next() > 3 ? piece : `${piece.slice(0, 3)}${next() > 4 ? '-\n' : '\u00AD'}${piece.slice(3)}`))
      .reduce((line, piece) => `${line}${['\n', '  ', ' \n ', ' '][Math.min(3, next())] ?? ' '}${piece}`)
  }
  const said = (tokens: readonly string[]): string => `${tokens.join(' ')}.`

  it('verifies every sentence of a text, however it is set', () => {
    fc.assert(
      fc.property(sentences, breaks, fc.integer({ min: 0, max: 2 }), (all, chance, chosen) => {
        const text = all.map((tokens) => `${typeset(tokens, chance)}.`).join(' ')
        expect(checkQuote(said(all[chosen] ?? []), text)).toBe('verified')
      }),
    )
  })

  it('refuses a sentence that lost a word within, or has another one', () => {
    fc.assert(
      fc.property(sentences, breaks, fc.integer({ min: 0, max: 2 }), fc.nat(), word, (all, chance, chosen, at, other) => {
        const text = all.map((tokens) => `${typeset(tokens, chance)}.`).join(' ')
        const sentence = all[chosen] ?? []
        const place = 1 + (at % (sentence.length - 2))
        fc.pre(!all.flat().includes(other))
        expect(checkQuote(said(sentence.toSpliced(place, 1)), text)).toBe('refused')
        expect(checkQuote(said(sentence.toSpliced(place, 1, other)), text)).toBe('refused')
      }),
    )
  })
})
