import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { workKey } from '../../core/conversation.ts'
import type { WorkId } from '../../core/source.ts'
import { answered, converse, faulted } from '../../testing/converse.ts'
import { semanticScholar } from './semantic-scholar.ts'
import { paperFields } from './semantic-scholar-record.ts'

const { api } = semanticScholar
const fixture = (file: string) => readFileSync(new URL(`../../fixtures/${file}.json`, import.meta.url), 'utf8')
const fields = paperFields.join(',')

const lookup = (ids: readonly WorkId[], replies: Parameters<typeof converse>[1]) => {
  if (api.lookup === undefined) throw new Error('no lookup')
  return converse(api.lookup(ids), replies)
}

test.each<[id: WorkId, path: string]>([
  [{ scheme: 'doi', value: '10.1038/s42256-024-00832-8' }, 'DOI:10.1038/s42256-024-00832-8'],
  [{ scheme: 'doi', value: '10.1002/a<1:b>3.0;2#x?y' }, 'DOI:10.1002/a%3C1:b%3E3.0%3B2%23x%3Fy'],
  [{ scheme: 'arxiv', value: 'hep-th/9901001' }, 'ARXIV:hep-th/9901001'],
  [{ scheme: 'pmid', value: '123' }, 'PMID:123'],
  [{ scheme: 'pmcid', value: 'PMC2323736' }, 'PMCID:2323736'],
  [{ scheme: 's2', value: '354d' }, '354d'],
  [{ scheme: 's2', value: 'CorpusId:11' }, 'CorpusId:11'],
])('one id by itself: %j', (id, path) => {
  const { result, requests } = lookup([id], [answered(fixture('semantic-scholar/paper-full'))])
  expect(requests).toEqual([{ method: 'GET', path: `/graph/v1/paper/${path}`, query: [['fields', fields]] }])
  expect(result).toMatchObject({ outcome: 'answered' })
  expect('records' in result && [...result.records.keys()]).toEqual([workKey(id)])
})

const doi: WorkId = { scheme: 'doi', value: '10.5555/none' }

test.each<[name: string, reply: ReturnType<typeof answered>, expected: object]>([
  ['an unknown id', faulted('not-found'), { outcome: 'answered', records: new Map() }],
  ['a paper without a title', answered({ paperId: 'aa11', title: '' }), { outcome: 'answered', records: new Map() }],
  ['a list of one', answered([null]), { outcome: 'answered', records: new Map() }],
  ['a fault', faulted('throttled', 'slow'), { outcome: 'throttled', reason: 'slow' }],
  [
    'another shape',
    answered({ data: [] }),
    { outcome: 'failed', reason: 'Semantic Scholar did not answer with one paper for each id (1 asked)' },
  ],
])('one id: %s', (_name, reply, expected) => {
  expect(lookup([doi], [reply]).result).toEqual(expected)
})

test('an OpenAlex id can not be asked for', () => {
  expect(() => lookup([{ scheme: 'openalex', value: 'W1' }], [])).toThrow('OpenAlex')
  expect(api.lookupSchemes).toEqual(['s2', 'doi', 'arxiv', 'pmid', 'pmcid'])
})

test('PBR-009: several ids at once; each answer stays with the id that asked for it', () => {
  const { input } = JSON.parse(fixture('pbr-009'))
  const ids: readonly WorkId[] = [
    doi,
    { scheme: 's2', value: 'CorpusId:11' },
    { scheme: 'pmid', value: '90000009' },
    { scheme: 'arxiv', value: '2203.01234' },
  ]
  const { result, requests } = lookup(ids, [answered(input.body)])
  expect(requests).toEqual([
    { method: 'POST', path: '/graph/v1/paper/batch', query: [['fields', fields]], body: { json: { ids: input.request_ids } } },
  ])
  expect(result).toEqual({
    outcome: 'answered',
    records: new Map([
      [
        's2:CorpusId:11',
        {
          recordId: 'aa11',
          source: 'semantic-scholar',
          ids: { s2: 'aa11' },
          title: 'Reef noise budgets',
          authors: [{ family: 'Imani', given: 'R.' }],
          type: 'other',
          citedByCount: 0,
        },
      ],
      ['arxiv:2203.01234', expect.objectContaining({ recordId: 'cc33', title: 'Rapid mapping of flood-prone wetlands', year: 2022 })],
    ]),
  })
})

test('a recorded batch with an unknown id', () => {
  const ids = ['CorpusId:211530585', 'CorpusId:470667', '10', '0f40'].map((value): WorkId => ({ scheme: 's2', value }))
  const { result } = lookup(ids, [answered(fixture('semantic-scholar/batch-with-null-placeholder'))])
  expect('records' in result && [...result.records].map(([key, { recordId }]) => [key, recordId.slice(0, 4)])).toEqual([
    ['s2:CorpusId:470667', 'c31c'],
    ['s2:10', 'cb1e'],
    ['s2:0f40', '0f40'],
  ])
})

const manyIds = (count: number) => Array.from({ length: count }, (_, n): WorkId => ({ scheme: 'pmid', value: String(n + 1) }))
const paperOf = (key: string) => ({ paperId: key, title: `Paper ${key}` })
const batchOf = (request: { readonly body?: object }): readonly string[] =>
  request.body !== undefined && 'json' in request.body ? (request.body.json as { ids: string[] }).ids : []

test('500 ids are one batch, 501 are two, the last alone by itself', () => {
  expect(lookup(manyIds(500), (request) => answered(batchOf(request).map(paperOf))).requests).toHaveLength(1)
  const { result, requests } = lookup(manyIds(501), (request, n) => answered(n === 0 ? batchOf(request).map(paperOf) : paperOf('PMID:501')))
  expect(requests.map(({ path }) => path)).toEqual(['/graph/v1/paper/batch', '/graph/v1/paper/PMID:501'])
  expect(
    'records' in result && [result.records.size, result.records.get('pmid:500')?.recordId, result.records.get('pmid:501')?.recordId],
  ).toEqual([501, 'PMID:500', 'PMID:501'])
})

test.each<[name: string, reply: ReturnType<typeof answered>, expected: object]>([
  ['no id is known', faulted('not-found'), { outcome: 'answered', records: new Map() }],
  [
    'fewer answers than ids',
    answered([null]),
    { outcome: 'failed', reason: 'Semantic Scholar did not answer with one paper for each id (2 asked)' },
  ],
  ['more answers than ids', answered([null, null, null]), { outcome: 'failed' }],
  ['one paper for two ids', answered(paperOf('x')), { outcome: 'failed' }],
  ['a fault', faulted('unauthorised', 'no key'), { outcome: 'failed', reason: 'no key' }],
])('two ids: %s', (_name, reply, expected) => {
  expect(lookup(manyIds(2), [reply]).result).toMatchObject(expected)
})

test('a batch that fails leaves its ids open, not unknown', () => {
  const { result } = lookup(manyIds(502), (request, n) => (n === 0 ? answered(batchOf(request).map(paperOf)) : faulted('broken', 'down')))
  expect(result).toMatchObject({ outcome: 'answered', records: { size: 500 } })
  expect('unanswered' in result && result.unanswered).toEqual(
    new Map([
      ['pmid:501', 'down'],
      ['pmid:502', 'down'],
    ]),
  )
})

test('what is no paper in a batch leaves its id unanswered, null makes it unknown', () => {
  const ids = ['a', 'b', 'c', 'd'].map((value) => ({ scheme: 's2' as const, value }))
  const lookedFor = semanticScholar.api.lookup?.(ids)
  if (lookedFor === undefined) throw new Error('no lookup')
  const { result } = converse(lookedFor, [answered([{ paperId: 'a', title: 'A' }, null, 'x', { error: 'boom' }])])
  if (result.outcome !== 'answered') throw new Error(result.reason)
  expect([...result.records.keys()]).toEqual(['s2:a'])
  expect([...(result.unanswered?.keys() ?? [])]).toEqual(['s2:c', 's2:d'])
})
