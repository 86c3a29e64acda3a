import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { diskCheck, roomCheck } from './disk-check.ts'

const halfGigabyte = 500 * 1024 * 1024

describe('room', () => {
  test('enough', () => {
    expect(roomCheck('/h', halfGigabyte)).toEqual({ name: 'disk', ok: true, detail: '/h, 0.5 GB free', fix: null })
    expect(roomCheck('/h', 3 * 1024 ** 3).detail).toBe('/h, 3.0 GB free')
  })

  test('too little', () => {
    expect(roomCheck('/h', halfGigabyte - 1)).toEqual({
      name: 'disk',
      ok: false,
      detail: '/h, 0.5 GB free: less than is needed',
      fix: 'free some space on that disk, or choose a folder on another with WINNOW_HOME',
    })
  })
})

describe('writing', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'winnow-doctor-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('a folder that is not there yet is made, and nothing is left in it', async () => {
    const home = join(folder, 'a', 'b')
    const { name, detail } = await diskCheck(home, undefined)
    expect(name).toBe('disk')
    expect(detail).toMatch(/ GB free/)
    expect(await readdir(home)).toEqual([])
  })

  test('a folder that cannot be made', async () => {
    await writeFile(join(folder, 'file'), '')
    const home = join(folder, 'file', 'home')
    expect(await diskCheck(home, undefined)).toMatchObject({
      name: 'disk',
      ok: false,
      detail: expect.stringMatching(/home cannot be written to: ENOTDIR/),
      fix: expect.stringContaining('WINNOW_HOME'),
    })
  })

  test('another database needs no home', async () => {
    expect(await diskCheck(join(folder, 'none'), 'postgres://h/db')).toMatchObject({
      ok: true,
      detail: expect.stringContaining('not used: DATABASE_URL is set'),
    })
    expect(await readdir(folder)).toEqual([])
  })
})
