import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { articleSentences, longestSentence } from './article-sentences.ts'

const texts = (text: string) => articleSentences([{ heading: null, text }]).map(({ text: sentence }) => sentence)

describe('articleSentences', () => {
  it('says section, offsets, part and place of each', () => {
    expect(
      articleSentences([
        { heading: null, text: ' One is here. Two. ' },
        { heading: 'Results', text: 'It fell by 1.2 kg, et al. say.' },
        { heading: 'Methods', text: '' },
        { heading: 'Methods', text: 'We weighed.' },
      ]),
    ).toEqual([
      { section: 0, start: 1, end: 13, text: 'One is here.', part: null, place: 0.5 },
      { section: 0, start: 14, end: 18, text: 'Two.', part: null, place: 1 },
      { section: 1, start: 0, end: 30, text: 'It fell by 1.2 kg, et al. say.', part: 'findings', place: 1 },
      { section: 3, start: 0, end: 11, text: 'We weighed.', part: 'rest', place: 1 },
    ])
  })
  it('a label holds until the next one, and not beyond its section', () => {
    const sections = ['BACKGROUND: One. Two. RESULTS: Three. Four.', 'Five.'].map((text) => ({ heading: null, text }))
    expect(articleSentences(sections).map(({ part }) => part)).toEqual(['rest', 'rest', 'findings', 'findings', null])
  })
  it('a label goes before the heading', () => {
    expect(articleSentences([{ heading: 'Methods', text: 'One. RESULTS: Two.' }]).map(({ part }) => part)).toEqual(['rest', 'findings'])
  })

  it.each([
    { name: 'one of the greatest length stays', text: 'x'.repeat(1000), lengths: [1000] },
    { name: 'a longer one is cut where it is full', text: 'x'.repeat(1001), lengths: [1000, 1] },
    { name: 'at white space in its second half', text: `${'x'.repeat(501)} ${'y'.repeat(600)}`, lengths: [501, 600] },
    { name: 'not in its first half', text: `${'x'.repeat(500)} ${'y'.repeat(600)}`, lengths: [1000, 101] },
    { name: 'at the last white space', text: `${'x'.repeat(600)} ${'z'.repeat(100)}  ${'y'.repeat(600)}`, lengths: [701, 600] },
    { name: 'white space just after the limit', text: `${'x'.repeat(1000)} yy`, lengths: [1000, 2] },
    { name: 'never inside of a character', text: `${'x'.repeat(999)}🔥${'y'.repeat(10)}`, lengths: [999, 12] },
    { name: 'a lone surrogate is a character', text: `${'x'.repeat(999)}\ud83dy`, lengths: [1000, 1] },
    { name: 'three pieces', text: 'x'.repeat(2001), lengths: [1000, 1000, 1] },
  ])('$name', ({ text, lengths }) => {
    expect(texts(text).map((sentence) => sentence.length)).toEqual(lengths)
    expect(longestSentence).toBe(1000)
  })

  const pieces = fc.constantFrom(
    ...[
      'We saw p = 0.05.',
      'et al.',
      'e.g.',
      '1.',
      'Fig. 2',
      '\u0000',
      '\ud800',
      '\udc00',
      '🔥',
      '。',
      '\n\n',
      ' ',
      '',
      'RESULTS:',
      'x'.repeat(600),
      '12,5',
      '[1]',
    ],
  )
  it('every sentence is the slice it names, in order, trimmed and bounded; nothing visible is lost', () => {
    fc.assert(
      fc.property(fc.array(fc.array(pieces, { maxLength: 20 }), { maxLength: 4 }), fc.constantFrom(' ', ''), (many, glue) => {
        const sections = many.map((words) => ({ heading: null, text: words.join(glue) }))
        const found = articleSentences(sections)
        for (const { section, start, end, text } of found) {
          expect(sections[section]?.text.slice(start, end)).toBe(text)
          expect(text).toBe(text.trim())
          expect(text.length).toBeGreaterThan(0)
          expect(text.length).toBeLessThanOrEqual(longestSentence)
        }
        const visible = (text: string) => text.replace(/\s/g, '')
        expect(visible(found.map(({ text }) => text).join(''))).toBe(visible(sections.map(({ text }) => text).join('')))
        expect(found.map(({ section, start }) => section * 1e6 + start)).toEqual(
          found.map(({ section, start }) => section * 1e6 + start).toSorted((a, b) => a - b),
        )
      }),
    )
  })
  it('two million characters without a full stop, or with an abbreviation in each place, are cut all the same', () => {
    for (const piece of ['agents remember ', 'e.g. Agents vs. ', '.', 'x']) {
      const text = piece.repeat(Math.ceil(2_000_000 / piece.length))
      const found = articleSentences([{ heading: null, text }])
      expect(found.length).toBeGreaterThan(1999)
      expect(found.every(({ start, end, text: sentence }) => end - start <= longestSentence && sentence.length === end - start)).toBe(true)
    }
  })
})
