import { expect, test } from 'vitest'
import { answered, converse, faulted } from '../../testing/converse.ts'
import { type WebEngineTalk, type WebPage, webPages } from './web-pages.ts'

const hit = (n: number | string) => ({ url: `https://example.org/${n}`, title: `Page ${n}`, text: undefined })
const hits = (...names: (number | string)[]) => names.map(hit)

/** Answers are the pages themselves as JSON; `{"bad":1}` is none. */
const talk = (changes: Partial<WebEngineTalk> = {}): WebEngineTalk => ({
  title: 'Quill',
  ask: (page) => ({ method: 'GET', path: `/${page}` }),
  read: (body) => (typeof body === 'object' && body !== null && 'hits' in body ? (body as WebPage) : null),
  mostPages: 10,
  notes: [],
  ...changes,
})
const run = (limit: number, pages: readonly unknown[], changes?: Partial<WebEngineTalk>) => {
  const { result, requests } = converse(
    webPages(limit, talk(changes)),
    pages.map((page) => (page === 'broken' ? faulted('broken', 'down') : answered(page))),
  )
  const { records, ...rest } = 'records' in result ? result : { ...result, records: undefined }
  return {
    ...rest,
    ids: records?.map(({ recordId }) => recordId.slice('https://example.org/'.length)),
    paths: requests.map(({ path }) => path),
  }
}

test.each<[name: string, limit: number, pages: unknown[], expected: object]>([
  ['one page that is the last', 5, [{ hits: hits(1, 2), more: false }], { outcome: 'hits', total: null, ids: ['1', '2'], paths: ['/0'] }],
  ['nothing at all', 5, [{ hits: [], more: false }], { outcome: 'none', ids: [] }],
  ['nothing, and it does not say whether there is more', 5, [{ hits: [], more: null }], { outcome: 'none', ids: [] }],
  [
    'a second page until the engine has no more',
    5,
    [
      { hits: hits(1), more: true },
      { hits: hits(2), more: false },
    ],
    { outcome: 'hits', ids: ['1', '2'], paths: ['/0', '/1'] },
  ],
  [
    'a second page while the engine does not say',
    5,
    [
      { hits: hits(1), more: null },
      { hits: [], more: null },
    ],
    { outcome: 'hits', ids: ['1'] },
  ],
  ['the limit is reached on a full page', 2, [{ hits: hits(1, 2), more: null }], { outcome: 'hits', ids: ['1', '2'] }],
  [
    'the limit is reached and the engine says that it has more',
    2,
    [{ hits: hits(1, 2), more: true }],
    { outcome: 'truncated', ids: ['1', '2'] },
  ],
  ['more came than was asked for', 2, [{ hits: hits(1, 2, 3), more: false }], { outcome: 'truncated', ids: ['1', '2'] }],
  [
    'a page twice counts once',
    3,
    [
      { hits: hits(1, 1, 2), more: true },
      { hits: hits(2, 3), more: false },
    ],
    { outcome: 'hits', ids: ['1', '2', '3'] },
  ],
  [
    'a page that brings nothing new ends it',
    5,
    [
      { hits: hits(1), more: true },
      { hits: hits(1), more: true },
    ],
    { outcome: 'truncated', ids: ['1'] },
  ],
  [
    'hits without address fall out',
    5,
    [{ hits: [...hits(1), { ...hit(2), url: 'javascript:x' }], more: false }],
    { outcome: 'hits', ids: ['1'] },
  ],
])('%s', (_name, limit, pages, expected) => {
  expect(run(limit, pages)).toMatchObject(expected)
})

test('no more pages are asked than the engine allows', () => {
  const pages = [
    { hits: hits(1), more: true },
    { hits: hits(2), more: true },
  ]
  expect(run(5, pages, { mostPages: 2 })).toMatchObject({ outcome: 'truncated', ids: ['1', '2'], paths: ['/0', '/1'] })
})

test.each<[name: string, pages: unknown[], expected: object]>([
  ['a fault at once', ['broken'], { outcome: 'failed', reason: 'down' }],
  [
    'a fault later keeps what came',
    [{ hits: hits(1), more: true }, 'broken'],
    { outcome: 'truncated', ids: ['1'], note: 'not whole: down' },
  ],
  ['an unknown shape', [{ bad: 1 }], { outcome: 'failed', reason: 'Quill answered in an unknown shape' }],
  [
    'an unknown shape later',
    [{ hits: hits(1), more: true }, { bad: 1 }],
    { outcome: 'truncated', note: 'not whole: Quill answered in an unknown shape' },
  ],
  [
    'nothing usable',
    [
      {
        hits: [
          { ...hit(1), url: 'javascript:x' },
          { ...hit(2), title: '' },
        ],
        more: false,
      },
    ],
    { outcome: 'failed', reason: 'Quill answered only with results that lack a title or a web address (2)' },
  ],
  [
    'nothing while engines are silent',
    [{ hits: [], more: null, silent: ['a (CAPTCHA)', 'b'] }],
    { outcome: 'failed', reason: 'Quill has no results because engines did not answer: a (CAPTCHA), b' },
  ],
  [
    'nothing while one engine is silent',
    [{ hits: [], more: null, silent: ['a'] }],
    { outcome: 'failed', reason: 'Quill has no results because engines did not answer: a' },
  ],
  [
    'something while engines are silent, each named once',
    [
      { hits: hits(1), more: null, silent: ['a'] },
      { hits: [], more: null, silent: ['a', 'b'] },
    ],
    { outcome: 'hits', ids: ['1'], note: 'did not answer: a, b' },
  ],
])('%s', (_name, pages, expected) => {
  expect(run(5, pages)).toMatchObject(expected)
})

test('an answer without notes has none', () => {
  expect(run(5, [{ hits: hits(1), more: false }])).not.toHaveProperty('note')
})

test('notes of the asking stand behind what is not whole', () => {
  expect(run(5, [{ hits: hits(1), more: true }, 'broken'], { notes: ['cut', 'any year'] })).toMatchObject({
    note: 'not whole: down; cut; any year',
  })
})
