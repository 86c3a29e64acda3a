/** A server-sent event (WHATWG HTML §9.2). `id` is what a client that comes back names as the last that it has. */
export function sseMessage(event: string, data: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\n${sseData(data)}`
}

/** A server-sent event without a name: one line of data, for clients that read nothing else. */
export function sseData(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

/** A comment, which keeps proxies from taking the stream for dead. */
export const sseHeartbeat = ': heartbeat\n\n'
