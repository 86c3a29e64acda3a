import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolders } from './make-folders.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-folders-'))
})
afterEach(() => rm(folder, { recursive: true }))

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('all that are missing, each with the mode', async () => {
  await makeFolders(join(folder, 'a', 'b', 'c'), 0o700)
  expect(await Promise.all(['a', 'a/b', 'a/b/c'].map((path) => modeOf(join(folder, path))))).toEqual(['700', '700', '700'])
})

test('what is there stays as it is, also under another name', async () => {
  await mkdir(join(folder, 'a'))
  await chmod(join(folder, 'a'), 0o750)
  await symlink('a', join(folder, 'link'))
  await makeFolders(join(folder, 'a'), 0o700)
  await makeFolders(join(folder, 'link', 'b'), 0o700)
  expect(await modeOf(join(folder, 'a'))).toBe('750')
  expect(existsSync(join(folder, 'a', 'b'))).toBe(true)
  await makeFolders('/')
})

test('many at once', async () => {
  const made = Array.from({ length: 20 }, (_, n) => makeFolders(join(folder, 'a', 'b', 'c', 'd', String(n % 3))))
  expect(await Promise.all(made)).toHaveLength(20)
})

test.each([
  ['a file in its place', 'file', 'EEXIST'],
  ['a file above it', 'file/b', 'ENOTDIR'],
  ['a link that leads nowhere in its place', 'nowhere', 'EEXIST'],
  ['a link that leads nowhere above it', 'nowhere/b', 'EEXIST'],
  ['a name that no system takes', 'x'.repeat(300), 'ENAMETOOLONG'],
])('%s', async (_name, path, code) => {
  await writeFile(join(folder, 'file'), '')
  await symlink('none', join(folder, 'nowhere'))
  await expect(makeFolders(join(folder, path))).rejects.toMatchObject({ code })
})

// Node's own recursive mkdir never ends there.
test.skipIf(!existsSync('/proc/self'))('a file system that takes no folders', async () => {
  await expect(makeFolders('/proc/winnow')).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(makeFolders('/proc/winnow/a/b')).rejects.toMatchObject({ code: 'ENOENT' })
})
