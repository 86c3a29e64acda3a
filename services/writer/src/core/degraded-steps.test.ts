import { describe, expect, test } from 'vitest'
import { merged } from './degraded-steps.ts'

describe('merged', () => {
  test('sums equal steps, and keeps others apart by role and reason, in order', () => {
    expect(
      merged([
        { role: 'writer', reason: 'a', count: 1 },
        { role: 'judge', reason: 'a', count: 1 },
        { role: 'writer', reason: 'b', count: 1 },
        { role: 'writer', reason: 'a', count: 2 },
      ]),
    ).toEqual([
      { role: 'writer', reason: 'a', count: 3 },
      { role: 'judge', reason: 'a', count: 1 },
      { role: 'writer', reason: 'b', count: 1 },
    ])
    expect(merged([])).toEqual([])
  })
})
