import type { ApiRequest } from '@winnow/http/api-exchange.ts'
import type { ApiSource } from '../../core/api-source.ts'
import { baseUrl } from '../../source-settings.ts'
import { crossrefApi } from './crossref-api.ts'
import { crossrefFault } from './crossref-fault.ts'

/**
 * Crossref. With a contact requests go to the polite pool (3 lists a second, 3 at a time), without one to the public pool
 * (1 a second, 1 at a time; facts §3, as of December 2025).
 */
export const crossref: ApiSource = {
  name: 'crossref',
  title: 'Crossref',
  needs: 'nothing (WINNOW_CONTACT, an e-mail address, gives a larger rate)',
  api: crossrefApi,
  unusable: () => null,
  policy: ({ WINNOW_CONTACT: contact, WINNOW_CROSSREF_URL: url }) => ({
    name: 'crossref',
    baseUrl: baseUrl(url, 'https://api.crossref.org'),
    intervalMs: contact === undefined ? 1000 : 334,
    exclusive: contact === undefined,
    throttleWaitsMs: [1000, 5000],
    dress: (request) => (contact === undefined ? request : withMailto(request, contact)),
    faultOf: (response) => crossrefFault(response, contact !== undefined),
  }),
}

function withMailto(request: ApiRequest, contact: string): ApiRequest {
  return { ...request, query: [...(request.query ?? []), ['mailto', contact]] }
}
