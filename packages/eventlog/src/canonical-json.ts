/**
 * One text for one value: JSON without spaces, object keys sorted by UTF-16 code units, numbers as ECMAScript writes them
 * (RFC 8785). Keys whose value is undefined are left out. Throws on what JSON cannot hold (NaN, bigint, Date, Map …), so
 * that no difference is lost without a word. Pure; the hash chain and the state hash are made of it.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`not a JSON number: ${value}`)
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (isPlainObject(value)) {
    const members = Object.keys(value)
      .filter((key) => value[key] !== undefined)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
    return `{${members.join(',')}}`
  }
  throw new Error(`not a JSON value: ${Object.prototype.toString.call(value)}`)
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
