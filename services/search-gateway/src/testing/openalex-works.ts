/** A made-up work of OpenAlex "W1" with title "Title W1", unless the parts say otherwise. */
export function openalexWork(id: string, parts: { readonly [field: string]: unknown } = {}): { readonly [field: string]: unknown } {
  return { id: `https://openalex.org/${id}`, title: `Title ${id}`, ...parts }
}

/** A list of works with its `meta`. `count`: works that it counts, as many as there are unless told. */
export function openalexList(
  works: readonly unknown[],
  meta: { readonly count?: number | null; readonly per_page?: number } = {},
): unknown {
  return { meta: { count: works.length, page: 1, ...meta }, results: works }
}

/** Works "W<from>" to "W<to>". */
export function openalexWorks(from: number, to: number): readonly unknown[] {
  return Array.from({ length: to - from + 1 }, (_, n) => openalexWork(`W${from + n}`))
}
