import { type ApiResponse, jsonBody } from '@winnow/http/api-exchange.ts'
import { isHtmlPage, sourceMessage } from './source-message.ts'

/**
 * What an answer says for people, in one short line without markup: the message of a JSON error in the shapes that APIs
 * use, the title of a web page, else the text itself; '' when it says nothing. Keys in it are hidden by the client.
 */
export function whatItSaid(response: ApiResponse): string {
  const body = jsonBody(response)
  const text = body !== undefined ? messageIn(body, deepest) : isHtmlPage(response.body) ? pageTitle(response.body) : response.body
  return sourceMessage(text)
}

/** The title stands near the beginning of a page; a search through all of a huge one would take long. */
function pageTitle(html: string): string {
  return /<title[^>]*>([^<]*)/i.exec(html.slice(0, 5000))?.[1] ?? ''
}

/** How deep a message may lie: the error of an answer, a detail in it, an item of its list. */
const deepest = 4

/** The message of `{error}`, `{message}`, `{detail}`, each a text, an object with one of these again, or a list of them. */
function messageIn(value: unknown, levels: number): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && levels > 0)
    return value
      .map((item) => messageIn(item, levels - 1))
      .filter(isFilled)
      .join('; ')
  if (typeof value !== 'object' || value === null || levels === 0) return ''
  const object = new Map(Object.entries(value))
  const found = ['message', 'detail', 'error', 'msg'].map((name) => messageIn(object.get(name), levels - 1)).find(isFilled) ?? ''
  const place = object.get('loc')
  return found !== '' && Array.isArray(place) ? `${place.join('.')}: ${found}` : found
}

function isFilled(text: string): boolean {
  return text.trim() !== ''
}
