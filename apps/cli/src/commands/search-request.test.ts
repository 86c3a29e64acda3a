import { UsageError } from '@winnow/runs/usage-error.ts'
import { describe, expect, test } from 'vitest'
import { languageOption, searchRequest } from './search-request.ts'

describe('searchRequest', () => {
  test('nothing but words', () => {
    expect(searchRequest(['memory', 'in agents'], {})).toEqual({ query: 'memory in agents', limit: 10, fromYear: null, toYear: null })
  })

  test('every option', () => {
    expect(searchRequest(['q'], { limit: 1000, from: 2019, to: 2019, type: 'preprint', language: 'de' })).toEqual({
      query: 'q',
      limit: 1000,
      fromYear: 2019,
      toYear: 2019,
      type: 'preprint',
      language: 'de',
    })
  })

  test('one bound alone', () => {
    expect(searchRequest(['q'], { from: 2019 })).toMatchObject({ fromYear: 2019, toYear: null })
    expect(searchRequest(['q'], { to: 2019 })).toMatchObject({ fromYear: null, toYear: 2019 })
  })

  test('white space, and half a character', () => {
    expect(searchRequest([' memory\n of  ', ' agents '], {}).query).toBe('memory of agents')
    expect(searchRequest(['a\ud800'], {}).query).toBe('a\ufffd')
  })

  test.each([
    ['no word', [], {}, 'the query is empty'],
    ['an empty query', [''], {}, 'the query is empty'],
    ['white space', [' \n'], {}, 'the query is empty'],
    ['a limit that is too high', ['q'], { limit: 1001 }, '--limit takes at most 1000, not 1001'],
    ['years the wrong way round', ['q'], { from: 2020, to: 2019 }, '--from 2020 is after --to 2019'],
  ])('%s', (_, words, flags, said) => {
    expect(() => searchRequest(words, flags)).toThrow(UsageError)
    expect(() => searchRequest(words, flags)).toThrow(said)
  })
})

test.each([
  ['en', 'en'],
  [' DE ', 'de'],
])('language %s', (raw, language) => {
  expect(languageOption(raw)).toBe(language)
})

test.each(['', 'e', 'eng', 'English', 'e1'])('language "%s" is none', (raw) => {
  expect(() => languageOption(raw)).toThrow(new UsageError(`--language takes two letters (ISO 639-1) such as en, not "${raw}"`))
})
