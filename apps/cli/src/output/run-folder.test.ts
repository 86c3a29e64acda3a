import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderOfRun, knownFolderOfRun } from './run-folder.ts'

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'winnow-folder-'))
})
afterEach(() => rm(cwd, { recursive: true }))

const mine = '{"runId":"r-1","status":"running"}'

test.each<[name: string, files: { readonly [folder: string]: string }, found: string]>([
  ['nothing was written yet', {}, 'winnow-r-1'],
  ['the folder of --out', { mine, other: '{"runId":"r-2"}' }, 'mine'],
  ['the user is inside the folder', { '.': mine, other: mine }, '.'],
  ['the usual folder goes before another', { 'winnow-r-1': mine, copy: mine }, 'winnow-r-1'],
  ['of two, none', { copy: mine, mine }, 'winnow-r-1'],
  ['another run’s', { '.': '{"runId":"r-12"}', other: '{"runId":"r-12"}' }, 'winnow-r-1'],
  ['deeper than one folder', { 'a/b': mine }, 'winnow-r-1'],
  ['other files of that name', { '.': 'no JSON', a: 'null', b: '"r-1"', c: '{}', mine }, 'mine'],
])('%s', async (_, files, found) => {
  for (const [folder, text] of Object.entries(files)) {
    await mkdir(join(cwd, folder), { recursive: true })
    await writeFile(join(cwd, folder, 'run.json'), text)
  }
  await writeFile(join(cwd, 'a-file'), mine)
  expect(await folderOfRun('r-1', cwd)).toBe(join(cwd, found))
})

test('a folder that cannot be listed', async () => {
  expect(await folderOfRun('r-1', join(cwd, 'none'))).toBe(join(cwd, 'none', 'winnow-r-1'))
})

test('known is only a folder that holds the run', async () => {
  expect(await knownFolderOfRun('r-1', cwd)).toBeNull()
  await mkdir(join(cwd, 'mine'))
  await writeFile(join(cwd, 'mine', 'run.json'), mine)
  expect(await knownFolderOfRun('r-1', cwd)).toBe(join(cwd, 'mine'))
})
