import { once } from 'node:events'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'

export interface SseMessage {
  readonly id: string | undefined
  readonly event: string
  readonly data: unknown
}

/** A stream of server-sent events over real HTTP, for tests. */
export class SseClient {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly #response: IncomingMessage
  readonly #chunks: AsyncIterator<Buffer>
  #text = ''

  private constructor(response: IncomingMessage) {
    this.status = response.statusCode ?? 0
    this.headers = response.headers
    this.#response = response
    this.#chunks = response[Symbol.asyncIterator]()
  }

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<SseClient> {
    const request = get(url, { headers: { accept: 'text/event-stream', ...headers } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return new SseClient(response)
  }

  /** The next message, 'comment' for a comment, null at the end of the stream. */
  async next(): Promise<SseMessage | 'comment' | null> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        return parsed(block)
      }
      const chunk = await this.#chunks.next()
      if (chunk.done === true) return null
      this.#text += chunk.value.toString()
    }
  }

  /** The next messages in short ("3 RunPaused", "gap", "end"), without comments; all up to the end unless `count` says how many. */
  async take(count = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
    const taken: string[] = []
    while (taken.length < count) {
      const message = await this.next()
      if (message === null) break
      if (message !== 'comment') taken.push(message.id === undefined ? message.event : `${message.id} ${message.event}`)
    }
    return taken
  }

  close(): void {
    this.#response.destroy()
  }
}

function parsed(block: string): SseMessage | 'comment' {
  if (block.startsWith(':')) return 'comment'
  const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
  return { id: fields.get('id'), event: fields.get('event') ?? '', data: JSON.parse(fields.get('data') ?? 'null') }
}
