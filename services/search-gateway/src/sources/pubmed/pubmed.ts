import type { ApiRequest } from '@winnow/http/api-exchange.ts'
import type { ApiSource } from '../../core/api-source.ts'
import { baseUrl, type SourceSettings } from '../../source-settings.ts'
import { pubmedApi } from './pubmed-api.ts'
import { pubmedFault } from './pubmed-fault.ts'

/** PubMed by the E-utilities of NCBI: 3 requests a second without a key, 10 with one (facts §4). */
export const pubmed: ApiSource = {
  name: 'pubmed',
  title: 'PubMed',
  needs: 'nothing (NCBI_API_KEY allows 10 requests a second instead of 3; WINNOW_CONTACT, an e-mail address, is asked for)',
  api: pubmedApi,
  unusable: () => null,
  policy: (settings) => ({
    name: 'pubmed',
    baseUrl: baseUrl(settings.WINNOW_PUBMED_URL, 'https://eutils.ncbi.nlm.nih.gov'),
    intervalMs: settings.NCBI_API_KEY === undefined ? 340 : 110,
    exclusive: false,
    throttleWaitsMs: [1000, 3000],
    dress: (request) => dressed(request, settings),
    faultOf: (response) => pubmedFault(response, settings.NCBI_API_KEY !== undefined),
  }),
}

/** With the program's name, contact and key, in the form of a POST as in the query of a GET. */
function dressed(request: ApiRequest, { WINNOW_CONTACT: contact, NCBI_API_KEY: key }: SourceSettings): ApiRequest {
  const own: readonly (readonly [string, string])[] = [
    ['tool', 'winnow'],
    ...(contact === undefined ? [] : [['email', contact] as const]),
    ...(key === undefined ? [] : [['api_key', key] as const]),
  ]
  const { body, query = [] } = request
  if (body !== undefined && 'form' in body) return { ...request, body: { form: [...body.form, ...own] } }
  return { ...request, query: [...query, ...own] }
}
