import { expect, test } from 'vitest'
import { decisionWords, linkWords, recordLine, tierWords } from './decision-words.ts'
import { givenRecord } from './fixtures/given-library.ts'

test.each([
  ['doi', 'same DOI'],
  ['identifier', 'same identifier'],
  ['title-author', 'same title and author'],
  ['place', 'same pages of one volume'],
  ['fuzzy', 'same or similar title'],
  ['a tier of another version', 'a tier of another version'],
])('the tier %s', (tier, words) => {
  expect(tierWords(tier)).toBe(words)
})

test('a decision', () => {
  expect(decisionWords({ a: 'x', b: 'y', tier: 'doi', signals: ['one', 'two'] })).toBe('x + y: one, two (doi)')
  expect(decisionWords({ a: 'x', b: 'y', tier: 'doi', signals: [] })).toBe('x + y: same DOI (doi)')
})

test.each([
  ['erratum', 'e is an erratum of w: linked, never merged'],
  ['expression-of-concern', 'e is an expression-of-concern of w: linked, never merged'],
  ['reply', 'e is a reply of w: linked, never merged'],
] as const)('a link: %s', (kind, words) => {
  expect(linkWords({ text: 'e', work: 'w', kind })).toBe(words)
})

test.each([
  ['nothing known', {}, '(no title)'],
  ['a title', { title: 'T' }, 'T'],
  [
    'all',
    { title: 'T', authors: ['Lee'], year: 2020, venue: 'J', volume: '4', issue: '2', pages: '1-9' },
    'T · Lee · 2020 · J · 4(2) · 1-9',
  ],
  ['a volume alone', { title: 'T', volume: '4' }, 'T · 4'],
  ['an issue alone', { title: 'T', issue: '2' }, 'T · (2)'],
  ['a title of the greatest length', { title: 'x'.repeat(160) }, 'x'.repeat(160)],
  ['a longer title', { title: 'x'.repeat(161) }, `${'x'.repeat(160)}…`],
])('a record in a line: %s', (_name, given, line) => {
  expect(recordLine(givenRecord('a', given))).toBe(line)
})
