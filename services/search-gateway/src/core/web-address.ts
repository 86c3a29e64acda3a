/** Parameters that tell where a visitor came from and never what is shown. */
const TRACKING = /^(?:utm_\w+|gclid|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|igshid|mc_cid|mc_eid|_ga|_gl|srsltid|ref_src)$/i

/**
 * An http(s) address without fragment, credentials and tracking parameters, host in lower case: one spelling for one page.
 * Null for anything else (javascript:, data:, ftp:, relative addresses, no address at all).
 */
export function canonicalUrl(address: string): string | null {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  url.hash = ''
  url.username = ''
  url.password = ''
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !TRACKING.test(part.split('=')[0] ?? ''))
  url.search = kept.join('&')
  return url.href
}

/** The host that people know a site by: "nature.com" for "https://www.nature.com/x". */
export function siteName(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '')
}

export interface AddressIdentifiers {
  readonly doi?: string
  readonly arxiv?: string
  readonly pmid?: string
  readonly pmcid?: string
}

/** Identifiers that the address of a page states, raw: pages of arXiv, the DOI resolver, PubMed and PubMed Central. */
export function addressIdentifiers(url: string): AddressIdentifiers {
  const { hostname, pathname } = new URL(url)
  if (/(?:^|\.)arxiv\.org$/.test(hostname)) {
    return named('arxiv', /^\/(?:abs|pdf|html|format)\/(.+?)(?:\.pdf)?\/?$/.exec(pathname)?.[1])
  }
  if (/^(?:dx\.|www\.)?doi\.org$/.test(hostname)) return named('doi', /^\/(10\.\d{4,9}\/.+)/.exec(decoded(pathname))?.[1])
  const pmc = /^(?:\/pmc)?\/articles\/(?:pmc)?(\d+)(?:\/|$)/i
  switch (hostname) {
    case 'pubmed.ncbi.nlm.nih.gov':
      return named('pmid', /^\/(\d+)(?:\/|$)/.exec(pathname)?.[1])
    case 'pmc.ncbi.nlm.nih.gov':
      return named('pmcid', pmc.exec(pathname)?.[1])
    case 'www.ncbi.nlm.nih.gov':
    case 'ncbi.nlm.nih.gov': {
      const pmid = /^\/pubmed\/(\d+)(?:\/|$)/.exec(pathname)?.[1]
      return pmid === undefined ? named('pmcid', pmc.exec(pathname)?.[1]) : { pmid }
    }
    default:
      return {}
  }
}

function named(name: keyof AddressIdentifiers, value: string | undefined): AddressIdentifiers {
  return value === undefined ? {} : { [name]: value }
}

/** Percent escapes undone; an address with a broken escape stays as it is. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return path
    throw error
  }
}
