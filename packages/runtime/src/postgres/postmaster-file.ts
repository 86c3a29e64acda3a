import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What postmaster.pid says, by lines: 1 pid, 4 port, 8 status (PostgreSQL's pidfile.h). Null where not written yet. */
export interface PostmasterFile {
  readonly pid: number
  readonly port: number | null
  readonly status: string | null
}

/** `absent`: no server. `stale`: its process is gone. `busy`: a server that is starting (its file may not name it yet) or stopping. */
export type PostmasterState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'stale'; readonly content: string }
  | { readonly kind: 'busy'; readonly pid: number | null }
  | { readonly kind: 'ready'; readonly pid: number; readonly port: number }

/** Reads the lines of a postmaster.pid; null when the first is no process id. */
export function parsePostmasterFile(content: string): PostmasterFile | null {
  const lines = content.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  const port = Number(lines[3])
  return { pid, port: port > 0 ? port : null, status: lines[7] || null }
}

/** A server writes its file right after it made it; one that is still without a process id then was left by a crash. */
const longestWritingMs = 5_000

/** The state of the server of a data folder, from its postmaster.pid and the process that it names. */
export async function postmasterState(dataFolder: string): Promise<PostmasterState> {
  const path = join(dataFolder, 'postmaster.pid')
  const content = await readIfThere(path)
  if (content === null) return { kind: 'absent' }
  const file = parsePostmasterFile(content)
  if (file === null) return (await ageMs(path)) < longestWritingMs ? { kind: 'busy', pid: null } : { kind: 'stale', content }
  if (!(await isServerOf(file.pid, dataFolder))) return { kind: 'stale', content }
  return file.status === 'ready' && file.port !== null ? { kind: 'ready', pid: file.pid, port: file.port } : { kind: 'busy', pid: file.pid }
}

/**
 * Removes a stale postmaster.pid, unless it has changed since. PostgreSQL itself does so only when the process id is
 * free; after a reboot or in a container another process often has it, and then it would refuse to start.
 */
export async function removeStale(dataFolder: string, content: string): Promise<void> {
  const path = join(dataFolder, 'postmaster.pid')
  if ((await readIfThere(path)) !== content) return
  // Taken aside and looked at once more: meanwhile it may have become the file of a server that lives.
  const aside = `${path}.stale-${randomUUID()}`
  if (!(await isDone(rename(path, aside)))) return
  if ((await readIfThere(aside)) !== content) await isDone(link(aside, path))
  await rm(aside, { force: true })
}

/** False when the file is gone, or the name is taken: another process was first. */
async function isDone(operation: Promise<void>): Promise<boolean> {
  try {
    await operation
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EEXIST')) return false
    throw error
  }
}

/** Milliseconds since the file was written; 0 when it is gone. */
async function ageMs(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
    throw error
  }
}

/**
 * Whether the process lives (a zombie does not) and is the server of this folder: its command line says so. The folder
 * must be spelt as it was when the server was started.
 */
export async function isServerOf(pid: number, dataFolder: string): Promise<boolean> {
  switch (process.platform) {
    case 'linux':
      return (await readIfThere(`/proc/${pid}/cmdline`))?.split('\0').includes(dataFolder) ?? false
    case 'win32':
      return isAlive(pid)
    default:
      return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(dataFolder)
  }
}

/** Whether there is a process of this id; it may be another user's. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return null
    throw error
  }
}
