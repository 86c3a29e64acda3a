import { expect, it } from 'vitest'
import { citationMedium } from './citation-medium.ts'

it.each([
  ['reef letters', false, 'journal'],
  ['j test med', false, 'journal'],
  ['proc reef symposium', false, 'conference'],
  ['proceedings of the journal club', false, 'conference'],
  ['technical report of the workshop', true, 'report'],
  ['phd thesis', false, 'report'],
  ['reef weekly', true, 'journal'],
  ['reef weekly', false, null],
  ['', false, null],
])('%s, volume %s: %s', (text, hasVolume, medium) => {
  expect(citationMedium(text.split(' '), hasVolume)).toBe(medium)
})
