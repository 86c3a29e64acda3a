import type { ApiReply, ApiRequest } from '@winnow/http/api-exchange.ts'
import { describe, expect, it } from 'vitest'
import { workKey } from '../../core/conversation.ts'
import pbr001 from '../../fixtures/pbr-001.json' with { type: 'json' }
import { atomFeed } from '../../testing/atom-feed.ts'
import { answered, converse, faulted, parameter } from '../../testing/converse.ts'
import { lookup } from './arxiv-lookup.ts'

const idAt = (place: number) => `2001.${String(place + 10_000)}`
const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => idAt(from + n))

describe('lookup', () => {
  const looked = (values: readonly string[], replies: Parameters<typeof converse>[1]) =>
    converse(lookup(values.map((value) => ({ scheme: value.startsWith('10.') ? ('doi' as const) : ('arxiv' as const), value }))), replies)
  const found = (result: object) => ('records' in result && result.records instanceof Map ? [...result.records.keys()] : null)
  /** arXiv that knows these ids and no others, and takes none with a letter in it. */
  const knows =
    (known: readonly string[]) =>
    (request: ApiRequest): ApiReply => {
      const list = parameter(request, 'id_list')?.split(',') ?? []
      const malformed = list.find((id) => /[a-z]/.test(id))
      return malformed === undefined
        ? answered(atomFeed(list.filter((id) => known.includes(id)).map((id) => `${id}v3`)))
        : faulted('bad-request', `incorrect id format for ${malformed}`)
    }

  it('by ids, all at once, with a size that is told', () => {
    const { result, requests } = looked([idAt(1), idAt(2), idAt(3)], knows([idAt(3), idAt(1)]))
    expect(requests.map(({ query }) => query?.slice(0, 3))).toEqual([
      [
        ['id_list', `${idAt(1)},${idAt(2)},${idAt(3)}`],
        ['start', '0'],
        ['max_results', '3'],
      ],
    ])
    expect(found(result)).toEqual([workKey({ scheme: 'arxiv', value: idAt(1) }), workKey({ scheme: 'arxiv', value: idAt(3) })])
  })
  it('by an arXiv DOI; another DOI is not asked for', () => {
    const { result, requests } = looked([`10.48550/arxiv.${idAt(1)}`, '10.5555/x', idAt(1)], knows([idAt(1)]))
    expect(parameter(requests[0] as ApiRequest, 'id_list')).toBe(idAt(1))
    expect(found(result)).toEqual([`doi:10.48550/arxiv.${idAt(1)}`, `arxiv:${idAt(1)}`])
  })
  it('nothing that arXiv could know', () => {
    expect(looked(['10.5555/x'], [])).toEqual({ result: { outcome: 'answered', records: new Map() }, requests: [] })
  })
  it('a hundred at once, the rest after that', () => {
    const all = ids(0, 101)
    const { result, requests } = looked(all, knows(all))
    expect(requests.map((request) => parameter(request, 'max_results'))).toEqual(['100', '1'])
    expect(found(result)).toHaveLength(101)
  })
  it('an unknown id is unknown, not a failure', () => {
    expect(looked([idAt(1)], knows([])).result).toEqual({ outcome: 'answered', records: new Map() })
  })
  it('a malformed id is told with its name, and asked once', () => {
    const { result, requests } = looked(['not-a-paper'], knows([]))
    expect(result).toEqual({ outcome: 'failed', reason: 'incorrect id format for not-a-paper' })
    expect(requests).toHaveLength(1)
  })
  it('in a list it costs itself only', () => {
    const { result, requests } = looked([idAt(1), 'bad', ...ids(2, 4)], knows(ids(1, 5)))
    expect(found(result)).toEqual(ids(1, 5).map((id) => `arxiv:${id}`))
    expect(result).toMatchObject({ unanswered: new Map([['arxiv:bad', 'incorrect id format for bad']]) })
    expect(requests.map((request) => parameter(request, 'id_list'))).toEqual([
      [idAt(1), 'bad', ...ids(2, 4)].join(','),
      `${idAt(1)},bad,${idAt(2)}`,
      `${idAt(1)},bad`,
      idAt(1),
      'bad',
      idAt(2),
      ids(3, 3).join(','),
    ])
  })
  it('what failed otherwise is not asked in halves', () => {
    const { result, requests } = looked([idAt(1), idAt(2)], () => faulted('throttled', 'slow down'))
    expect(result).toEqual({ outcome: 'throttled', reason: 'slow down' })
    expect(requests).toHaveLength(1)
  })
  it('an answer that is not whole: what came is found, the rest unanswered', () => {
    const half = answered(atomFeed([idAt(1)], 2))
    expect(looked([idAt(1), idAt(2)], [half, half]).result).toMatchObject({
      outcome: 'answered',
      records: new Map([[`arxiv:${idAt(1)}`, expect.objectContaining({ recordId: idAt(1) })]]),
      unanswered: new Map([[`arxiv:${idAt(2)}`, 'arXiv counts 2 hits and sent 1 of the 2 asked for, twice']]),
    })
  })
  it('PBR-001 c: matched by id, not by place', () => {
    const body = pbr001.input.rows.find(({ row }) => row === 'c')?.body
    const { result } = looked(['2203.01234', 'hep-th/9901001'], [answered(body)])
    expect(result).toMatchObject({
      records: new Map([
        ['arxiv:2203.01234', expect.objectContaining({ title: 'Rapid mapping of flood-prone wetlands' })],
        ['arxiv:hep-th/9901001', expect.objectContaining({ title: 'Branes on a cone' })],
      ]),
    })
  })
})
