import type { Record } from '@winnow/contracts/entities/record.ts'
import type { ApiReply, ApiRequest } from '@winnow/http/api-exchange.ts'
import { describe, expect, it } from 'vitest'
import pbr015 from '../../fixtures/pbr-015.json' with { type: 'json' }
import { answered, converse, faulted, parameter } from '../../testing/converse.ts'
import { libraryRecord } from '../../testing/library-record.ts'
import { openalexList, openalexWork } from '../../testing/openalex-works.ts'
import { backward, forward } from './openalex-references.ts'

const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `W${from + n}`)
const seed = (id: string, cited?: readonly string[]): Record =>
  libraryRecord(id, {
    source: 'openalex',
    ids: { openalex: id },
    ...(cited === undefined ? {} : { references: cited.map((each) => `openalex:${each}`) }),
  })
const recordIds = (result: object) =>
  'records' in result && Array.isArray(result.records) ? result.records.map(({ recordId }) => recordId) : null

/** The server of PBR-015: the whole of its rules except the single 503, which the client answers by asking again. */
function server(request: ApiRequest): ApiReply {
  const filter = parameter(request, 'filter')
  const size = Number(parameter(request, 'per_page') ?? 25)
  const page = Number(parameter(request, 'page') ?? 1)
  const list = (ids: readonly string[]) => {
    const rows = ids
      .slice((page - 1) * size, page * size)
      .map((id) => openalexWork(id, id === 'W1020' ? { primary_location: null, authorships: [] } : {}))
    return answered(openalexList(rows, { count: ids.length, per_page: size }))
  }
  if (filter === undefined) {
    const id = request.path.slice('/works/'.length)
    if (id === 'W1013') return faulted('not-found')
    if (id === 'W1') return answered(openalexWork('W1', { referenced_works: references.map((cited) => `https://openalex.org/${cited}`) }))
    return answered(openalexWork(id === 'W1007' ? 'W2007' : id, { referenced_works: [] }))
  }
  if (filter.startsWith('cites:')) return list(filter === 'cites:W1' ? numbered(3001, 3288) : [])
  const ids = filter.replace('openalex:', '').split('|')
  if (ids.length > 50) return faulted('bad-request', 'more than 50 ids')
  return list(ids.filter((id) => id !== 'W1007' && id !== 'W1013').toReversed())
}
const references = [...numbered(1001, 1120), 'W1', 'W1001']

describe('PBR-015', () => {
  const { values } = pbr015.expect
  it.each([
    { name: 'from a record that has its references', work: seed('W1', references) },
    { name: 'from one that lost them', work: seed('W1') },
  ])('backward $name', ({ work }) => {
    const { result, requests } = converse(backward(work, 200), server)
    const found = recordIds(result)
    expect(found).toHaveLength(values.backward_found)
    expect(found).toEqual(expect.arrayContaining(values.contains))
    for (const id of values.not_contains) expect(found).not.toContain(id)
    expect(result).toMatchObject({
      outcome: 'hits',
      total: 120,
      unresolved: 1,
      note: `no longer at OpenAlex: ${values.backward_missing.join(', ')}`,
    })
    expect(found?.slice(0, 8)).toEqual(['W1001', 'W1002', 'W1003', 'W1004', 'W1005', 'W1006', 'W2007', 'W1008'])
    const lists = requests.flatMap((request) => parameter(request, 'filter') ?? [])
    expect(lists.map((filter) => filter.split('|').length)).toEqual([50, 50, 20])
    for (const request of requests) if (request.path === '/works') expect(parameter(request, 'per_page')).toBe('100')
  })
  it('what was found before a failing request is kept', () => {
    let lists = 0
    const failing = (request: ApiRequest) => {
      if (parameter(request, 'filter') !== undefined) lists += 1
      return lists === 2 ? faulted('broken', 'OpenAlex is out of order (503)') : server(request)
    }
    const { result } = converse(backward(seed('W1', references), 200), failing)
    expect(recordIds(result)).toHaveLength(49)
    expect(result).toMatchObject({
      outcome: 'truncated',
      total: 120,
      unresolved: 1,
      note: 'not whole: OpenAlex is out of order (503); no longer at OpenAlex: W1013',
    })
    expect(lists).toBe(2)
  })
  it('288 of 300 citing works are what there is', () => {
    const { result, requests } = converse(forward(seed('W1'), 400), server)
    expect(result).toMatchObject({ outcome: 'hits', total: 288, unresolved: 0 })
    expect(recordIds(result)).toEqual(numbered(3001, 3288))
    expect(requests.map((request) => parameter(request, 'page'))).toEqual(['1', '2', '3'])
  })
  it('a work with neither references nor citing works: two empty lists and no error', () => {
    const none = { outcome: 'none', records: [], total: 0, unresolved: 0 }
    expect(converse(backward(seed('W5'), 200), server).result).toEqual(none)
    expect(converse(forward(seed('W5'), 200), server).result).toEqual(none)
  })
})

describe('backward', () => {
  it('no more than asked, in the order of the references', () => {
    const { result, requests } = converse(backward(seed('W1', numbered(1001, 1120)), 60), server)
    expect(result).toMatchObject({ outcome: 'truncated', total: 120, unresolved: 1 })
    expect(recordIds(result)).toEqual(numbered(1001, 1061).flatMap((id) => (id === 'W1013' ? [] : [id === 'W1007' ? 'W2007' : id])))
    expect(requests.flatMap((request) => parameter(request, 'filter') ?? []).map((filter) => filter.split('|').length)).toEqual([50, 11])
  })
  it('exactly as many as asked are not truncated', () => {
    expect(converse(backward(seed('W1', numbered(1021, 1040)), 20), server).result).toMatchObject({ outcome: 'hits', total: 20 })
  })
  it('a work that was merged into another reference, or into the work itself, comes once', () => {
    const into = (id: string) => (request: ApiRequest) =>
      answered(openalexWork(request.path.endsWith('W7') ? id : request.path.slice('/works/'.length)))
    const twice = converse(backward(seed('W1', ['W2', 'W7']), 9), into('W2')).result
    expect(twice).toMatchObject({ outcome: 'hits', total: 2, unresolved: 0 })
    expect(recordIds(twice)).toEqual(['W2'])
    const own = converse(backward(seed('W1', ['W2', 'W7']), 9), into('W1')).result
    expect(own).toMatchObject({ outcome: 'hits', total: 2 })
    expect(recordIds(own)).toEqual(['W2'])
  })
  it('a work that was merged itself: neither its old nor its new id is among its references', () => {
    const { result } = converse(backward(seed('W1'), 9), (request) =>
      request.path.endsWith('/W1')
        ? answered(openalexWork('W9', { referenced_works: ['W1', 'W9', 'W2'] }))
        : answered(openalexWork(request.path.slice('/works/'.length))),
    )
    expect(recordIds(result)).toEqual(['W2'])
    expect(result).toMatchObject({ total: 1 })
  })
  it('references of other kinds are not followed', () => {
    const work = { ...seed('W1'), references: ['doi:10.5555/x', 'openalex:W2', 'id:x'] }
    const { result, requests } = converse(backward(work, 9), server)
    expect(recordIds(result)).toEqual(['W2'])
    expect(requests).toHaveLength(1)
  })
  it.each([
    { count: 5, note: 'no longer at OpenAlex: W1, W2, W3, W4, W5' },
    { count: 6, note: 'no longer at OpenAlex: W1, W2, W3, W4, W5 and 1 more' },
  ])('$count dead ids', ({ count, note }) => {
    const { result } = converse(backward(seed('W100', numbered(1, count)), 99), (request) =>
      parameter(request, 'filter') === undefined ? faulted('not-found') : answered(openalexList([])),
    )
    expect(result).toEqual({ outcome: 'none', records: [], total: count, unresolved: count, note })
  })
  it('the id may be told by another source', () => {
    const work = libraryRecord('r1', { ids: { openalex: 'W5' } })
    expect(converse(backward(work, 9), server).requests.map(({ path }) => path)).toEqual(['/works/W5'])
  })
  it('the id is that of the source when it is not among the identifiers', () => {
    expect(converse(backward(libraryRecord('W5'), 9), server).requests.map(({ path }) => path)).toEqual(['/works/W5'])
  })
  it.each([
    {
      name: 'a record without an OpenAlex id is not asked for',
      work: libraryRecord('r1'),
      replies: [],
      result: { outcome: 'skipped', reason: 'OpenAlex was not asked: the work has no OpenAlex id' },
    },
    {
      name: 'a work that is gone',
      work: seed('W3'),
      replies: [faulted('not-found')],
      result: { outcome: 'failed', reason: 'OpenAlex does not know the work W3' },
    },
    {
      name: 'throttled at once',
      work: seed('W3'),
      replies: [faulted('throttled', 'why')],
      result: { outcome: 'throttled', reason: 'why' },
    },
    {
      name: 'throttled at the first block',
      work: seed('W3', ['W4']),
      replies: [faulted('throttled', 'why')],
      result: { outcome: 'throttled', reason: 'why' },
    },
  ])('$name', ({ work, replies, result }) => {
    expect(converse(backward(work, 9), replies).result).toEqual(result)
  })
})

describe('forward', () => {
  it('asks for the most cited first', () => {
    const { requests } = converse(forward(seed('W1'), 50), server)
    expect(requests[0]?.query?.slice(0, -1)).toEqual([
      ['sort', 'cited_by_count:desc'],
      ['filter', 'cites:W1'],
      ['per_page', '50'],
      ['page', '1'],
    ])
  })
  it('no more than asked', () => {
    const { result } = converse(forward(seed('W1'), 250), server)
    expect(result).toMatchObject({ outcome: 'truncated', total: 288 })
    expect(recordIds(result)).toEqual(numbered(3001, 3250))
  })
  it('a work that cites itself is not among them', () => {
    const { result } = converse(forward(seed('W1'), 9), [answered(openalexList(['W1', 'W2'].map((id) => openalexWork(id))))])
    expect(result).toMatchObject({ outcome: 'hits', total: 2 })
    expect(recordIds(result)).toEqual(['W2'])
  })
  it('what was found before a failing page is kept', () => {
    const { result } = converse(forward(seed('W1'), 250), (request, place) => (place === 2 ? faulted('throttled', 'why') : server(request)))
    expect(result).toMatchObject({ outcome: 'truncated', note: 'not whole: why' })
    expect(recordIds(result)).toHaveLength(200)
  })
  it.each([
    { name: 'a record without an OpenAlex id', work: libraryRecord('r1'), replies: [], outcome: 'skipped' },
    { name: 'throttled at once', work: seed('W1'), replies: [faulted('throttled')], outcome: 'throttled' },
  ])('$name', ({ work, replies, outcome }) => {
    expect(converse(forward(work, 9), replies).result).toMatchObject({ outcome })
  })
})
