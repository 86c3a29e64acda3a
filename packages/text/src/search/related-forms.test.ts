import { expect, test } from 'vitest'
import { prefixOf, relatedForms, shapeOf, type TermShape } from './related-forms.ts'

const shapes = (...terms: readonly string[]) => terms.flatMap((term) => shapeOf(term) ?? [])
const formsOf = (term: string, others: readonly string[], least = 0.5, limit = 8) =>
  relatedForms(shapeOf(term) as TermShape, shapes(...others), { least, limit }).map(({ form }) => form)

test('the first three letters', () => {
  expect(prefixOf('leukemia')).toBe('leu')
  expect(prefixOf('in')).toBe('in')
})

test.each([
  { term: 'four', is: null },
  { term: 'fivel', is: { term: 'fivel', pieces: ['_fiv', 'five', 'ivel', 'vel_'] } },
  { term: 'aaaaaa', is: { term: 'aaaaaa', pieces: ['_aaa', 'aaa_', 'aaaa'] } },
])('the shape of "$term"', ({ term, is }) => {
  expect(shapeOf(term)).toEqual(is)
})

test.each([
  { name: 'two spellings of one word', term: 'leukaemia', others: ['leukemia'], least: 0.4, is: ['leukemia'] },
  { name: 'a longer form', term: 'angiogen', others: ['angiogenesi'], least: 0.5, is: ['angiogenesi'] },
  { name: 'the term itself is none', term: 'angiogen', others: ['angiogen'], least: 0, is: [] },
  {
    name: 'the most alike first, whatever the order',
    term: 'testing',
    others: ['testament', 'testings'],
    least: 0.2,
    is: ['testings', 'testament'],
  },
  { name: 'equally alike: by the term', term: 'abcdef', others: ['abcdeh', 'abcdeg'], least: 0.5, is: ['abcdeg', 'abcdeh'] },
  { name: 'short terms have no shape', term: 'testing', others: ['test'], least: 0, is: [] },
])('$name', ({ term, others, least, is }) => {
  expect(formsOf(term, others, least)).toEqual(is)
})

test('an overlap of exactly the least is enough, and counts pieces twice over their sum', () => {
  // _abc abcd bcde cdef def_ and _abc abcd bcde cdeg deg_: three of five.
  const [found] = relatedForms(shapeOf('abcdef') as TermShape, shapes('abcdeg'), { least: 0.6, limit: 1 })
  expect(found).toEqual({ form: 'abcdeg', likeness: 0.6 })
  expect(formsOf('abcdef', ['abcdeg'], 0.61)).toEqual([])
})

test('at most so many', () => {
  expect(formsOf('abcdef', ['abcdeg', 'abcdeh', 'abcdei'], 0.5, 2)).toEqual(['abcdeg', 'abcdeh'])
})
