import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UsageError } from '../usage-error.ts'
import { makeFolder } from './run-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('the folder of --out', () => {
  test('is made, with those above it; nothing is left in it', async () => {
    await makeFolder(join(folder, 'a', 'b'))
    expect(await readdir(join(folder, 'a', 'b'))).toEqual([])
  })

  test('that cannot be made', async () => {
    await writeFile(join(folder, 'file'), '')
    const out = join(folder, 'file', 'out')
    await expect(makeFolder(out)).rejects.toThrow(
      new UsageError(`--out ${out} cannot be made: ENOTDIR: not a directory, mkdir '${out}'. Name another folder.`),
    )
  })

  test.skipIf(!existsSync('/proc/self')).each([
    ['/proc/winnow', '--out /proc/winnow cannot be made: ENOENT'],
    ['/proc/winnow/out', '--out /proc/winnow/out cannot be made: ENOENT'],
    ['/proc', '--out /proc cannot be written to: ENOENT'],
  ])('%s, which takes none', async (out, says) => {
    await expect(makeFolder(out)).rejects.toThrow(UsageError)
    await expect(makeFolder(out)).rejects.toThrow(says)
  })
})
