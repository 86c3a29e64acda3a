import { spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { programFailed } from './database-unavailable.ts'
import { postmasterState } from './postmaster-file.ts'
import { commandAt, type ServerPlace } from './server-place.ts'

/** Small: the data of a few hundred runs. Durable: an event that was said to be recorded survives a power cut. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '32MB',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  io_method: 'sync',
  huge_pages: 'off',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

/** The log file is begun anew when it is larger than this. */
const longestLogBytes = 1024 * 1024
const askEveryMs = 20

/**
 * Starts the server so that it outlives this process and hears none of its signals (Ctrl-C goes to a whole process
 * group), and waits until it is ready. Throws DatabaseUnavailable when it ends before: kind `in-use` when another process
 * was first, `no-port` when somebody took the port meanwhile. Another process may have entered it, left it last and
 * stopped it before we looked: that is no failure, and the caller looks again. `change` overrides settings.
 */
export async function launchServer(place: ServerPlace, home: string, change: Readonly<Record<string, string>>): Promise<void> {
  const port = await freePort()
  const flags = Object.entries({ ...settings, ...change, port: String(port) }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { file, args, options } = commandAt(place, 'postgres', ['-D', place.dataFolder, ...flags])
  const log = openLog(join(home, 'postgres.log'))
  try {
    const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', log.fd, log.fd] })
    let running = true
    let refusal = ''
    child.on('error', (error) => {
      running = false
      refusal = error.message
    })
    let stoppedInOrder = false
    child.on('exit', (code) => {
      running = false
      stoppedInOrder = code === 0
    })
    child.unref()
    while (running) {
      const state = await postmasterState(place.dataFolder)
      if (state.kind === 'ready' && state.pid === child.pid) return
      await new Promise((resolve) => setTimeout(resolve, askEveryMs))
    }
    if (stoppedInOrder) return
    throw programFailed('postgres', place.dataFolder, refusal || readFrom(log))
  } finally {
    closeSync(log.fd)
  }
}

interface LogFile {
  readonly fd: number
  readonly start: number
}

function openLog(path: string): LogFile {
  const fd = openSync(path, 'a+', 0o600)
  const start = fstatSync(fd).size
  if (start <= longestLogBytes) return { fd, start }
  closeSync(fd)
  return { fd: openSync(path, 'w+', 0o600), start: 0 }
}

function readFrom({ fd, start }: LogFile): string {
  const bytes = Buffer.alloc(Math.max(0, fstatSync(fd).size - start))
  readSync(fd, bytes, 0, bytes.length, start)
  return bytes.toString('utf8')
}
