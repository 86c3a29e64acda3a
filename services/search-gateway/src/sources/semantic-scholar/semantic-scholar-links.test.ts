import { readFileSync } from 'node:fs'
import type { Record } from '@winnow/contracts/entities/record.ts'
import { expect, test } from 'vitest'
import { answered, converse, faulted, parameter } from '../../testing/converse.ts'
import { semanticScholar } from './semantic-scholar.ts'
import { paperFields } from './semantic-scholar-record.ts'

const { api } = semanticScholar
const fixture = (file: string) => readFileSync(new URL(`../../fixtures/${file}.json`, import.meta.url), 'utf8')
const papers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ({ paperId: `p${from + n}`, title: `Paper ${from + n}` }))
const fields = paperFields.join(',')
const unknownShape = 'Semantic Scholar answered in an unknown shape, without a list of papers'

const work: Record = { recordId: 'a/b', source: 'semantic-scholar', ids: {}, title: 'T', authors: [], type: 'article' }
const follow = (direction: 'backward' | 'forward', limit: number, replies: Parameters<typeof converse>[1]) => {
  const asked = api[direction]
  if (asked === undefined) throw new Error(`no ${direction}`)
  return converse(asked(work, limit), replies)
}

test.each<['backward' | 'forward', list: string, member: string]>([
  ['backward', 'references', 'citedPaper'],
  ['forward', 'citations', 'citingPaper'],
])('%s follows the pages of %s; rows without a paper are unresolved', (direction, list, member) => {
  const row = (paper: unknown) => ({ [member]: paper, contexts: [] })
  const { result, requests } = follow(direction, 20, [
    answered({ offset: 0, next: 20, data: [row({ paperId: null, title: 'Only a title' }), ...papers(0, 10).map(row), row(null), {}] }),
    answered({ offset: 20, data: papers(9, 12).map(row) }),
  ])
  expect(requests).toEqual(
    ['0', '20'].map((offset) => ({
      method: 'GET',
      path: `/graph/v1/paper/a%2Fb/${list}`,
      query: [
        ['fields', fields],
        ['offset', offset],
        ['limit', '20'],
      ],
    })),
  )
  expect(result).toMatchObject({ outcome: 'hits', total: null, unresolved: 3, records: { length: 12 } })
})

test.each<[limit: number, size: string]>([
  [1, '1'],
  [1000, '1000'],
  [1001, '1000'],
])('for %i references a page of %s is asked', (limit, size) => {
  const [request] = follow('backward', limit, [answered({ data: [] })]).requests
  expect(request && parameter(request, 'limit')).toBe(size)
})

test.each<[name: string, replies: ReturnType<typeof answered>[], expected: object]>([
  [
    'a recorded last page',
    [answered(fixture('semantic-scholar/references-last-page'))],
    { outcome: 'hits', records: { length: 4 }, unresolved: 13 },
  ],
  ['nothing', [answered({ offset: 0, data: [] })], { outcome: 'none', unresolved: 0 }],
  ['null for a list that a publisher keeps back', [answered({ data: null })], { outcome: 'none' }],
  ['only rows without a paper', [answered({ data: [{ citedPaper: { paperId: null, title: 'x' } }] })], { outcome: 'none', unresolved: 1 }],
  [
    'more than the limit',
    [answered({ offset: 0, next: 5, data: papers(0, 5).map((citedPaper) => ({ citedPaper })) })],
    { outcome: 'truncated', records: { length: 5 } },
  ],
  [
    'a fault later',
    [answered({ offset: 0, next: 2, data: papers(0, 2).map((citedPaper) => ({ citedPaper })) }), faulted('broken', 'down')],
    { outcome: 'truncated', records: { length: 2 }, note: 'not whole: down' },
  ],
  ['a fault at once', [faulted('not-found', 'gone')], { outcome: 'failed', reason: 'gone' }],
  ['another shape', [answered({ total: 1 })], { outcome: 'failed', reason: unknownShape }],
])('references: %s', (_name, replies, expected) => {
  expect(follow('backward', 5, replies).result).toMatchObject(expected)
})

test('pages go on far behind the reach of a search', () => {
  const { requests } = follow('forward', 2500, (_request, n) =>
    answered({ next: n < 2 ? (n + 1) * 1000 : undefined, data: papers(n * 1000, n * 1000 + 1000).map((citingPaper) => ({ citingPaper })) }),
  )
  expect(requests.map((request) => parameter(request, 'offset'))).toEqual(['0', '1000', '2000'])
})
