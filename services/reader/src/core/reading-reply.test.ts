import { abstractText, fullTextSections } from '@winnow/domain/readable-text.ts'
import { describe, expect, it } from 'vitest'
import { itemsAtMost, locate, type ReadingReply, readItems, readingReply } from './reading-reply.ts'

type Item = ReadingReply['items'][number]
const item = (parts: Partial<Item> = {}): Item => ({
  subquestionId: 'RQ1',
  claim: 'Memory helps.',
  quote: 'It helps',
  section: 'Abstract',
  support: 'supports',
  strength: 0.5,
  studyType: null,
  sample: null,
  limitations: [],
  ...parts,
})
const text = abstractText('T', 'It helps a lot.')
const read = (...parts: readonly Partial<Item>[]) => readItems({ items: parts.map(item) }, text)

describe('readItems', () => {
  it('as the model gave it, facts left out where there are none', () => {
    expect(read({ studyType: ' ', sample: '' })).toEqual([
      {
        subquestionId: 'RQ1',
        claim: 'Memory helps.',
        quote: 'It helps',
        location: { section: 'Abstract' },
        support: 'supports',
        strength: 0.5,
        limitations: [],
      },
    ])
  })
  it('facts are trimmed', () => {
    expect(read({ claim: ' c ', quote: ' q ', studyType: ' trial ', sample: ' 12 agents ', limitations: ['small'] })[0]).toMatchObject({
      claim: 'c',
      quote: 'q',
      studyType: 'trial',
      sample: '12 agents',
      limitations: ['small'],
    })
  })
  it.each([
    { name: 'what fits stays', by: 0 },
    { name: 'what is longer is cut', by: 1 },
  ])('$name', ({ by }) => {
    const long = (most: number) => 'x'.repeat(most + by)
    const [one] = read({
      claim: long(1000),
      quote: long(2000),
      studyType: long(300),
      sample: long(300),
      limitations: Array<string>(10 + by).fill(long(300)),
    })
    expect([one?.claim.length, one?.quote.length, one?.studyType?.length, one?.sample?.length]).toEqual([1000, 2000, 300, 300])
    expect(one?.limitations?.map(({ length }) => length)).toEqual(Array(10).fill(300))
  })
  it('twenty items at most, the first', () => {
    const many = read(...Array.from({ length: 21 }, (_, n) => ({ claim: `claim ${n}` })))
    expect(many.map(({ claim }) => claim)).toEqual(Array.from({ length: itemsAtMost }, (_, n) => `claim ${n}`))
    expect(itemsAtMost).toBe(20)
  })
})

describe('locate', () => {
  const paper = fullTextSections(
    {
      sections: [
        { heading: 'Methods', level: 1, page: 2, text: 'We tried twelve agents.' },
        { heading: 'Results', level: 1, page: 5, text: 'Memory helped.' },
        { heading: 'Annex', level: 1, text: 'Nothing.' },
      ],
      references: [],
    },
    ['memory'],
  )
  it.each([
    { name: 'where the quote stands, whatever is named', quote: 'memory  HELPED', named: 'Methods', out: { section: 'Results', page: 5 } },
    { name: 'a section without a page', quote: 'Nothing', named: null, out: { section: 'Annex' } },
    { name: 'where the model says, when the quote is nowhere', quote: 'It flew', named: ' results ', out: { section: 'Results', page: 5 } },
    { name: 'the first section when neither is found', quote: 'It flew', named: 'Coda', out: { section: 'Methods', page: 2 } },
    { name: 'an empty quote is nowhere', quote: '…', named: 'Annex', out: { section: 'Annex' } },
    { name: 'nothing is named', quote: 'It flew', named: null, out: { section: 'Methods', page: 2 } },
  ])('$name', ({ quote, named, out }) => {
    expect(locate(quote, named, paper)).toEqual(out)
  })
  it('in a text without sections it is the abstract', () => {
    expect(locate('q', null, { depth: 'abstract', sections: [], wholeText: '' })).toEqual({ section: 'Abstract' })
  })
})

it.each([
  { strength: -0.1, fits: false },
  { strength: 0, fits: true },
  { strength: 1, fits: true },
  { strength: 1.1, fits: false },
])('the schema: a strength of $strength', ({ strength, fits }) => {
  expect(readingReply.safeParse({ items: [item({ strength })] }).success).toBe(fits)
})
