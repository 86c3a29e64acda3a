import { Agent } from 'undici'
import { type TimeLimits, timeLimits } from '../patience.ts'
import { ServerClient } from '../server-client.ts'

/** A client of the server at an address, whose waits take no time and are written down, as is what it says. */
export function testClient(
  url: string,
  signal: AbortSignal = new AbortController().signal,
  key: string | null = 'k',
  limits: Partial<TimeLimits> = {},
) {
  const dispatcher = new Agent()
  const waits: number[] = []
  const said: string[] = []
  const wait = async (ms: number, until: AbortSignal) => {
    until.throwIfAborted()
    waits.push(ms)
  }
  const now = () => new Date('2026-06-30T09:00:00.000Z')
  const client = new ServerClient({
    address: { url, exposed: false },
    key: key ?? undefined,
    dispatcher,
    wait,
    timeLimits: { ...timeLimits, ...limits },
    now,
    say: (text) => void said.push(text),
    signal,
  })
  return { client, waits, said, wait, signal, close: () => dispatcher.destroy() }
}
export type TestClient = ReturnType<typeof testClient>
