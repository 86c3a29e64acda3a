/** A message of a stream of server-sent events. `id`: the last that was given, '' before any. `event`: 'message' unless named. */
export interface SseMessage {
  readonly id: string
  readonly event: string
  readonly data: string
}

/**
 * Reads server-sent events as their bytes come in, cut anywhere (WHATWG HTML §9.2.6): lines end with LF, CR or CRLF, a blank
 * line ends a message, one without data is none, ":" begins a comment. What is left at the end of the stream is no message.
 */
export class SseReader {
  readonly #decoder = new TextDecoder()
  /** The beginning of a line whose end has not come yet. */
  #rest = ''
  /** The line before ended with a CR; a LF now would belong to it. */
  #afterCr = false
  #id = ''
  #event = ''
  #data: string[] = []

  /** The messages that these bytes complete. */
  push(bytes: Uint8Array): readonly SseMessage[] {
    const decoded = this.#decoder.decode(bytes, { stream: true })
    if (decoded === '') return []
    const text = this.#afterCr && decoded.startsWith('\n') ? decoded.slice(1) : decoded
    this.#afterCr = text.endsWith('\r')
    const lines = (this.#rest + text).split(/\r\n|\r|\n/)
    this.#rest = lines.pop() ?? ''
    return lines.flatMap((line) => this.#take(line) ?? [])
  }

  #take(line: string): SseMessage | null {
    if (line === '') return this.#message()
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') this.#data.push(value)
    else if (field === 'event') this.#event = value
    else if (field === 'id' && !value.includes('\0')) this.#id = value
    return null
  }

  #message(): SseMessage | null {
    const [event, data] = [this.#event, this.#data]
    this.#event = ''
    this.#data = []
    return data.length === 0 ? null : { id: this.#id, event: event === '' ? 'message' : event, data: data.join('\n') }
  }
}
