/** The value that a path of keys and indices leads to; undefined where the way ends. For answers whose shape nobody warrants. */
export function member(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

/** The text at a path: a string that is not blank, or a number as text; undefined for anything else. */
export function textMember(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = member(value, ...path)
  if (typeof found === 'number') return String(found)
  return typeof found === 'string' && found.trim() !== '' ? found : undefined
}

/** The list at a path; empty for anything else. */
export function listMember(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = member(value, ...path)
  return Array.isArray(found) ? found : []
}

/** The first text of a list of texts, or a text that stands for itself; undefined when there is none. */
export function firstText(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  return (
    textMember(value, ...path) ??
    listMember(value, ...path)
      .flatMap((item) => textMember(item) ?? [])
      .at(0)
  )
}

/** A whole number that is not negative, also when it is written as a text; null for anything else. */
export function countMember(value: unknown, ...path: readonly (string | number)[]): number | null {
  const text = textMember(value, ...path)
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null
}
