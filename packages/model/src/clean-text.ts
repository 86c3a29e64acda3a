/** Replaces what Postgres and providers refuse, NUL and lone surrogates, by U+FFFD (PBR-033). Everything else stays as it is. */
export const cleanText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

/** `cleanText` on every string and key of a JSON value: escapes such as \u0000 only become signs when the JSON is read. */
export const cleanValue = (value: unknown): unknown => {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), cleanValue(inner)]))
  }
  return value
}
