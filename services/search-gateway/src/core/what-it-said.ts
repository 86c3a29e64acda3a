import { cleanLine } from '@winnow/bibliography/clean-text.ts'
import { type ApiResponse, jsonBody } from '@winnow/http/api-exchange.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'

/** Longest quotation from a source in a message, in UTF-16 units. */
export const longestQuotation = 300

/** How much of a body without JSON is looked at: its message stands at its beginning. */
const lookedAt = 5000

/** Whether a body is a web page and no data. */
export function isWebPage({ body }: ApiResponse): boolean {
  return /^\s*(?:<!doctype html|<html|<head|<body)/i.test(body)
}

/**
 * What an answer says for people, in one line of at most 300 characters without markup: the message of a JSON error in the
 * shapes that APIs use, the title of a web page, else the text itself; '' when it says nothing. `secret` never appears.
 */
export function whatItSaid(response: ApiResponse, secret?: string): string {
  const body = jsonBody(response)
  const text = body === undefined ? plainBody(response) : messageIn(body)
  const line = cleanLine(text)
  const safe = secret === undefined || secret === '' ? line : line.replaceAll(secret, '…')
  return safe.length <= longestQuotation ? safe : `${truncateText(safe, longestQuotation - 1)}…`
}

function plainBody(response: ApiResponse): string {
  const start = response.body.slice(0, lookedAt)
  return isWebPage(response) ? (/<title[^>]*>([^<]*)/i.exec(start)?.[1] ?? 'a web page') : start
}

/** The message of `{error}`, `{message}`, `{detail}`, each a text, an object with one of these again, or a list of them. */
function messageIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(messageIn).filter(isFilled).join('; ')
  if (typeof value !== 'object' || value === null) return ''
  const object = new Map(Object.entries(value))
  const found = ['message', 'detail', 'error', 'msg'].map((name) => messageIn(object.get(name))).find(isFilled) ?? ''
  const place = object.get('loc')
  return found !== '' && Array.isArray(place) ? `${place.join('.')}: ${found}` : found
}

function isFilled(text: string): boolean {
  return text.trim() !== ''
}
