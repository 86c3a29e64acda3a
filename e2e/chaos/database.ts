import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedServer, useEmbeddedServer } from '@winnow/runtime/postgres/embedded-server.ts'
import { postmasterState } from '@winnow/runtime/postgres/postmaster-file.ts'

/** A PostgreSQL of its own, that may be killed and comes back, on another port. */
export interface ChaosDatabase {
  /** Address now. */
  readonly url: () => string
  readonly port: () => number
  /** Ends the server as a crash does, or in order, and starts it again. */
  restart(how: 'crash' | 'in-order'): Promise<void>
  stop(): Promise<void>
}

const name = 'chaos'

/** Starts a database server with its files in the folder. It writes to disk as in production: what was committed must survive. */
export async function startChaosDatabase(folder: string): Promise<ChaosDatabase> {
  const home = join(folder, 'postgres')
  const start = () => useEmbeddedServer({ home, settings: { max_connections: '300' } })
  let server: EmbeddedServer = await start()
  await server.createDatabase(name)
  const end = async (signal: NodeJS.Signals) => {
    const state = await postmasterState(server.dataFolder)
    if (state.kind !== 'ready') throw new Error(`the database is ${state.kind}`)
    process.kill(state.pid, signal)
  }
  return {
    url: () => server.urlOf(name),
    port: () => Number(new URL(server.urlOf(name)).port),
    restart: async (how) => {
      const before = server
      await end(how === 'crash' ? 'SIGKILL' : 'SIGINT')
      await before.leave().catch(() => undefined)
      server = await start()
    },
    stop: async () => {
      await server.leave()
      await rm(home, { recursive: true, force: true })
    },
  }
}
