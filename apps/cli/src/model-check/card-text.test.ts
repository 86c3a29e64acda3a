import { expect, test } from 'vitest'
import { cardText } from './card-text.ts'
import type { ModelCard } from './model-card.ts'

const card = (spec: string, passed: readonly boolean[], parts: Partial<ModelCard> = {}): ModelCard => ({
  spec,
  traps: passed.map((one, index) => ({ name: ['short', 'much-longer'][index] ?? '', passed: one, detail: `did ${index + 1}\u001b` })),
  passed: passed.filter((one) => one).length,
  failed: passed.filter((one) => !one).length,
  calls: 3,
  costUsd: null,
  seconds: 1.26,
  ...parts,
})

test('one model: a line a trap', () => {
  expect(cardText([card('openai:a', [true, false])])).toBe(
    ['openai:a: 1 of 2 traps passed (3 calls, price unknown, 1.3 s)', '  ✓ short        did 1', '  ✗ much-longer  did 2'].join('\n'),
  )
})

test('several models: a card each, then side by side', () => {
  expect(cardText([card('openai:a', [true, false]), card('ollama:long', [false, false], { costUsd: 0.01234 })]).split('\n')).toEqual([
    'openai:a: 1 of 2 traps passed (3 calls, price unknown, 1.3 s)',
    '  ✓ short        did 1',
    '  ✗ much-longer  did 2',
    '',
    'ollama:long: 0 of 2 traps passed (3 calls, 0.0123 USD, 1.3 s)',
    '  ✗ short        did 1',
    '  ✗ much-longer  did 2',
    '',
    'Side by side',
    '               openai:a  ollama:long',
    '  short        ✓         ✗',
    '  much-longer  ✗         ✗',
    '  passed       1/2       0/2',
  ])
})
