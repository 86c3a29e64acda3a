import type { ApiResponse, Fault } from '@winnow/http/api-exchange.ts'
import { textMember } from '../answers/json-members.ts'
import { isHtmlPage, sourceMessage } from '../answers/source-message.ts'
import { elementsAt, textsAtPath, xmlBody } from '../answers/xml-body.ts'
import { pubmedJson } from './pubmed-esearch.ts'
import { recordRoots } from './pubmed-record.ts'

/** Roots of the answers that are asked for. */
const ROOTS: ReadonlySet<string> = new Set([...recordRoots, 'eSearchResult', 'eLinkResult'])

/**
 * What is wrong with an answer of the E-utilities (facts §4), asked with a key or without; null when it can be read. Errors
 * come with any status: the rate error is JSON also where XML was asked for, a refused term is `esearchresult.ERROR`, an
 * error of the XML calls is <ERROR>.
 */
export function pubmedFault(response: ApiResponse, hasKey: boolean): Fault | null {
  const { status, body } = response
  const json = pubmedJson(response)
  const error = textMember(json, 'esearchresult', 'ERROR') ?? textMember(json, 'error')
  if (status === 429) return slowDown(hasKey)
  const known = error === undefined ? null : knownFault(error, hasKey)
  if (known !== null) return known
  if (status === 401 || status === 403) return { kind: 'unauthorised', message: `PubMed refuses this client (${status}): ${askNcbi}` }
  if (status >= 500 || status === 408) return { kind: 'broken', message: `PubMed fails (${status})${said(error)}` }
  if (isHtmlPage(body)) return unreadable(`with a web page instead of data (${status})`)
  if (error !== undefined) return statedFault(error, hasKey)
  if (status >= 400) return { kind: 'bad-request', message: `PubMed refuses the request (${status})` }
  if (json !== undefined) return textMember(json, 'esearchresult', 'count') === undefined ? unreadable('in an unknown shape') : null
  return body.trim() === '' ? unreadable('with nothing') : faultOfXml(body, hasKey)
}

const askNcbi = 'set WINNOW_CONTACT, or ask eutilities@ncbi.nlm.nih.gov'

function slowDown(hasKey: boolean): Fault {
  const fix = hasKey ? '' : '; NCBI_API_KEY allows 10 requests a second'
  return { kind: 'throttled', message: `PubMed asks to slow down (API rate limit exceeded)${fix}` }
}

function faultOfXml(body: string, hasKey: boolean): Fault | null {
  using document = xmlBody(body)
  const [root] = document === null ? [] : elementsAt(document, '/*')
  if (root === undefined) return unreadable('with something that is not XML, or was cut')
  const errors = textsAtPath(root, '//ERROR')
  if (errors.length > 0) return statedFault(errors.join('; '), hasKey)
  return ROOTS.has(root.name) ? null : unreadable('in an unknown shape')
}

/** Errors in words that have a fix of their own, whatever the status. */
function knownFault(error: string, hasKey: boolean): Fault | null {
  if (/rate limit/i.test(error)) return slowDown(hasKey)
  if (/api[ _-]?key/i.test(error))
    return { kind: 'unauthorised', message: 'PubMed refuses the API key: set NCBI_API_KEY to a valid one, or to none' }
  return null
}

/** Any other error in words: what stands behind PubMed fails, or the request is wrong ("'retstart' cannot be larger than 9998"). */
function statedFault(error: string, hasKey: boolean): Fault {
  const theirs =
    /backend|server|database|unavailable|temporar|timed? ?out|try again|address table/i.test(error) && !/retstart|cannot be/i.test(error)
  return (
    knownFault(error, hasKey) ??
    (theirs
      ? { kind: 'broken', message: `PubMed fails${said(error)}` }
      : { kind: 'bad-request', message: `PubMed refuses the request${said(error)}` })
  )
}

function said(error: string | undefined): string {
  return error === undefined ? '' : `: ${sourceMessage(error)}`
}

function unreadable(how: string): Fault {
  return { kind: 'unreadable', message: `PubMed answered ${how}` }
}
