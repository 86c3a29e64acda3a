import { describe, expect, test } from 'vitest'
import { firstText, parsedJson } from './json-entry.ts'

describe('a JSON text', () => {
  test.each([
    ['is its value', '{"a": [1]}', { a: [1] }],
    ['may be null', 'null', null],
    ['that is none is undefined', '{"a": ', undefined],
    ['that is empty is none', '', undefined],
  ])('%s', (_, text, value) => {
    expect(parsedJson(text)).toEqual(value)
  })
})

describe('the first text of an entry', () => {
  const members = ['id', 'name']
  test.each([
    ['is that of the first member that has one', { name: 'second', id: 'first' }, 'first'],
    ['is trimmed', { id: '  a b\n' }, 'a b'],
    ['may be a number', { id: 0, name: 'second' }, '0'],
    ['is no white space', { id: ' \t', name: 'second' }, 'second'],
    ['is no list', { id: ['a'], name: 'second' }, 'second'],
    ['is no inherited member', Object.create({ id: 'inherited' }), null],
    ['is null where no member has any', { title: 'other' }, null],
  ])('%s', (_, entry: object, text) => {
    expect(firstText(entry, members)).toBe(text)
  })
})
