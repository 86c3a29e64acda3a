import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invertedAbstract } from './inverted-abstract.ts'

/** The index of words at the given positions, its keys in the order of `shuffled`. */
function indexOf(placed: readonly (readonly [word: string, position: number])[]): { [word: string]: number[] } {
  const index = Object.create(null) as { [word: string]: number[] }
  for (const [word, position] of placed) index[word] = [...(index[word] ?? []), position]
  return index
}

describe('invertedAbstract', () => {
  it.each([
    { name: 'words at their positions', index: { world: [1], hello: [0] }, out: 'hello world' },
    { name: 'a word that comes twice', index: { a: [0, 2], b: [1] }, out: 'a b a' },
    { name: 'holes', index: { a: [3], b: [10] }, out: 'a b' },
    { name: 'keys that are numbers', index: { 2020: [1], in: [0], 5: [2] }, out: 'in 2020 5' },
    { name: 'more than nine words', index: { a: [2], b: [10] }, out: 'a b' },
    { name: 'a far position', index: { a: [0], b: [2_000_000_000] }, out: 'a b' },
    { name: 'positions that are none', index: { a: [0], b: ['x'], c: [1.5], d: 'e', f: null }, out: 'a' },
    { name: 'none', index: null, out: undefined },
    { name: 'empty', index: {}, out: undefined },
    { name: 'a text', index: 'abstract', out: undefined },
    { name: 'only blanks', index: { ' ': [0] }, out: undefined },
    { name: 'a heading', index: { Abstract: [0], The: [1], aim: [2] }, out: 'The aim' },
    { name: 'a heading in capitals', index: { ABSTRACT: [0], We: [1] }, out: 'We' },
    { name: 'a heading before a number', index: { Abstract: [0], '3D': [1] }, out: '3D' },
    { name: 'a heading with a colon', index: { 'Abstract:': [0], the: [1] }, out: 'the' },
    { name: 'a heading with a stop', index: { 'abstract.': [0], the: [1] }, out: 'the' },
    { name: 'a heading with a dash', index: { 'Abstract—we': [0], see: [1] }, out: 'we see' },
    { name: 'a heading grown together with the next', index: { AbstractBackground: [0], we: [1] }, out: 'Background we' },
    { name: 'the same in capitals', index: { ABSTRACTIn: [0], we: [1] }, out: 'In we' },
    { name: 'a word that begins like it', index: { Abstraction: [0], is: [1] }, out: 'Abstraction is' },
    { name: 'in capitals', index: { ABSTRACTION: [0], IS: [1] }, out: 'ABSTRACTION IS' },
    { name: 'an adjective', index: { Abstract: [0], reasoning: [1] }, out: 'Abstract reasoning' },
    { name: 'a compound', index: { 'Abstract-level': [0], is: [1] }, out: 'Abstract-level is' },
    { name: 'later in the text', index: { An: [0], Abstract: [1], Art: [2] }, out: 'An Abstract Art' },
    { name: 'nothing but a heading', index: { 'Abstract:': [0] }, out: 'Abstract:' },
  ])('$name', ({ index, out }) => {
    expect(invertedAbstract(index)).toBe(out)
  })

  const word = fc.stringMatching(/^[a-z0-9,.]{1,6}$/).filter((text) => !/^abstract/.test(text))
  it('is the text whose words were indexed, whatever the order of the keys', () => {
    fc.assert(
      fc.property(
        fc
          .array(word, { minLength: 1, maxLength: 60 })
          .chain((text) => fc.tuple(fc.constant(text), fc.shuffledSubarray([...text.keys()], { minLength: text.length }))),
        ([text, order]) => {
          const index = indexOf(order.map((position) => [text[position] ?? '', position]))
          expect(invertedAbstract(index)).toBe(text.join(' '))
        },
      ),
    )
  })
  it('holes change nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.integer({ min: 1, max: 1000 })), { minLength: 1, maxLength: 40 }), (gaps) => {
        let position = 0
        const placed = gaps.map(([text, gap]) => {
          position += gap
          return [text, position] as const
        })
        expect(invertedAbstract(indexOf(placed))).toBe(gaps.map(([text]) => text).join(' '))
      }),
    )
  })
})
