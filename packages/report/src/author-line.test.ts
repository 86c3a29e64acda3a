import { expect, test } from 'vitest'
import { authorLine } from './author-line.ts'

const people = (count: number) => Array.from({ length: count }, (_, index) => ({ family: `A${index + 1}` }))

test.each([
  ['none', [], false, 'No author given'],
  ['names that are none', [{ given: 'X' }], false, 'No author given'],
  ['a person and a group', [{ family: 'Smith', given: 'John', suffix: 'Jr.' }, { collective: 'WHO' }], false, 'Smith, John, Jr.; WHO'],
  ['eight are named', people(8), false, 'A1; A2; A3; A4; A5; A6; A7; A8'],
  ['nine are not', people(9), false, 'A1; A2; A3; A4; A5; A6; A7; A8 et al.'],
  ['a list cut by its source', people(1), true, 'A1 et al.'],
])('%s', (_, authors, truncated, expected) => {
  expect(authorLine(authors, truncated)).toBe(expected)
})
