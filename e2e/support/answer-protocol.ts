import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

/**
 * A client of the MMU-RAG protocol as its organisers describe it ("Text-to-Text Track"): plain HTTP, lines of `data: ` with JSON,
 * `complete` at the end, steps between "|||---|||". It shares nothing with the server's code.
 */

/** The answer to a request as it came over the wire. */
export interface Answered {
  readonly status: number
  readonly contentType: string | undefined
  readonly text: string
}

/** Posts JSON, or a text as it is. Rejects when the signal ends the connection before the answer is whole. */
export async function post(url: string, body: unknown, leave?: AbortSignal): Promise<Answered> {
  const headers = { 'content-type': 'application/json' }
  const asked = request(url, { method: 'POST', headers, ...(leave === undefined ? {} : { signal: leave }) })
  asked.end(typeof body === 'string' ? body : JSON.stringify(body))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.setEncoding('utf8')
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode ?? 0, contentType: response.headers['content-type'], text }
}

export interface ProtocolMessage {
  readonly intermediate_steps?: string | null
  readonly final_report?: string | null
  readonly is_intermediate?: boolean
  readonly complete?: boolean
  readonly citations?: readonly string[]
  readonly error?: string
  readonly run_id?: string
}

/** The messages of a stream, as its lines have them: whatever ends a line, and whatever else stands between. */
export function messagesOf(text: string): readonly ProtocolMessage[] {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice('data:'.length)) as ProtocolMessage)
}

/** The same by the rules of server-sent events: blocks between empty lines, their data joined. */
export function eventsOf(text: string): readonly ProtocolMessage[] {
  return text
    .split(/(?:\r\n|\r|\n){2}/)
    .map((block) => block.split(/\r\n|\r|\n/).filter((line) => line.startsWith('data:')))
    .filter((data) => data.length > 0)
    .map((data) => JSON.parse(data.map((line) => line.slice('data:'.length).replace(/^ /, '')).join('\n')) as ProtocolMessage)
}
