import { expect, test } from 'vitest'
import { unknownId } from './unknown-id.ts'

test.each<[name: string, id: string, known: readonly string[], said: string]>([
  ['none like it', 'abc', ['xyz'], 'there is no record abc'],
  ['none at all', 'abc', [], 'there is no record abc'],
  [
    'the nearest first, whatever the case',
    'smith2020',
    ['Smith1920', 'Smith2021'],
    'there is no record smith2020; did you mean Smith2021, Smith1920?',
  ],
  ['one that holds it, however long', 'r1', ['refs.ris:r1-of-many'], 'there is no record r1; did you mean refs.ris:r1-of-many?'],
  ['as much alike as needed', 'abcde', ['abcxy'], 'there is no record abcde; did you mean abcxy?'],
  ['a little less', 'abcde', ['abxyz'], 'there is no record abcde'],
  ['three characters longer', 'abcdefgh', ['abcdefghijk'.replace('h', '-')], 'there is no record abcdefgh; did you mean abcdefg-ijk?'],
  ['four characters longer', 'abcdefgh', ['abcdefg-ijkl'], 'there is no record abcdefgh'],
  ['three characters shorter', 'abcdefghijk', ['abcdefgh'], 'there is no record abcdefghijk; did you mean abcdefgh?'],
  ['four characters shorter', 'abcdefghijkl', ['abcdefgh'], 'there is no record abcdefghijkl'],
  ['five are named', 'r', ['r1', 'r2', 'r3', 'r4', 'r5', 'r6'], 'there is no record r; did you mean r1, r2, r3, r4, r5?'],
])('%s', (_name, id, known, said) => {
  expect(unknownId(id, known)).toBe(said)
})

test('of a large library the first twenty thousand are compared', () => {
  const ids = Array.from({ length: 20_001 }, (_, index) => `${index}`.padStart(6, 'x'))
  expect(unknownId('x20000', [...ids.slice(0, 19_999), 'y20000'])).toContain('y20000')
  expect(unknownId('z00000z', [...Array.from({ length: 20_000 }, () => 'abcdefg'), 'z00000y'])).toBe('there is no record z00000z')
})
