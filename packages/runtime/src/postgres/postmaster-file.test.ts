import { expect, test } from 'vitest'
import { isAlive, isServerOf, parsePostmasterFile } from './postmaster-file.ts'

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
