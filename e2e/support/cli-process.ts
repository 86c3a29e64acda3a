import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
const main = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** The command line as a process of its own. */
export interface CliProcess {
  readonly pid: number
  /** The first line of standard output or error, since the start, that the test is true for. Rejects when the process ends without one. */
  line(test: (line: string) => boolean): Promise<string>
  /** Sends a signal to the process and everything it started. */
  kill(signal: NodeJS.Signals): void
  readonly ended: Promise<Ended>
}

export interface CliOptions {
  /** Variables beside PATH, NODE_COMPILE_CACHE and HOME; nothing else of the tests' own environment gets through. */
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Start it as `npm start --silent --`. */
  readonly npm?: boolean
}

const running = new Set<ChildProcess>()
// A test that fails leaves nothing behind.
process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL')
})

/** Starts the command line. Its process leads a group, as a shell would have it, so that a signal reaches npm's child too. */
export function startCli(args: readonly string[], { env, cwd, npm = false }: CliOptions): CliProcess {
  const [file, before] = npm ? ['npm', ['--prefix', root, 'start', '--silent', '--']] : [process.execPath, [main]]
  const child = spawn(file, [...before, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', HOME: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  const texts = { stdout: '', stderr: '' }
  const lines: string[] = []
  const waiting = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      texts[name] += chunk
    })
    createInterface(child[name]).on('line', (line) => {
      lines.push(line)
      for (const look of waiting) look()
    })
  }
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    running.delete(child)
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, ...texts }
  })
  const line = (test: (line: string) => boolean) =>
    new Promise<string>((resolve, reject) => {
      let from = 0
      const look = () => {
        const found = lines.slice(from).find(test)
        from = lines.length
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
      ended.then(({ code, signal, stderr }) => reject(new Error(`no such line before the end (${code ?? signal}): ${stderr}`)), reject)
    })
  return { pid: child.pid ?? -1, line, kill: (signal) => signalGroup(child, signal), ended }
}

/** Runs the command line to its end. */
export function runCli(args: readonly string[], options: CliOptions): Promise<Ended> {
  return startCli(args, options).ended
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  process.kill(-child.pid, signal)
}
