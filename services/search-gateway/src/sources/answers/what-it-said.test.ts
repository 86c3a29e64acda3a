import { expect, test } from 'vitest'
import { response } from '../../testing/converse.ts'
import { whatItSaid } from './what-it-said.ts'

test.each<[name: string, body: unknown, said: string]>([
  ['an error text', { error: 'Bad fields' }, 'Bad fields'],
  ['a message', { message: 'Forbidden' }, 'Forbidden'],
  ['a detail', { detail: 'Invalid key' }, 'Invalid key'],
  ['a message before an error', { error: 'Limit', message: 'Too fast' }, 'Too fast'],
  ['a detail before an error', { error: 'Limit', detail: 'Too fast' }, 'Too fast'],
  ['an error in a detail (Tavily)', { detail: { error: 'Plan limit' } }, 'Plan limit'],
  ['a detail in an error (Brave)', { error: { code: 'X', detail: 'Bad token' } }, 'Bad token'],
  [
    'a list of what is wrong (FastAPI)',
    { detail: [{ loc: ['query', 'k'], msg: 'not a number', type: 'int' }, { msg: 'no query' }] },
    'query.k: not a number; no query',
  ],
  ['a list without messages', { detail: [{ loc: ['a'] }], error: 'Bad' }, 'Bad'],
  ['a blank message before an error', { message: ' ', error: 'Bad' }, 'Bad'],
  ['a message that is no text', { message: null, error: 7 }, ''],
  ['an empty object', {}, ''],
  ['a JSON text', '"no"', 'no'],
  ['a plain text', 'Rate exceeded.', 'Rate exceeded.'],
  ['a message four levels deep', { error: { detail: [{ msg: 'Deep' }] } }, 'Deep'],
  ['a list three levels deep', { error: { error: { detail: ['Deep'] } } }, 'Deep'],
  ['nothing five levels deep', { error: { error: { error: { error: { error: 'Deeper' } } } } }, ''],
  ['nothing in a list five levels deep', [[[[['Deeper']]]]], ''],
  ['nothing', '', ''],
  [
    'the title of a web page',
    '<!DOCTYPE html><html><head><title lang="en">403 &amp; more</title></head><body>x</body></html>',
    '403 & more',
  ],
  [
    'as much of a title as stands in the first 5,000 characters',
    `<html>${' '.repeat(5000 - 6 - 7 - 3)}<title>Farther</title></html>`,
    'Far',
  ],
  ['a page in capitals', '<HTML><HEAD><TITLE>Forbidden</TITLE></HEAD></HTML>', 'Forbidden'],
  ['a web page without a title', '<html><body><h1>x</h1></body></html>', ''],
  ['markup in a message', { error: '<b>Bad</b>\n key' }, 'Bad key'],
])('%s', (_name, body, said) => {
  expect(whatItSaid(response(body))).toBe(said)
})

test('a message is at most 250 characters', () => {
  expect(whatItSaid(response({ error: 'x'.repeat(5000) }))).toHaveLength(250)
})
