import { type RunMessage, runMessage } from '@winnow/contracts/api/answers.ts'

/** The stream of `POST /run` over real HTTP, for tests. */
export class RunStream {
  readonly response: Response
  readonly #lines: AsyncIterator<string>
  readonly #leave: AbortController

  private constructor(response: Response, leave: AbortController) {
    this.response = response
    this.#leave = leave
    this.#lines = linesOf(response)[Symbol.asyncIterator]()
  }

  static async open(url: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<RunStream> {
    const leave = new AbortController()
    const response = await fetch(`${url}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: leave.signal,
    })
    return new RunStream(response, leave)
  }

  /** The next message; null at the end of the stream. Comments are passed over. */
  async next(): Promise<RunMessage | null> {
    for (let line = await this.#lines.next(); line.done !== true; line = await this.#lines.next())
      if (line.value.startsWith('data: ')) return runMessage.parse(JSON.parse(line.value.slice('data: '.length)))
    return null
  }

  /** The messages that are left. */
  async rest(): Promise<readonly RunMessage[]> {
    const messages: RunMessage[] = []
    for (let message = await this.next(); message !== null; message = await this.next()) messages.push(message)
    return messages
  }

  /** Goes away. */
  leave(): void {
    this.#leave.abort()
  }
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (body === null) return
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    yield* lines
  }
}
