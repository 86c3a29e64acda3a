import { expect, test } from 'vitest'
import { documentStatus, fateReason, screeningReason } from './document-status.ts'
import type { DocumentFate } from './prisma.ts'

const rows: readonly (readonly [DocumentFate, string, string | null])[] = [
  ['not screened', 'found', 'the run ended without screening it'],
  ['excluded by user', 'screened-out', 'excluded by the user: out of scope'],
  ['retracted', 'screened-out', 'retracted'],
  ['notice', 'screened-out', 'notice about another work'],
  ['excluded by screening', 'screened-out', 'off topic'],
  ['not read', 'relevant', 'not read: the reading budget did not reach it'],
  ['reading', 'relevant', 'its reading had not ended'],
  ['reading failed', 'relevant', 'its reading failed'],
  ['without evidence', 'read', 'read, without evidence that counts'],
  ['included', 'read', null],
]

test.each(rows)('%s: status %s, reason %s', (fate, status, reason) => {
  expect(documentStatus(fate, false)).toBe(status)
  expect(documentStatus(fate, true)).toBe('cited')
  expect(fateReason(fate, 'off topic', 'out of scope')).toBe(reason)
})

test('reasons that nobody gave', () => {
  expect(fateReason('excluded by user', null, '')).toBe('excluded by the user')
  expect(fateReason('excluded by screening', null, '')).toBe('no reason given')
})

test.each([
  { exclusionReason: null, exclusionCriterion: 'E1', told: null },
  { exclusionReason: 'off topic', exclusionCriterion: undefined, told: 'off topic' },
  { exclusionReason: 'off topic', exclusionCriterion: 'E1', told: 'off topic (criterion E1)' },
])('the screener’s reason $exclusionReason with the criterion $exclusionCriterion', ({ exclusionReason, exclusionCriterion, told }) => {
  expect(screeningReason({ exclusionReason, ...(exclusionCriterion === undefined ? {} : { exclusionCriterion }) })).toBe(told)
})
