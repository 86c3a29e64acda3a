import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseUnavailable, fileFailed, programFailed } from './database-unavailable.ts'
import { isAlive } from './postmaster-file.ts'
import { commandAt, type ServerPlace } from './server-place.ts'

/** The server's one user; its password is in a file that only the owner of the home may read. */
export const serverUser = 'winnow'

/** The server's password, made at the first call. Of processes that make it at once, all get the same one. */
export async function serverPassword(home: string): Promise<string> {
  const path = join(home, 'postgres.password')
  const known = await readOrNull(path)
  if (known !== null) return known.trim()
  const part = ownName(path)
  await writeFile(part, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  try {
    // Unlike a write, a link is whole or fails because another process was first.
    await link(part, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(part, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}

/**
 * Makes the data folder unless it is there. initdb works in a folder of its own that gets the name at the end, so a data
 * folder is whole or missing, also when several processes make it at once or one of them is killed.
 */
export async function initialiseCluster(place: ServerPlace, major: string, password: string): Promise<void> {
  const { dataFolder } = place
  if (await isCluster(dataFolder, major)) return
  const part = ownName(dataFolder)
  const passwordFile = `${part}.password`
  try {
    await removeLeftovers(dataFolder)
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
    await mkdir(part, { mode: 0o700 })
    if (place.isolation.kind === 'system-user') {
      await chown(passwordFile, place.isolation.uid, place.isolation.gid)
      await chown(part, place.isolation.uid, place.isolation.gid)
    }
    await runInitdb(place, part, passwordFile)
    await rename(part, dataFolder)
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    // Another process was first: its folder is as good.
    if (!(hasCode(error, 'ENOTEMPTY', 'EEXIST') && (await isCluster(dataFolder, major)))) throw fileFailed(error, dataFolder)
  } finally {
    await rm(part, { recursive: true, force: true })
    await rm(passwordFile, { force: true })
  }
}

/** Whether the folder holds a cluster of this major version. Throws DatabaseUnavailable when it is of another. */
export async function isCluster(dataFolder: string, major: string): Promise<boolean> {
  const version = (await readOrNull(join(dataFolder, 'PG_VERSION')))?.trim()
  if (version === undefined) return false
  if (version === major) return true
  throw new DatabaseUnavailable(
    'other-major',
    [
      `The database in ${dataFolder} was made by PostgreSQL ${version}; this Winnow brings PostgreSQL ${major}, which cannot read it.`,
      `Use the Winnow that made it (its runs can be saved with "winnow export <run> --format bundle"),`,
      `or move the folder away to begin with an empty database: mv ${dataFolder} ${dataFolder}.pg${version}`,
    ].join('\n'),
  )
}

/** The name of something unfinished. It tells whose it is, for "removeLeftovers". */
function ownName(path: string): string {
  return `${path}.new-${process.pid}-${randomBytes(4).toString('hex')}`
}

function runInitdb(place: ServerPlace, folder: string, passwordFile: string): Promise<void> {
  // Sorting by code points and Unicode upper and lower case, the same on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = ['-D', folder, `--username=${serverUser}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', ...locale]
  const { file, args: all, options } = commandAt(place, 'initdb', args)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = spawn(file, all, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const hear = (chunk: Buffer) => {
    output += chunk.toString('utf8')
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  child.on('error', (error) => reject(programFailed('initdb', place.dataFolder, error.message)))
  child.on('close', (code) => (code === 0 ? resolve() : reject(programFailed('initdb', place.dataFolder, output))))
  return promise
}

/** Folders that processes left behind which were killed during initdb. */
async function removeLeftovers(dataFolder: string): Promise<void> {
  const parent = dirname(dataFolder)
  for (const name of await readdir(parent)) {
    const pid = new RegExp(`^${basename(dataFolder)}\\.new-(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(parent, name), { recursive: true, force: true })
  }
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw fileFailed(error, dirname(path))
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
