import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseUnavailable } from './database-unavailable.ts'
import type { ServerBinaries } from './server-binaries.ts'

/** How the server is kept from running as uid 0, which it refuses (design §5). */
export type Isolation =
  | { readonly kind: 'none' }
  | { readonly kind: 'user-namespace' }
  | { readonly kind: 'system-user'; readonly uid: number; readonly gid: number }

/** Where the server's programs and data are and as whom it runs. */
export interface ServerPlace {
  readonly isolation: Isolation
  readonly binaries: string
  readonly dataFolder: string
}

/** "nobody" and "nogroup" on Debian; any uid but 0 would do, none is made. */
const namespaceIds = ['--map-user=65534', '--map-group=65534']

/** Fixed: settings of the caller's shell (PGPORT, LC_ALL …) must not change the server. */
const serverEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

/** Where root keeps what it must share with a system user: that user cannot enter root's own folders. */
const systemFolder = '/var/lib/winnow'

/** Chooses how to run: as ourselves when we are not root, else in a user namespace, else as a system user. */
export function chooseIsolation(home: string, uid: number | null = process.getuid?.() ?? null): Isolation {
  if (uid !== 0) return { kind: 'none' }
  // The home is tried too: inside, root is nobody to folders that belong to others.
  const probe = spawnSync('unshare', ['-U', ...namespaceIds, 'test', '-w', home], { stdio: 'ignore' })
  return probe.status === 0 ? { kind: 'user-namespace' } : systemUser(readFileSync('/etc/passwd', 'utf8'))
}

/** The system user to run as: postgres, else nobody. */
export function systemUser(passwd: string): Isolation {
  for (const wanted of ['postgres', 'nobody']) {
    const fields = passwd
      .split('\n')
      .find((line) => line.startsWith(`${wanted}:`))
      ?.split(':')
    const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])]
    if (uid > 0 && gid > 0) return { kind: 'system-user', uid, gid }
  }
  throw new DatabaseUnavailable(
    'failed',
    'PostgreSQL does not run as root, this machine refuses user namespaces and has neither a user postgres nor nobody.\nRun as another user, or set DATABASE_URL to a PostgreSQL server of yours.',
  )
}

/** Prepares the folders for the chosen isolation. The data folder itself may not exist yet. */
export function preparePlace(home: string, binaries: ServerBinaries, isolation: Isolation): ServerPlace {
  const own = join(home, 'postgres')
  if (isolation.kind !== 'system-user') {
    refuseForeign(own)
    return { isolation, binaries: binaries.folder, dataFolder: own }
  }
  if (existsSync(own)) {
    throw new DatabaseUnavailable(
      'foreign-folder',
      `The database in ${own} was made in a user namespace, which this machine refuses now.\nAllow user namespaces, or run as another user with another WINNOW_HOME.`,
    )
  }
  const { uid, gid } = isolation
  const copied = join(systemFolder, `postgres-${binaries.version}`)
  mkdirSync(systemFolder, { recursive: true, mode: 0o755 })
  if (!existsSync(copied)) copyForAll(binaries.folder, copied)
  const name = createHash('sha256').update(resolve(home)).digest('hex').slice(0, 16)
  const parent = join(systemFolder, name)
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  chownSync(parent, uid, gid)
  return { isolation, binaries: copied, dataFolder: join(parent, 'data') }
}

function refuseForeign(dataFolder: string): void {
  const uid = process.getuid?.()
  if (uid === undefined || !existsSync(dataFolder)) return
  const owner = statSync(dataFolder).uid
  if (owner !== uid) {
    throw new DatabaseUnavailable(
      'foreign-folder',
      `The database in ${dataFolder} belongs to another user (uid ${owner}, you are ${uid}).\nRun as that user, or choose another folder with WINNOW_HOME.`,
    )
  }
}

/** A whole copy or none: another process may copy at the same time, and either copy is good. */
function copyForAll(from: string, to: string): void {
  const part = `${to}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  cpSync(from, part, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(part, to)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}

/** The command line and spawn options that run one of the server's programs at its place. */
export function commandAt(place: ServerPlace, program: 'initdb' | 'postgres', args: readonly string[]) {
  const { isolation } = place
  const file = join(place.binaries, 'bin', program)
  const options = { cwd: '/', env: serverEnvironment }
  switch (isolation.kind) {
    case 'none':
      return { file, args: [...args], options }
    case 'user-namespace':
      return { file: 'unshare', args: ['-U', ...namespaceIds, file, ...args], options }
    case 'system-user':
      return { file, args: [...args], options: { ...options, uid: isolation.uid, gid: isolation.gid } }
  }
}
