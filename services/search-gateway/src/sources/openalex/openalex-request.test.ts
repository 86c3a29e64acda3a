import { describe, expect, it } from 'vitest'
import { WORK_FIELDS, workRequest, worksRequest } from './openalex-request.ts'

/** Top-level fields of a work by shared/scholarly-apis.md §1 ("Record (work)"). */
const documented =
  'id doi title display_name publication_year publication_date ids language type indexed_in authorships primary_location locations ' +
  'best_oa_location open_access biblio cited_by_count referenced_works related_works abstract_inverted_index is_retracted is_paratext ' +
  'is_xpac has_fulltext content_urls awards funders cited_by_api_url counts_by_year updated_date'

describe('worksRequest', () => {
  it('asks for documented fields only, each once', () => {
    expect(new Set(WORK_FIELDS).size).toBe(WORK_FIELDS.length)
    expect(WORK_FIELDS.filter((field) => !documented.split(' ').includes(field))).toEqual([])
  })
  it('has one filter parameter', () => {
    const request = worksRequest(
      [['search', 'a, b']],
      [
        ['publication_year', '2019-2021'],
        ['type', 'article'],
      ],
      { size: 50, number: 3 },
    )
    expect(request).toEqual({
      method: 'GET',
      path: '/works',
      query: [
        ['search', 'a, b'],
        ['filter', 'publication_year:2019-2021,type:article'],
        ['per_page', '50'],
        ['page', '3'],
        ['select', WORK_FIELDS.join(',')],
      ],
    })
  })
  it('has none when nothing is filtered', () => {
    expect(worksRequest([], [], { size: 1, number: 1 }).query?.map(([name]) => name)).toEqual(['per_page', 'page', 'select'])
  })
})

describe('workRequest', () => {
  it.each([
    ['W12', '/works/W12'],
    ['doi:10.1016/j.xgen.2025.100814', '/works/doi:10.1016%2Fj.xgen.2025.100814'],
    ['doi:10.1002/(sici)1:2<3::a>4;5#6', '/works/doi:10.1002%2F(sici)1%3A2%3C3%3A%3Aa%3E4%3B5%236'],
    ['pmid:12', '/works/pmid:12'],
  ])('%s', (id, path) => {
    expect(workRequest(id)).toEqual({ method: 'GET', path, query: [['select', WORK_FIELDS.join(',')]] })
  })
})
