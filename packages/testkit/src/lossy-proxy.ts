import { connect, createServer, type Socket } from 'node:net'

export interface LossyProxy {
  /** The server's address, through the proxy. */
  readonly url: string
  /** The next bytes from the server are thrown away and the connection is cut: the client cannot know what happened. */
  loseNextReply(): void
  close(): Promise<void>
}

/** A TCP proxy before a server, for tests of lost replies. */
export async function startLossyProxy(serverUrl: string): Promise<LossyProxy> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let losing = false
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket)
      // A cut line ends both ends; its error is what the test wants.
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.on('data', (bytes) => server.write(bytes))
    server.on('data', (bytes) => {
      if (!losing) return void client.write(bytes)
      losing = false
      client.destroy()
    })
  })
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  proxy.listen(0, '127.0.0.1', resolve)
  await listening
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const url = new URL(serverUrl)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  return {
    url: url.href,
    loseNextReply: () => {
      losing = true
    },
    close: () => {
      const { promise, resolve: closed } = Promise.withResolvers<void>()
      proxy.close(() => closed())
      for (const socket of sockets) socket.destroy()
      return promise
    },
  }
}
