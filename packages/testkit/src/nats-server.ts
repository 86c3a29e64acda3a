import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface TestNats {
  readonly url: string
  readonly port: number
  /** Ends the server by the signal (SIGKILL: as a crash), and starts it again on the same port and the same files. */
  restart(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Ends the server by the signal; `start` brings it back. */
  halt(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  start(): Promise<void>
  /** Ends the server and removes its files. */
  stop(): Promise<void>
}

export interface TestNatsOptions {
  /** Makes the text of a configuration file that stores in the given folder; its ports are overridden. */
  readonly config?: (storeDir: string) => string
  /** Variables that the configuration names. */
  readonly environment?: Readonly<Record<string, string>>
}

/** A nats-server (from PATH) with JetStream on a free port, its files in a folder of its own. Ready when this resolves. */
export async function startTestNats({ config, environment = {} }: TestNatsOptions = {}): Promise<TestNats> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-test-nats-'))
  const file = join(folder, 'nats.conf')
  const store = join(folder, 'js')
  if (config !== undefined) await writeFile(file, config(store))
  const fixed = ['-js', '-a', '127.0.0.1', ...(config === undefined ? ['-sd', store] : ['-c', file, '-m', '-1'])]
  const launch = (port: number) => launched([...fixed, '-p', String(port)], environment)

  let server: Launched | null = await launch(-1)
  const { port } = server
  const halt = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    if (server === null) return
    const { child } = server
    server = null
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
    child.kill(signal)
    await ended
  }
  const start = async () => {
    server ??= await launch(port)
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    halt,
    start,
    restart: async (signal) => {
      await halt(signal)
      await start()
    },
    stop: async () => {
      await halt('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Launched {
  readonly child: ChildProcess
  readonly port: number
}

/** Resolves when the server says that it is ready; rejects with its last words when it ends before. */
async function launched(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Launched> {
  // Debian puts the server where only root's PATH looks.
  const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`
  const child = spawn('nats-server', args, { env: { ...process.env, PATH, ...environment }, stdio: ['ignore', 'ignore', 'pipe'] })
  const killed = () => void child.kill('SIGKILL')
  process.once('exit', killed)
  child.once('exit', () => process.off('exit', killed))
  const { promise, resolve, reject } = Promise.withResolvers<Launched>()
  const last: string[] = []
  let port = 0
  createInterface({ input: child.stderr }).on('line', (line) => {
    last.push(line)
    if (last.length > 20) last.shift()
    port = Number(/Listening for client connections on .*:(\d+)$/.exec(line)?.[1] ?? port)
    if (line.endsWith('Server is ready')) resolve({ child, port })
  })
  child.once('error', (error) =>
    reject(new Error('nats-server could not be started; to install it: apt-get install nats-server', { cause: error })),
  )
  child.once('close', () => reject(new Error(`nats-server did not start: ${last.join('\n')}`)))
  return promise
}
