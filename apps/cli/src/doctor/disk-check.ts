import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolders } from '@winnow/runtime/make-folders.ts'
import { type Check, faulty, sound } from './check.ts'

/** Bytes below which runs are likely to end on a full disk: a new database takes some 60 MB, a long run some 100 MB. Our reading. */
const enough = 500 * 1024 * 1024

const name = 'disk'

/** Whether files can be written in WINNOW_HOME, and how much room there is. Another database than the embedded one needs no home. */
export async function diskCheck(home: string, databaseUrl: string | undefined): Promise<Check> {
  if (databaseUrl !== undefined) return sound(name, `${home} is not used: DATABASE_URL is set`)
  try {
    await makeFolders(home, 0o700)
    const probe = join(home, `.doctor-${randomUUID()}`)
    await writeFile(probe, '')
    await rm(probe)
    const { bavail, bsize } = await statfs(home)
    return roomCheck(home, bavail * bsize)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return faulty(name, `${home} cannot be written to: ${why}`, 'give your user access to that folder, or choose another with WINNOW_HOME')
  }
}

/** Whether `free` bytes in the home's file system are enough. */
export function roomCheck(home: string, free: number): Check {
  const room = `${home}, ${(free / 1024 ** 3).toFixed(1)} GB free`
  return free >= enough
    ? sound(name, room)
    : faulty(name, `${room}: less than is needed`, 'free some space on that disk, or choose a folder on another with WINNOW_HOME')
}
