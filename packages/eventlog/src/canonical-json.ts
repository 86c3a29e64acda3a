/**
 * One text for one value: JSON without spaces, object keys sorted by UTF-16 code units, numbers as ECMAScript writes them
 * (RFC 8785). Keys whose value is undefined are left out. Throws on what JSON cannot hold (NaN, bigint, Date, Map …), so
 * that no difference is lost without a word. Pure; the hash chain and the state hash are made of it.
 */
export function canonicalJson(value: unknown): string {
  // The engine writes text several times faster than we can, when the keys have their order.
  const ordered = inOrder(value)
  return ordered === unordered ? spelled(value) : JSON.stringify(ordered)
}

/** Stands for a value that has an object whose keys an object cannot hold in order: "10" and "9", "__proto__". */
const unordered = Symbol('unordered')

/** The value with all keys in order, itself when they are; `unordered` when they cannot be. Throws on what is no JSON. */
function inOrder(value: unknown): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (Array.isArray(value)) return listInOrder(value)
  if (isPlainObject(value)) return objectInOrder(value)
  throw new Error(notJson(value))
}

function listInOrder(list: readonly unknown[]): unknown {
  let changed: unknown[] | null = null
  for (let index = 0; index < list.length; index++) {
    const member = inOrder(list[index])
    if (member === unordered) return unordered
    if (changed === null && member !== list[index]) changed = list.slice(0, index)
    changed?.push(member)
  }
  return changed ?? list
}

function objectInOrder(object: Readonly<Record<string, unknown>>): unknown {
  const keys = Object.keys(object)
  const sorted = isSorted(keys) ? keys : keys.toSorted()
  let changed: Record<string, unknown> | null = sorted === keys ? null : {}
  let numbers = false
  for (let index = 0; index < sorted.length; index++) {
    const key = sorted[index] ?? ''
    const value = object[key]
    if (value === undefined) continue
    const member = inOrder(value)
    if (member === unordered) return unordered
    if (changed === null && member !== value) changed = copyOf(object, sorted.slice(0, index))
    if (changed === null) continue
    // Assigned, it would be no key.
    if (key === '__proto__') return unordered
    numbers ||= key >= '0' && key < ':'
    changed[key] = member
  }
  if (changed === null) return object
  // An object gives its numbers first, and in their own order.
  return numbers && !isSorted(Object.keys(changed)) ? unordered : changed
}

function copyOf(object: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, object[key]]))
}

function isSorted(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index++) if ((keys[index - 1] ?? '') > (keys[index] ?? '')) return false
  return true
}

/** The text without the engine's help. */
function spelled(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelled).join(',')}]`
  if (!isPlainObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${spelled(value[key])}`)
  return `{${members.join(',')}}`
}

function notJson(value: unknown): string {
  return typeof value === 'number' ? `not a JSON number: ${value}` : `not a JSON value: ${Object.prototype.toString.call(value)}`
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
