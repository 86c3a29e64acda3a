import { expect, test } from 'vitest'
import { asSeenBy } from './as-seen-by.ts'
import { buildCorpus, impostor, lookUp } from './corpus.ts'
import { soilCorpus, testRecord, worksOf } from './testing-corpus.ts'
import { worldApis } from './world-exchange.ts'

test('the same records make the same world', () => {
  expect(soilCorpus()).toEqual(soilCorpus())
})

test('records that share a DOI, an arXiv id or a PMID are one work, and references to each lead to it', () => {
  const corpus = buildCorpus([
    testRecord('a', { ids: { doi: '10.5555/a', arxiv: '2001.00001' } }),
    testRecord('a-again', { ids: { doi: '10.5555/a' }, references: ['id:b'] }),
    testRecord('a-early', { ids: { arxiv: '2001.00001' } }),
    testRecord('b', {
      ids: { pmid: '7' },
      references: ['id:a-again', 'id:a-early', 'doi:10.5555/a', 'id:b', 'pmid:7', 'doi:10.9/x', 'doi:10.9/x'],
    }),
    testRecord('b-again', { ids: { pmid: '7' } }),
  ])
  expect(corpus.works.map(({ key }) => key)).toEqual(['a', 'b'])
  expect(corpus.works.map(({ references, citedBy }) => ({ references, citedBy }))).toEqual([
    { references: [], citedBy: ['b'] },
    { references: [{ key: 'a' }, { elsewhere: 'doi:10.9/x' }], citedBy: [] },
  ])
})

test('a notice makes the work it is about retracted', () => {
  const corpus = buildCorpus([
    testRecord('old', { ids: { doi: '10.5555/old' } }),
    testRecord('notice', {
      type: 'notice',
      ids: { doi: '10.5555/n' },
      notices: [{ kind: 'retraction', direction: 'of', doi: '10.5555/old', from: 'library' }],
    }),
    testRecord('corrected', { ids: { doi: '10.5555/c' } }),
    testRecord('erratum', {
      type: 'notice',
      ids: { doi: '10.5555/e' },
      notices: [{ kind: 'erratum', direction: 'of', doi: '10.5555/c', from: 'library' }],
    }),
  ])
  expect(corpus.byKey.get('old')?.record).toMatchObject({
    retracted: true,
    notices: [{ kind: 'retraction', direction: 'by', doi: '10.5555/n' }],
  })
  expect(corpus.byKey.get('corrected')?.record).toMatchObject({
    retracted: false,
    notices: [{ kind: 'erratum', direction: 'by', doi: '10.5555/e' }],
  })
})

const corpus = soilCorpus(300)

test('every API has a share of the works, and every identifier leads to its work', () => {
  for (const { ids, record, foundIn } of corpus.works) {
    expect(foundIn.has('arxiv')).toBe(record.type === 'preprint')
    expect(foundIn.has('crossref')).toBe(record.type !== 'preprint')
    expect(foundIn.has('pubmed')).toBe(ids.pmid !== undefined)
    expect(ids.pmcid === undefined || ids.pmid !== undefined).toBe(true)
  }
  expect(Object.fromEntries(worldApis.map((api) => [api, worksOf(corpus, api).length]))).toMatchInlineSnapshot(`
    {
      "arxiv": 100,
      "crossref": 200,
      "files": 0,
      "openalex": 274,
      "pubmed": 143,
      "semanticscholar": 265,
      "unpaywall": 200,
    }
  `)
  const byOpenalex = corpus.works.filter((work) => lookUp(corpus, 'openalex', `openalex:${work.ids.openalex}`) === work)
  expect(byOpenalex).toEqual(worksOf(corpus, 'openalex'))
  const preprint = worksOf(corpus, 'arxiv')[0]
  expect(lookUp(corpus, 'arxiv', `doi:10.48550/arxiv.${preprint?.ids.arxiv}`)).toBe(preprint)
})

test('no two works share an identifier', () => {
  for (const scheme of ['openalex', 's2', 'corpusId', 'pmid', 'pmcid', 'arxiv', 'doi'] as const) {
    const given = corpus.works.flatMap(({ ids }) => ids[scheme] ?? [])
    expect(new Set(given).size).toBe(given.length)
  }
})

test('about a tenth of the titles differ, and abstracts are missing where sources miss them', () => {
  const share = (api: (typeof worldApis)[number], differs: (seen: ReturnType<typeof asSeenBy>, n: number) => boolean) =>
    Math.round((100 * corpus.works.filter((work, n) => differs(asSeenBy(api, work), n)).length) / corpus.works.length)
  const retitled = (api: (typeof worldApis)[number]) => share(api, ({ title }, n) => title !== corpus.works[n]?.record.title)
  const without = (api: (typeof worldApis)[number]) => share(api, ({ abstract }) => abstract === undefined)
  for (const api of ['arxiv', 'openalex', 'crossref', 'pubmed', 'semanticscholar'] as const) {
    expect(retitled(api)).toBeGreaterThanOrEqual(5)
    expect(retitled(api)).toBeLessThanOrEqual(15)
  }
  expect(without('arxiv')).toBe(0)
  expect(without('crossref')).toBeGreaterThan(40)
  expect(without('openalex')).toBeGreaterThan(4)
  expect(without('openalex')).toBeLessThan(16)
})

test('a preprint is of the year of its arXiv id', () => {
  const work = buildCorpus([testRecord('p', { ids: { arxiv: '2312.00001', doi: '10.5555/p' }, year: 2024 })]).works[0]
  expect(work === undefined ? null : [asSeenBy('arxiv', work).year, asSeenBy('crossref', work).year]).toEqual([2023, 2024])
})

test('an impostor has the identifiers of one work and all else of another of the same API', () => {
  const asked = worksOf(corpus, 'crossref')[0]
  if (asked === undefined) throw new Error('no work')
  const other = impostor(corpus, 'crossref', asked)
  expect(other.ids).toBe(asked.ids)
  expect(other.key).not.toBe(asked.key)
  expect(other.foundIn.has('crossref')).toBe(true)
  const alone = buildCorpus([testRecord('alone', { type: 'preprint' })])
  const [only] = alone.works
  expect(only === undefined ? null : impostor(alone, 'arxiv', only)).toBe(only)
})
