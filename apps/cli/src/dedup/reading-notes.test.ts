import { repeatedId } from '@winnow/bibliography/read-library.ts'
import { expect, test } from 'vitest'
import { readingNotes } from './reading-notes.ts'

const problems = (count: number) => Array.from({ length: count }, (_, index) => ({ file: 'a.ris', line: index + 1, problem: 'odd' }))
const renamed = (count: number) => Array.from({ length: count }, (_, index) => ({ id: 'k', recordId: `k#${index + 2}` }))

test.each<[name: string, given: Parameters<typeof readingNotes>[0], notes: readonly string[]]>([
  ['all well', { problems: [], renamed: [] }, []],
  ['one', { problems: problems(1), renamed: [] }, ['1 problem in the files; the rest was read:', '  a.ris, line 1: odd']],
  [
    'a whole file',
    { problems: [{ file: 'b', problem: 'empty' }, ...problems(1)], renamed: [] },
    ['2 problems in the files; the rest was read:', '  b: empty', '  a.ris, line 1: odd'],
  ],
  [
    'five are named',
    { problems: problems(5), renamed: [] },
    ['5 problems in the files; the rest was read:', ...[1, 2, 3, 4, 5].map((n) => `  a.ris, line ${n}: odd`)],
  ],
  [
    'more are counted',
    { problems: problems(1006), renamed: [] },
    [
      '1,006 problems in the files; the rest was read:',
      ...[1, 2, 3, 4, 5].map((n) => `  a.ris, line ${n}: odd`),
      '  and 1,001 more; --format json lists them all',
    ],
  ],
  [
    'an id that comes again',
    { problems: [], renamed: renamed(1) },
    ['1 entry has the id of an earlier one and is kept under another: k#2'],
  ],
  [
    'five of them',
    { problems: [], renamed: renamed(5) },
    ['5 entries have the id of an earlier one and are kept under another: k#2, k#3, k#4, k#5, k#6'],
  ],
  [
    'more of them',
    { problems: [], renamed: renamed(6) },
    ['6 entries have the id of an earlier one and are kept under another: k#2, k#3, k#4, k#5, k#6, …'],
  ],
  [
    'they are no problems besides',
    { problems: [{ file: 'a', line: 3, problem: repeatedId('k', 'k#2') }], renamed: renamed(1) },
    ['1 entry has the id of an earlier one and is kept under another: k#2'],
  ],
])('%s', (_name, given, notes) => {
  expect(readingNotes(given)).toEqual(notes)
})

test('a long problem is cut', () => {
  const [, line] = readingNotes({ problems: [{ file: 'a', problem: 'x'.repeat(301) }], renamed: [] })
  expect(line).toBe(`  a: ${'x'.repeat(300)}`)
})
