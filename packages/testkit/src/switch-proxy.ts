import { connect, createServer, type Socket } from 'node:net'

/** A TCP line to a server that can be cut and mended, and led to another port. */
export interface SwitchProxy {
  readonly port: number
  /** Ends every connection; new ones are refused until `mend`. */
  cut(): void
  mend(): void
  /** Leads new connections to another port of this machine, and ends those that are there. */
  lead(port: number): void
  close(): Promise<void>
}

/** A proxy on 127.0.0.1 before the server on the given port: a service behind it can be cut off from that server alone. */
export async function startSwitchProxy(target: number): Promise<SwitchProxy> {
  const sockets = new Set<Socket>()
  let port = target
  let open = true
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const proxy = createServer((client) => {
    if (!open) return void client.destroy()
    const server = connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket)
      // A line that is cut ends at both ends; its error is what the test wants.
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  proxy.listen(0, '127.0.0.1', resolve)
  await listening
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    port: address.port,
    cut: () => {
      open = false
      endAll()
    },
    mend: () => {
      open = true
    },
    lead: (next) => {
      port = next
      endAll()
    },
    close: () => {
      const { promise, resolve: closed } = Promise.withResolvers<void>()
      proxy.close(() => closed())
      endAll()
      return promise
    },
  }
}
