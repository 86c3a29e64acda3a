import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { atomFeed, type FeedEntry } from '../../testing/atom-feed.ts'
import { response } from '../../testing/converse.ts'
import { feedOf } from './arxiv-feed.ts'
import { arxivRecord } from './arxiv-record.ts'

const recorded = (file: string) => readFileSync(new URL(`../../fixtures/arxiv/${file}`, import.meta.url), 'utf8')
const recordsOf = (body: string) => feedOf(response(body))?.entries.map(arxivRecord) ?? []
const recordOf = (entry: FeedEntry) => recordsOf(atomFeed([entry]))[0]

describe('arxivRecord of recorded answers', () => {
  it('an old-style id, two spaces before the summary, affiliations, a journal and no DOI', () => {
    const [record, ...others] = recordsOf(recorded('single-oldstyle-astro-ph_0601001.xml'))
    expect(others).toEqual([])
    const { abstract, ...rest } = record ?? {}
    expect(rest).toEqual({
      recordId: 'astro-ph/0601001',
      source: 'arxiv',
      ids: { arxiv: 'astro-ph/0601001' },
      title: 'Frequency of Hot Jupiters and Very Hot Jupiters from the OGLE-III Transit Surveys Toward the Galactic Bulge and Carina',
      authors: [
        { given: 'Andrew', family: 'Gould' },
        { given: 'Susan', family: 'Dorsher' },
        { given: 'B. Scott', family: 'Gaudi' },
        { given: 'Andrzej', family: 'Udalski' },
      ],
      year: 2006,
      venue: 'ActaAstron.56:1-50,2006',
      type: 'preprint',
      rawType: 'preprint',
      keywords: ['astro-ph'],
      url: 'https://arxiv.org/abs/astro-ph/0601001',
      openAccess: [{ url: 'https://arxiv.org/pdf/astro-ph/0601001v1', kind: 'pdf' }],
    })
    expect(abstract).toMatch(/^We derive the frequencies .* V_max<17\.5\. .* Gould & Morgan|^We derive .*Gould & Morgan/)
    expect(abstract).toMatch(/distribution in detail\.$/)
  })
  it('a paper with the title "0"', () => {
    expect(recordsOf(recorded('single-title-zero-2104.12255v1.xml'))).toMatchObject([
      { recordId: '2104.12255', ids: { arxiv: '2104.12255' }, title: '0', year: 2021, venue: 'arXiv' },
    ])
  })
  it('the DOI of the journal, not of arXiv', () => {
    const records = recordsOf(recorded('search-page1.xml'))
    expect(records).toHaveLength(10)
    expect(records[0]).toMatchObject({ ids: { arxiv: '2202.12139', doi: '10.1109/icstw55395.2022.00035' }, keywords: ['cs.SE', 'cs.LG'] })
    expect(records.every((record) => record !== null && record.abstract !== undefined && !record.abstract.includes('\n'))).toBe(true)
  })
})

describe('arxivRecord', () => {
  it.each([
    ['hep-th/9901001v2', 'hep-th/9901001'],
    ['math.GT/0309136v1', 'math/0309136'],
    ['2203.01234v12', '2203.01234'],
    ['2203.01234', '2203.01234'],
  ])('id %s', (id, recordId) => {
    expect(recordOf({ id })).toMatchObject({ recordId, ids: { arxiv: recordId }, url: `https://arxiv.org/abs/${recordId}` })
  })
  it('what has no arXiv id, or no title, is no record', () => {
    expect(recordsOf(atomFeed([{ id: 'x' }, { id: '2203.01234v1', title: ' ' }]))).toEqual([null, null])
    expect(recordsOf('<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>x</title></entry></feed>')).toEqual([null])
  })
  it('line breaks in a title and an abstract are spaces', () => {
    const record = recordOf({ id: '2203.01234', title: 'Rapid mapping\n   of wetlands', more: '<summary>\n We map.\nMore. </summary>' })
    expect(record).toMatchObject({ title: 'Rapid mapping of wetlands', abstract: 'We map. More.' })
  })
  it('an empty journal is none', () => {
    expect(recordOf({ id: '2203.01234', more: '<arxiv:journal_ref> </arxiv:journal_ref>' })).toMatchObject({ venue: 'arXiv' })
  })
  it('the year is that of the first version, not of the update', () => {
    expect(recordOf({ id: '2203.01234', more: '<updated>2024-01-02T00:00:00Z</updated>' })).toMatchObject({ year: 2020 })
  })
  it('a collaboration among the authors', () => {
    const author = (name: string) => `<author><name>${name}</name></author>`
    expect(recordOf({ id: '2203.01234', more: author('Aurora Collaboration') + author('Ola van der Vik') + author(' ') })?.authors).toEqual(
      [{ collective: 'Aurora Collaboration' }, { given: 'Ola', family: 'van der Vik' }],
    )
  })
  it('an insecure link to the PDF is made a secure one; without a link it is built', () => {
    const link = (attributes: string) => ({ id: '2203.01234v2', more: `<link href="http://arxiv.org/pdf/2203.01234v2" ${attributes}/>` })
    const pdf = (url: string) => [{ url, kind: 'pdf' }]
    expect(recordOf(link('title="pdf"'))?.openAccess).toEqual(pdf('https://arxiv.org/pdf/2203.01234v2'))
    expect(recordOf(link('type="application/pdf"'))?.openAccess).toEqual(pdf('https://arxiv.org/pdf/2203.01234v2'))
    expect(recordOf(link('title="doi"'))?.openAccess).toEqual(pdf('https://arxiv.org/pdf/2203.01234'))
  })
  it.each([
    ['This paper has been withdrawn by the author', true],
    ['The article was withdrawn; see v2', true],
    ['Submission is withdrawn due to an error', true],
    ['Withdrawn.', true],
    ['[withdrawn]', true],
    ['12 pages; we discuss the withdrawn drug', false],
    ['12 pages', false],
    ['', false],
  ])('comment %j: withdrawn %s', (comment, withdrawn) => {
    const record = recordOf({ id: '2203.01234', more: `<arxiv:comment>${comment}</arxiv:comment>` })
    expect(record?.notices).toEqual(withdrawn ? [{ kind: 'withdrawal', direction: 'by', from: 'arxiv comment' }] : undefined)
    expect(record?.retracted).toBeUndefined()
  })
})
