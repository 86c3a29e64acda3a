import { type ApiResponse, type Fault, jsonBody } from '@winnow/http/api-exchange.ts'
import { listMember, member, textMember } from '../answers/json-members.ts'
import { isHtmlPage, sourceMessage } from '../answers/source-message.ts'
import { statesError } from '../answers/stated-error.ts'

/** What is wrong with an answer of Crossref (facts §3, errors), asked with a contact or without; null when it is a message to be read. */
export function crossrefFault(response: ApiResponse, hasContact: boolean): Fault | null {
  const { status, body } = response
  const json = jsonBody(response)
  const said = whatItSaid(json)
  if (status === 429)
    return {
      kind: 'throttled',
      message: `Crossref asks to slow down (429)${said}${hasContact ? '' : '; WINNOW_CONTACT gives a larger rate'}`,
    }
  if (status === 401 || status === 403)
    return {
      kind: 'unauthorised',
      message: `Crossref refuses this client (${status})${said}: ${hasContact ? '' : 'set WINNOW_CONTACT, or '}ask support@crossref.org`,
    }
  if (status >= 500) return { kind: 'broken', message: `Crossref fails (${status})${said}` }
  if (isHtmlPage(body)) return { kind: 'unreadable', message: `Crossref answered with a web page instead of data (${status})` }
  // A cursor that Crossref does not know is a 404 too, and no missing work.
  if (status === 404 && textMember(json, 'status') !== 'failed')
    return { kind: 'not-found', message: 'Crossref has nothing under this address (404): an unknown DOI, or a wrong WINNOW_CROSSREF_URL' }
  if (status === 408) return { kind: 'broken', message: `Crossref did not answer in time (408)${said}` }
  if (status >= 400) return { kind: 'bad-request', message: `Crossref refuses the request (${status})${said}` }
  return faultOfMessage(json, said)
}

function faultOfMessage(json: unknown, said: string): Fault | null {
  switch (textMember(json, 'status')) {
    case 'failed':
      return { kind: 'bad-request', message: `Crossref refuses the request${said}` }
    case 'error':
      return { kind: 'broken', message: `Crossref fails${said}` }
  }
  if (typeof json !== 'object' || json === null)
    return { kind: 'unreadable', message: 'Crossref answered with something that is not JSON, or was cut' }
  return crossrefMessage(json) === null || statesError(json)
    ? { kind: 'unreadable', message: 'Crossref answered in an unknown shape' }
    : null
}

/** What a good answer carries: a work, or a list with `items`; also a work that stands without its envelope. Null for anything else. */
export function crossrefMessage(json: unknown): unknown {
  const message = member(json, 'message') ?? json
  return textMember(message, 'DOI') !== undefined || Array.isArray(member(message, 'items')) ? message : null
}

/** The messages of an error body, a list (validation), an object (a stack trace, of which the message alone) or a text. */
function whatItSaid(json: unknown): string {
  const text = [...listMember(json, 'message'), member(json, 'message')]
    .flatMap((said) => textMember(said, 'message') ?? textMember(said) ?? [])
    .join('; ')
  return text === '' ? '' : `: ${sourceMessage(text)}`
}
