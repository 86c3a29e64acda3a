/** The id that a client gave its request, when it is a plain one; null otherwise. */
export function requestIdFrom(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : null
}
