import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { response } from '../../testing/converse.ts'
import { crossrefFault, crossrefMessage } from './crossref-fault.ts'

const recorded = (file: string) => readFileSync(new URL(`../../fixtures/crossref/${file}`, import.meta.url), 'utf8')
const html = '<!DOCTYPE html><html><head><title>429 Too Many Requests</title></head></html>'
const list = { status: 'ok', 'message-type': 'work-list', message: { 'total-results': 0, items: [] } }

describe('crossrefFault', () => {
  test.each([
    ['an empty list', 200, list],
    ['a recorded empty list', 200, recorded('empty-search.json')],
    ['a work', 200, { status: 'ok', message: { DOI: '10.5555/x' } }],
    ['a work without its envelope', 200, { DOI: '10.5555/x' }],
  ])('%s can be read', (_, status, body) => {
    expect(crossrefFault(response(body, status), false)).toBeNull()
  })

  test.each([
    ['429 without a body', 429, '', 'throttled', 'Crossref asks to slow down (429); WINNOW_CONTACT gives a larger rate'],
    ['429 with a web page', 429, html, 'throttled', 'Crossref asks to slow down (429); WINNOW_CONTACT gives a larger rate'],
    [
      '429 that says why',
      429,
      { message: 'Too many' },
      'throttled',
      'Crossref asks to slow down (429): Too many; WINNOW_CONTACT gives a larger rate',
    ],
    ['401', 401, '', 'unauthorised', 'Crossref refuses this client (401): set WINNOW_CONTACT, or ask support@crossref.org'],
    ['403', 403, html, 'unauthorised', 'Crossref refuses this client (403): set WINNOW_CONTACT, or ask support@crossref.org'],
    [
      'a recorded 400',
      400,
      recorded('error-400-filter-not-available.json'),
      'bad-request',
      "Crossref refuses the request (400): Filter 'has-assertion' specified but there is no such filter for this route. Valid filters for this route are: location",
    ],
    [
      'the same with 200',
      200,
      recorded('error-400-filter-not-available.json'),
      'bad-request',
      "Crossref refuses the request: Filter 'has-assertion' specified but there is no such filter for this route. Valid filters for this route are: location",
    ],
    [
      'several messages',
      400,
      { status: 'failed', message: [{ message: 'One' }, 'Two', { value: 'x' }] },
      'bad-request',
      'Crossref refuses the request (400): One; Two',
    ],
    ['400 with nothing', 400, '', 'bad-request', 'Crossref refuses the request (400)'],
    ['400 with a web page', 400, html, 'unreadable', 'Crossref answered with a web page instead of data (400)'],
    ['408', 408, '', 'broken', 'Crossref did not answer in time (408)'],
    [
      'an unknown DOI',
      404,
      recorded('error-404-unknown-doi.txt'),
      'not-found',
      'Crossref has nothing under this address (404): an unknown DOI, or a wrong WINNOW_CROSSREF_URL',
    ],
    ['404 with a web page', 404, html, 'unreadable', 'Crossref answered with a web page instead of data (404)'],
    [
      'a bad cursor',
      404,
      recorded('error-404-bad-cursor.json'),
      'bad-request',
      'Crossref refuses the request (404): Cursor specified but it is invalid',
    ],
    ['a recorded stack trace', 500, recorded('error-500-bad-cursor-2022.json'), 'broken', 'Crossref fails (500): Response Exception'],
    ['a stack trace with 200', 200, recorded('error-500-bad-cursor-2022.json'), 'broken', 'Crossref fails: Response Exception'],
    ['499', 499, '', 'bad-request', 'Crossref refuses the request (499)'],
    ['399', 399, '', 'unreadable', 'Crossref answered with something that is not JSON, or was cut'],
    ['502 with a web page', 502, html, 'broken', 'Crossref fails (502)'],
    ['503 without a body', 503, '', 'broken', 'Crossref fails (503)'],
    ['a web page with 200', 200, html, 'unreadable', 'Crossref answered with a web page instead of data (200)'],
    ['a cut answer', 200, JSON.stringify(list).slice(0, -5), 'unreadable', 'Crossref answered with something that is not JSON, or was cut'],
    ['nothing', 200, '', 'unreadable', 'Crossref answered with something that is not JSON, or was cut'],
    ['null', 200, 'null', 'unreadable', 'Crossref answered with something that is not JSON, or was cut'],
    ['another shape', 200, { status: 'ok', message: { agency: 'x' } }, 'unreadable', 'Crossref answered in an unknown shape'],
    ['items that are no list', 200, { status: 'ok', message: { items: {} } }, 'unreadable', 'Crossref answered in an unknown shape'],
    ['a list', 200, [], 'unreadable', 'Crossref answered in an unknown shape'],
  ])('%s', (_, status, body, kind, message) => {
    expect(crossrefFault(response(body, status), false)).toEqual({ kind, message })
  })
})

test.each([
  [429, 'Crossref asks to slow down (429)'],
  [403, 'Crossref refuses this client (403): ask support@crossref.org'],
])('with a contact there is other advice (%i)', (status, message) => {
  expect(crossrefFault(response('', status), true)?.message).toBe(message)
})

test('crossrefMessage', () => {
  expect(crossrefMessage({ message: { DOI: 'x' } })).toEqual({ DOI: 'x' })
  expect(crossrefMessage({ message: { items: [] } })).toEqual({ items: [] })
  expect(crossrefMessage({ DOI: 'x' })).toEqual({ DOI: 'x' })
  expect(crossrefMessage({ message: [] })).toBeNull()
  expect(crossrefMessage(undefined)).toBeNull()
})
