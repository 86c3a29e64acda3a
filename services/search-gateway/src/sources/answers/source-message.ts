import { cleanLine } from '@winnow/bibliography/clean-text.ts'
import { truncateText } from '@winnow/text/sanitise-text.ts'

/** Longest message of a source that is handed on, in characters. */
const longestMessage = 250

/** What a source said, fit for a user: on one line, without markup, at most 250 characters. XML loses all its elements. */
export function sourceMessage(text: string): string {
  const start = truncateText(text, 20 * longestMessage)
  const line = cleanLine(/^\s*<[?!\p{L}]/u.test(start) ? cleanLine(start).replace(/<[^<>]*>?/g, ' ') : start)
  return line.length <= longestMessage ? line : `${truncateText(line, longestMessage - 1).trimEnd()}…`
}

/** True for a page of HTML where data was asked for: a proxy's, a login's or an error page. */
export function isHtmlPage(body: string): boolean {
  return /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(body)
}
