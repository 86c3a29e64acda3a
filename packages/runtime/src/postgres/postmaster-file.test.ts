import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAlive, isServerOf, parsePostmasterFile, postmasterState, removeStale } from './postmaster-file.ts'

const whole = ['4711', '/home/me/.winnow/postgres', '1796035051', '39549', '', '127.0.0.1', '  1234567   32771', 'ready   ', ''].join('\n')

test.each([
  { name: 'whole', content: whole, is: { pid: 4711, port: 39549, status: 'ready' } },
  { name: 'starting', content: whole.replace('ready   ', 'starting'), is: { pid: 4711, port: 39549, status: 'starting' } },
  { name: 'without a status yet', content: whole.split('\n').slice(0, 6).join('\n'), is: { pid: 4711, port: 39549, status: null } },
  { name: 'the process id alone', content: '4711\n', is: { pid: 4711, port: null, status: null } },
  { name: 'empty', content: '', is: null },
  { name: 'no process id', content: 'x\n', is: null },
  { name: 'a single-user backend (negative)', content: '-4711\n', is: null },
  { name: 'zero', content: '0\n', is: null },
])('postmaster.pid: $name', ({ content, is }) => {
  expect(parsePostmasterFile(content)).toEqual(is)
})

test('a process that is there is alive, whoever owns it; one that is not is not', () => {
  expect(isAlive(process.pid)).toBe(true)
  expect(isAlive(1)).toBe(true)
  expect(isAlive(2 ** 22 + 1)).toBe(false)
})

test('another process is not the server of a folder', async () => {
  expect(await isServerOf(process.pid, '/home/me/.winnow/postgres')).toBe(false)
  expect(await isServerOf(2 ** 22 + 1, '/home/me/.winnow/postgres')).toBe(false)
})

describe('the file in its folder', () => {
  let folder = ''
  const file = () => join(folder, 'postmaster.pid')
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'winnow-postmaster-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('none: no server', async () => {
    expect(await postmasterState(folder)).toEqual({ kind: 'absent' })
  })

  test.each([
    { name: 'made this moment and still empty', content: '', ageSeconds: 0, is: { kind: 'busy', pid: null } },
    { name: 'empty for almost as long as a server may take to write it', content: '', ageSeconds: 3, is: { kind: 'busy', pid: null } },
    { name: 'left empty by a crash', content: '', ageSeconds: 6, is: { kind: 'stale', content: '' } },
    { name: 'of a process that is gone', content: '4194305\n', ageSeconds: 0, is: { kind: 'stale', content: '4194305\n' } },
  ])('$name', async ({ content, ageSeconds, is }) => {
    writeFileSync(file(), content)
    const then = Date.now() / 1000 - ageSeconds
    utimesSync(file(), then, then)
    expect(await postmasterState(folder)).toEqual(is)
  })

  test('a stale one is removed, and nothing is left of it', async () => {
    writeFileSync(file(), '4194305\n')
    await removeStale(folder, '4194305\n')
    expect(readdirSync(folder)).toEqual([])
  })

  test('one that has changed since, or is gone, is left alone', async () => {
    await removeStale(folder, '4194305\n')
    writeFileSync(file(), '4711\n')
    await removeStale(folder, '4194305\n')
    expect(existsSync(file())).toBe(true)
    expect(readdirSync(folder)).toEqual(['postmaster.pid'])
  })
})
