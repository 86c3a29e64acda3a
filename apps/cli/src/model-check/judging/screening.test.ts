import type { NewEvent } from '@winnow/contracts/registry.ts'
import { buildState, document } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { told } from '../story-events.ts'
import { judgeScreening } from './screening.ts'

const state = buildState({ documents: [document('D1'), document('D2')] })
const screened = (documentId: string, scores: Readonly<Record<string, number>>): NewEvent =>
  told('DocumentScreened', { workId: 'w', part: 1, parts: 1, documentId, scores, note: 'so', screener: 'openai:m', degraded: [] })

test.each([
  ['no event of a paper', [screened('D2', { RQ1: 0.9 })], 'scored D1 nothing, which is off topic (below 0.5), noting “”'],
  [
    'no score for the subquestion',
    [screened('D1', { RQ2: 0.1 }), screened('D2', { RQ1: 0.9 })],
    'scored D1 nothing, which is off topic (below 0.5), noting “so”',
  ],
  [
    'no score of the relevant one',
    [screened('D1', { RQ1: 0.1 }), screened('D2', {})],
    'scored D2 nothing, which is relevant (from 0.5), noting “so”',
  ],
] as const)('%s is wrong, whichever side is right', (_, outcome, detail) => {
  const right = [
    { documentId: 'D1', relevant: false },
    { documentId: 'D2', relevant: true },
  ]
  expect(judgeScreening({ state, outcome }, right)).toEqual({ passed: false, detail })
})

test('a paper that the story does not have is a fault of ours', () => {
  expect(() => judgeScreening({ state, outcome: [] }, [{ documentId: 'D3', relevant: false }])).toThrow('the story has no D3')
})
