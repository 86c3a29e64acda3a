import { UsageError } from '@winnow/runs/usage-error.ts'
import { expect, test } from 'vitest'
import { withCommand } from './with-command.ts'

const commands = ['research', 'runs', 'resume']

test.each([
  ['a command', ['runs', '--json'], ['runs', '--json']],
  ['a question', ['How?', '--library', 'x'], ['research', 'How?', '--library', 'x']],
  ['a question of one plain word', ['memory', '--library', 'x'], ['research', 'memory', '--library', 'x']],
  ['a question of several words without quotes', ['how', 'do', 'agents'], ['research', 'how', 'do', 'agents']],
  ['an option of research', ['--library', 'x', 'How?'], ['research', '--library', 'x', 'How?']],
  ['a question that begins with a run id', ['r-20261130-abc', 'x'], ['research', 'r-20261130-abc', 'x']],
  ['an empty word', [''], ['research', '']],
  ['-h', ['-h'], ['-h']],
  ['--help', ['--help'], ['--help']],
  ['-V', ['-V'], ['-V']],
  ['--version', ['--version'], ['--version']],
  ['help for a command', ['help', 'runs'], ['help', 'runs']],
])('%s', (_, argv, taken) => {
  expect(withCommand(argv, commands)).toEqual(taken)
})

test('a plain word before the id of a run is a mistyped command', () => {
  expect(() => withCommand(['resmue', 'r-20261130-4kq0z7xd'], commands)).toThrow(
    new UsageError('there is no command resmue; the commands are research, runs, resume'),
  )
  expect(withCommand(['Why', 'r-20261130-4kq0z7xd'], commands)[0]).toBe('research')
  expect(withCommand(['why', 'r-2026-4kq0z7xd'], commands)[0]).toBe('research')
})

test.each([
  ['resarch', 'research'],
  ['run', 'runs'],
])('"%s" is a mistyped command', (word, meant) => {
  expect(() => withCommand([word, 'memory'], commands)).toThrow(
    new UsageError(`there is no command ${word}; did you mean ${meant}? To ask about this word: winnow research ${word}`),
  )
})

test.each(['how', 'Runs', 'ruined', 'run-time', 'memory'])('"%s" is a word of a question', (word) => {
  expect(withCommand([word, 'memory'], ['show', ...commands])[0]).toBe('research')
})
