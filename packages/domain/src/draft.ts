/** A state that `evolve` owns and may change in place (for speed); outside of it state is readonly. */
export type Draft<T> = T extends readonly (infer E)[]
  ? number extends T['length']
    ? Draft<E>[]
    : { -readonly [K in keyof T]: Draft<T[K]> }
  : T extends object
    ? { -readonly [K in keyof T]: Draft<T[K]> }
    : T

/** A copy of a plain JSON value that shares nothing with it and may be changed in place. */
export function draftOf<T>(value: T): Draft<T> {
  return copied(value) as Draft<T>
}

function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copied)
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, copied(inner)]))
}
