/**
 * Reads a Retry-After header (PBR-006) as milliseconds from `now`: whole or broken seconds, or an HTTP date (a past one is
 * 0). Null when there is none or it cannot be read, so that the caller backs off by its own rule. Never negative or NaN.
 */
export const readRetryAfter = (header: string | null | undefined, now: number): number | null => {
  const text = header?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000)
  // Date.parse reads much that is no date ("-1" is a year), so the shape of an HTTP date is asked for first.
  if (!/^[A-Z][a-z]+,? .*\d{2}:\d{2}:\d{2}/.test(text)) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
