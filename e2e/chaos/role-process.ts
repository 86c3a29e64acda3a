import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SwitchProxy, startSwitchProxy } from '@winnow/testkit/switch-proxy.ts'

const main = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url))

/** Where the servers are that a process talks to, through lines of its own. */
export interface Servers {
  readonly natsPort: number
  readonly databaseUrl: string
  readonly environment: Readonly<Record<string, string>>
}

/** One replica of some roles, as a process that may be killed, started anew, and cut off. */
export interface RoleProcess {
  readonly name: string
  readonly roles: readonly string[]
  /** Of its HTTP interface, for a gateway. */
  readonly port: number
  readonly running: boolean
  start(): void
  /** kill -9. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the milliseconds it took to end. */
  end(): Promise<number>
  cutOff(): void
  mend(): void
  /** The database is on another port now. */
  leadToDatabase(port: number): void
  close(): Promise<void>
}

/** Makes a replica; it is not started yet. Its output goes to a file of its name in the folder `logs`. */
export async function makeRoleProcess(
  roles: readonly string[],
  replica: number,
  port: number,
  servers: Servers,
  logs: string,
): Promise<RoleProcess> {
  const nats = await startSwitchProxy(servers.natsPort)
  const database = await startSwitchProxy(Number(new URL(servers.databaseUrl).port))
  const name = `${roles.join('+')}.${replica}`
  const log = createWriteStream(join(logs, `${name}.log`))
  let child: ChildProcess | null = null
  const ended = async (signal: NodeJS.Signals) => {
    const dying = child
    child = null
    if (dying === null || dying.exitCode !== null || dying.signalCode !== null) return
    const exit = once(dying, 'exit')
    dying.kill(signal)
    await exit
  }
  return {
    name,
    roles,
    port,
    get running() {
      return child !== null && child.exitCode === null && child.signalCode === null
    },
    start: () => {
      child = launch(roles, port, servers, { nats, database }, log)
    },
    kill: () => ended('SIGKILL'),
    end: async () => {
      const from = performance.now()
      await ended('SIGTERM')
      return performance.now() - from
    },
    cutOff: () => {
      nats.cut()
      database.cut()
    },
    mend: () => {
      nats.mend()
      database.mend()
    },
    leadToDatabase: (next) => database.lead(next),
    close: async () => {
      await ended('SIGKILL')
      await Promise.all([nats.close(), database.close()])
      log.end()
    },
  }
}

function launch(
  roles: readonly string[],
  port: number,
  { databaseUrl, environment }: Servers,
  lines: { readonly nats: SwitchProxy; readonly database: SwitchProxy },
  log: WriteStream,
): ChildProcess {
  const url = new URL(databaseUrl)
  url.port = String(lines.database.port)
  const child = spawn(process.execPath, [main, 'serve', ...roles], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: process.env.HOME,
      ...environment,
      NATS_URL: `nats://127.0.0.1:${lines.nats.port}`,
      DATABASE_URL: url.href,
      WINNOW_LOG: 'info',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  return child
}
