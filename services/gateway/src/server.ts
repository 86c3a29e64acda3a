import { createGateway } from './app.ts'
import type { GatewayParts } from './gateway-parts.ts'

export interface GatewayServer {
  /** Where it listens, such as "http://127.0.0.1:8080". */
  readonly url: string
  /** Takes no more requests, ends the streams of events, and resolves when the requests in work are answered. */
  close(): Promise<void>
}

/** Serves the HTTP interface; port 0 is any free one. Throws when the address is taken. */
export async function serveGateway(
  parts: GatewayParts,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<GatewayServer> {
  const app = await createGateway(parts)
  const url = await app.listen({ host, port })
  return { url, close: () => app.close() }
}
