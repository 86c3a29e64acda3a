/** A state that `evolve` owns and may change in place (for speed); outside of it state is readonly. */
export type Draft<T> = T extends readonly (infer E)[]
  ? number extends T['length']
    ? Draft<E>[]
    : { -readonly [K in keyof T]: Draft<T[K]> }
  : T extends object
    ? { -readonly [K in keyof T]: Draft<T[K]> }
    : T
