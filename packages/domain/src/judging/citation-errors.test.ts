import type { SentenceSupport } from '@winnow/contracts/entities/answer.ts'
import { expect, it } from 'vitest'
import { citationErrors } from './citation-errors.ts'

it.each<[string, number, readonly SentenceSupport[], ReturnType<typeof citationErrors>]>([
  [
    'without marks nothing is known',
    0,
    [],
    { marks: 0, unresolved: 0, unsupported: 0, unchecked: 0, unresolvedRate: null, unsupportedRate: null },
  ],
  [
    'both rates are over all marks',
    1,
    ['supported', 'unsupported', 'unsupported'],
    { marks: 4, unresolved: 1, unsupported: 2, unchecked: 0, unresolvedRate: 0.25, unsupportedRate: 0.5 },
  ],
  [
    'what is supported in part, or cannot be checked, is no error',
    0,
    ['partial', 'cannot-check'],
    { marks: 2, unresolved: 0, unsupported: 0, unchecked: 1, unresolvedRate: 0, unsupportedRate: 0 },
  ],
  ['only unresolved ones', 2, [], { marks: 2, unresolved: 2, unsupported: 0, unchecked: 0, unresolvedRate: 1, unsupportedRate: 0 }],
])('%s', (_, unresolved, verdicts, errors) => {
  expect(citationErrors(unresolved, verdicts)).toEqual(errors)
})
