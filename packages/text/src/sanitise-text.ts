/** Printable ASCII, tab and line feed: nothing to clean, and by far the most texts (a library has millions of fields). */
const CLEAN = /^[\t\n\x20-\x7E]*$/

/**
 * The one clean-up at the border where text enters (PBR-033): the result can be stored as text and as jsonb, published
 * as JSON, and sent to every model provider. NUL and lone surrogates become U+FFFD, so that a loss stays visible (PDFs
 * have NUL where a ligature was); other C0 controls except tab and line feed go; CR and CRLF become LF; the result is NFC.
 */
export function sanitiseText(text: string): string {
  if (CLEAN.test(text)) return text
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u0000', '\uFFFD')
    .replace(/[\u0001-\u0008\u000B-\u001F]/g, '')
    .normalize('NFC')
}

/**
 * `sanitiseText` on every string and every object key of a JSON value; the rest is unchanged. Where two keys become
 * equal, the later one wins, as in JSON itself.
 */
export function sanitiseJson(value: unknown): unknown {
  if (typeof value === 'string') return sanitiseText(value)
  if (Array.isArray(value)) return value.map(sanitiseJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [sanitiseText(key), sanitiseJson(member)]))
}

/**
 * At most `maxUtf16Units` UTF-16 units from the start of `text`; a surrogate pair is never split, so the result may be
 * one unit shorter. A limit of 0 or less gives ''.
 */
export function truncateText(text: string, maxUtf16Units: number): string {
  if (text.length <= maxUtf16Units) return text
  const end = Math.max(0, Math.floor(maxUtf16Units))
  const splitsPair = isHighSurrogate(text.charCodeAt(end - 1)) && isLowSurrogate(text.charCodeAt(end))
  return text.slice(0, splitsPair ? end - 1 : end)
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
