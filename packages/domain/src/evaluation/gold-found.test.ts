import { expect, test } from 'vitest'
import { goldFound } from './gold-found.ts'

const gold = [
  { work: 'A', records: ['x:1', 'y:1'] },
  { work: 'B', records: ['x:2'] },
  { work: 'C', records: ['x:3'] },
  { work: 'D', records: [] },
]
const set = (...keys: readonly string[]) => ({ id: '', keys: new Set(keys) })

test('what each set found, what was new, and what only it found', () => {
  expect(goldFound([set('x:1', 'x:2', 'x:9'), set('y:1'), set(), set('x:3', 'x:2')], gold)).toEqual([
    { found: 2, recall: 0.5, added: 2, cumulativeRecall: 0.5, onlyHere: 0 },
    { found: 1, recall: 0.25, added: 0, cumulativeRecall: 0.5, onlyHere: 0 },
    { found: 0, recall: 0, added: 0, cumulativeRecall: 0.5, onlyHere: 0 },
    { found: 2, recall: 0.5, added: 1, cumulativeRecall: 0.75, onlyHere: 1 },
  ])
})
test('without gold there is no recall', () => {
  expect(goldFound([set('x:1')], [])).toEqual([{ found: 0, recall: null, added: 0, cumulativeRecall: null, onlyHere: 0 }])
})
