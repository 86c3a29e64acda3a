import { expect, test } from 'vitest'
import { queryKey } from './query-key.ts'
import { seedKey } from './seed-key.ts'

test.each([
  ['the same words in another order', 'cost per life year early warning', 'early-warning cost, life-year per', true],
  ['other case and endings', 'Memory agents', 'memory agent', true],
  ['a word more', 'memory agents', 'memory agents cost', false],
])('%s', (_, a, b, same) => {
  expect(queryKey('library', a) === queryKey('library', b)).toBe(same)
})

test('another source is another query', () => {
  expect(queryKey('library', 'memory')).not.toBe(queryKey('arxiv', 'memory'))
})

test('a seed is a document in one direction', () => {
  expect(seedKey('D1', 'forward')).toBe('D1:forward')
})
