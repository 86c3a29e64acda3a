import { estimateTokens } from '@winnow/text/estimate-tokens.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutToTokens, partsOfPassage, passageText } from './passage-text.ts'

const blob = 'aG9Xb3JsZCBxV2Zk8yR3eHh4eQpP'.repeat(4)

describe('passageText', () => {
  test.each([
    { name: 'title and abstract', title: 'A  title', sections: [{ heading: null, text: 'It helps.' }], text: 'A title\n\nIt helps.' },
    { name: 'no abstract', title: 'A title', sections: [{ heading: null, text: '' }], text: 'A title' },
    { name: 'no title', title: '', sections: [{ heading: null, text: 'It helps.' }], text: 'It helps.' },
    { name: 'nothing', title: ' ', sections: [], text: '' },
    {
      name: 'headings',
      title: 'T',
      sections: [
        { heading: null, text: 'Abstract.' },
        { heading: 'Main\nresults', text: 'Found.' },
        { heading: ' ', text: 'More.' },
      ],
      text: 'T\n\nAbstract.\n\n## Main results\nFound.\n\nMore.',
    },
    { name: 'an empty section has no heading either', title: 'T', sections: [{ heading: 'Results', text: ' ' }], text: 'T' },
    { name: 'blank lines within a section', title: 'T', sections: [{ heading: null, text: 'One.\n \n\nTwo.' }], text: 'T\n\nOne.\nTwo.' },
    { name: 'noise', title: `T ${blob}`, sections: [{ heading: null, text: `One ${blob} two.` }], text: 'T …\n\nOne … two.' },
  ])('$name', ({ title, sections, text }) => {
    expect(passageText({ title, sections }, 100)).toEqual({ text, cut: false })
  })
  test('is cut to its tokens, between words', () => {
    expect(passageText({ title: 'Title', sections: [{ heading: null, text: 'one two three four' }] }, 4)).toEqual({
      text: 'Title\n\none two',
      cut: true,
    })
  })
})

describe('partsOfPassage', () => {
  test('gives the title and the sections again', () => {
    const parts = {
      title: 'T',
      sections: [
        { heading: null, text: 'Abstract.\nMore.' },
        { heading: 'Results', text: 'Found.\nMore.' },
      ],
    }
    expect(partsOfPassage(passageText(parts, 100).text)).toEqual(parts)
  })
  test('of a text with a title alone, and of none', () => {
    expect(partsOfPassage('T')).toEqual({ title: 'T', sections: [] })
    expect(partsOfPassage('')).toEqual({ title: '', sections: [] })
  })
})

describe('cutToTokens', () => {
  test.each([
    { name: 'what fits stays', text: 'one two!', tokens: 2, out: 'one two!' },
    { name: 'one sign more does not fit', text: 'one twoo!', tokens: 2, out: 'one twoo' },
    { name: 'a cut inside a word goes back to the space', text: 'seventeen lettersx', tokens: 4, out: 'seventeen' },
    { name: 'a cut after a word keeps it', text: 'seventeen letter x', tokens: 4, out: 'seventeen letter' },
    { name: 'unless that loses half of it', text: 'ab cdefghijklmnopqrstuvw', tokens: 4, out: 'ab cdefghijklmno' },
    { name: 'a CJK sign is a token', text: '肝炎病毒携带', tokens: 4, out: '肝炎病毒' },
    { name: 'no room', text: 'one', tokens: 0, out: '' },
    { name: 'a pair is not split', text: `abc😀`, tokens: 1, out: 'abc' },
  ])('$name', ({ text, tokens, out }) => {
    expect(cutToTokens(text, tokens)).toBe(out)
  })
  test('never has more tokens, is a beginning, and loses no more than a word and a token', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '肝', '\n', '😀'), maxLength: 200 }), fc.nat(60), (text, tokens) => {
        const cut = cutToTokens(text, tokens)
        expect(text.startsWith(cut)).toBe(true)
        expect(estimateTokens(cut)).toBeLessThanOrEqual(tokens)
        if (estimateTokens(text) > tokens) expect(cut).toBe(cut.trimEnd())
        else expect(cut).toBe(text)
      }),
    )
  })
})
