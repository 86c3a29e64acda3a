import type { ApiRequest } from '@winnow/http/api-exchange.ts'

/**
 * What is asked of a work: top-level fields only. One unknown name rejects the whole request, so each is in the list of
 * shared/scholarly-apis.md §1.
 */
export const WORK_FIELDS = [
  'id',
  'doi',
  'title',
  'display_name',
  'publication_year',
  'ids',
  'language',
  'type',
  'authorships',
  'primary_location',
  'locations',
  'best_oa_location',
  'open_access',
  'biblio',
  'cited_by_count',
  'referenced_works',
  'abstract_inverted_index',
  'is_retracted',
] as const

/** Fields that are filtered by. */
export type WorkFilter =
  | 'publication_year'
  | 'from_publication_date'
  | 'to_publication_date'
  | 'type'
  | 'language'
  | 'cites'
  | 'openalex'
  | 'doi'
  | 'ids.pmid'
  | 'title.search'

const select = ['select', WORK_FIELDS.join(',')] as const

/** One page of works. Filters all hold; values must hold no comma. */
export function worksRequest(
  parameters: readonly (readonly ['search' | 'sort', string])[],
  filters: readonly (readonly [WorkFilter, string])[],
  page: { readonly size: number; readonly number: number },
): ApiRequest {
  const filter = filters.map(([name, value]) => `${name}:${value}`).join(',')
  return {
    method: 'GET',
    path: '/works',
    query: [
      ...parameters,
      ...(filter === '' ? [] : [['filter', filter] as const]),
      ['per_page', String(page.size)],
      ['page', String(page.number)],
      select,
    ],
  }
}

/**
 * One work by its id, free of charge: "W1", "doi:10.5555/x", "pmid:1", "pmcid:PMC1". A merged work is found (OpenAlex sends
 * on to what it became).
 */
export function workRequest(id: string): ApiRequest {
  const colon = id.indexOf(':')
  return { method: 'GET', path: `/works/${id.slice(0, colon + 1)}${encodeURIComponent(id.slice(colon + 1))}`, query: [select] }
}
