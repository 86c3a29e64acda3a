import { expect, test } from 'vitest'
import { roundBracketedNumbers } from './bracketed-numbers.ts'

test.each([
  ['one', 'as shown [3].', 'as shown (3).'],
  ['several digits', 'in [2019]', 'in (2019)'],
  ['a list', 'seen [1, 2,3]', 'seen (1, 2,3)'],
  ['a list with semicolons', '[1; 2]', '(1; 2)'],
  ['a range with an en dash', '[2–5]', '(2–5)'],
  ['a range with an em dash', '[2—5]', '(2—5)'],
  ['a range with a hyphen', '[2-5]', '(2-5)'],
  ['blanks inside', '[ 4 ]', '(4)'],
  ['side by side', '[3][4]', '(3)(4)'],
  ['an index', 'arr[7]', 'arr(7)'],
  ['digits of another script', '[٣]', '(٣)'],
  ['words stay', 'it rose [sic] [3, p. 12]', 'it rose [sic] [3, p. 12]'],
  ['round ones stay', '(3)', '(3)'],
  ['empty ones stay', '[]', '[]'],
])('%s', (_, text, expected) => {
  expect(roundBracketedNumbers(text)).toBe(expected)
})
