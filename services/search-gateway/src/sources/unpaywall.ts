import type { Record } from '@winnow/contracts/entities/record.ts'
import { type ApiReply, type ApiRequest, type Fault, jsonBody } from '@winnow/http/api-exchange.ts'
import type { SourcePolicy } from '@winnow/http/source-policy.ts'
import { baseUrl, type SourceSettings } from '../source-settings.ts'
import { listMember, member, textMember } from './answers/json-members.ts'
import { faultMessage, judgeJson } from './answers/status-fault.ts'

type OpenAccess = NonNullable<Record['openAccess']>

/** Asks for the open-access copies of a DOI (facts §8). */
export function openAccessRequest(doi: string): ApiRequest {
  return { method: 'GET', path: `/v2/${doi.split('/').map(encodeURIComponent).join('/')}` }
}

/**
 * The open-access copies in an answer, best first: PDFs in the order of the source, its best location before the others,
 * then landing pages. Empty for a closed work and for a DOI that the source does not know; otherwise the fault.
 */
export function readOpenAccess(reply: ApiReply): { readonly links: OpenAccess } | { readonly fault: Fault } {
  if (!reply.ok) return reply.fault.kind === 'not-found' ? { links: [] } : { fault: reply.fault }
  const body = jsonBody(reply.response)
  if (!isAnswer(body)) return { fault: { kind: 'unreadable', message: 'Unpaywall answered in an unknown shape' } }
  const locations = [member(body, 'best_oa_location'), ...listMember(body, 'oa_locations')]
  const pdfs = addresses(locations.map((found) => textMember(found, 'url_for_pdf')))
  const landings = addresses(locations.flatMap((found) => [textMember(found, 'url_for_landing_page'), textMember(found, 'url')]))
  return {
    links: [
      ...pdfs.map((url) => ({ url, kind: 'pdf' as const })),
      ...landings.filter((url) => !pdfs.includes(url)).map((url) => ({ url, kind: 'landing' as const })),
    ],
  }
}

function isAnswer(body: unknown): boolean {
  return textMember(body, 'doi') !== undefined && Array.isArray(member(body, 'oa_locations'))
}

function addresses(urls: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(urls.filter((url) => url !== undefined && /^https?:\/\//i.test(url)))] as string[]
}

const contactFix = 'set WINNOW_CONTACT to your e-mail address'

/** Null when Unpaywall may be asked, else what to set: it wants an e-mail address with every request. */
export function unusableUnpaywall({ WINNOW_CONTACT: contact }: SourceSettings): string | null {
  return contact !== undefined && /^[^\s@]+@[^\s@]+$/.test(contact) ? null : `Unpaywall needs an e-mail address: ${contactFix}`
}

/** How Unpaywall wants to be asked: the contact with each request; 100,000 requests a day, so ten a second do no harm. */
export function unpaywallPolicy(settings: SourceSettings): SourcePolicy {
  const contact = settings.WINNOW_CONTACT
  const words = { title: 'Unpaywall', keyFix: contactFix }
  return {
    name: 'unpaywall',
    baseUrl: baseUrl(settings.WINNOW_UNPAYWALL_URL, 'https://api.unpaywall.org'),
    intervalMs: 100,
    exclusive: false,
    throttleWaitsMs: [1000, 4000],
    dress: (request) => (contact === undefined ? request : { ...request, query: [...(request.query ?? []), ['email', contact]] }),
    faultOf: judgeJson(words, isAnswer, (response) => {
      if (response.status === 404 && jsonBody(response) !== undefined)
        return { kind: 'not-found', message: faultMessage(response, words, 'does not know the DOI') }
      // 422: the address is missing or one of those that everybody copies from the documentation.
      if (response.status === 422)
        return { kind: 'unauthorised', message: faultMessage(response, words, 'refused the e-mail address', contactFix) }
      return null
    }),
  }
}
