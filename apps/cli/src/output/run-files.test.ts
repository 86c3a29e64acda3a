import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@winnow/runs/usage-error.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkOut, makeFolder, writeOut } from './run-files.ts'

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

describe('the file of --out', () => {
  test('that can be written: what is in it stays, and none is made', async () => {
    await writeFile(join(folder, 'plan.json'), 'mine')
    await checkOut(join(folder, 'plan.json'))
    await checkOut(join(folder, 'other.json'))
    expect(await readdir(folder)).toEqual(['plan.json'])
    expect(await readFile(join(folder, 'plan.json'), 'utf8')).toBe('mine')
    await writeOut(join(folder, 'plan.json'), 'new')
    expect(await readFile(join(folder, 'plan.json'), 'utf8')).toBe('new')
    expect(await readdir(folder)).toEqual(['plan.json'])
  })

  test.each([
    ['in a folder that is not there', 'none/plan.json', 'there is no folder '],
    ['below a file', 'file/plan.json', 'ENOTDIR: not a directory'],
    ['that is a folder', '.', 'it is a folder. Name a file.'],
  ])('%s', async (_name, path, says) => {
    await writeFile(join(folder, 'file'), '')
    const out = join(folder, path)
    await expect(checkOut(out)).rejects.toThrow(UsageError)
    await expect(checkOut(out)).rejects.toThrow(`--out ${out} cannot be written: ${says}`)
    await expect(writeOut(out, 'x')).rejects.toThrow(UsageError)
    await expect(writeOut(out, 'x')).rejects.toThrow(`--out ${out} cannot be written: `)
  })

  test('that is a pipe is written into, not replaced', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    await checkOut(pipe)
    const [text] = await Promise.all([readFile(pipe, 'utf8'), writeOut(pipe, 'a plan')])
    expect(text).toBe('a plan')
    expect(await readdir(folder)).toEqual(['pipe'])
  })
})
