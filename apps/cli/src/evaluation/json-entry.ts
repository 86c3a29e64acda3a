/** The value of a JSON text; undefined for a text that is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The first of these members that is a text of more than white space, or a number, trimmed; null where none is. */
export function firstText(entry: object, members: readonly string[]): string | null {
  for (const member of members) {
    const value: unknown = Object.hasOwn(entry, member) ? Reflect.get(entry, member) : undefined
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && text.trim() !== '') return text.trim()
  }
  return null
}
