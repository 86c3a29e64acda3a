import { describe, expect, test } from 'vitest'
import { changedNumber, flippedDirection } from './corrupted-sentences.ts'

describe('flippedDirection', () => {
  test.each([
    ['Tea increases sleep and reduces pain.', 'Tea decreases sleep and reduces pain.'],
    ['Decreased sleep.', 'Increased sleep.'],
    ['Fewer mice.', 'More mice.'],
    ['Tea was not seen.', 'Tea was seen.'],
    ['Tea was seen and is good.', 'Tea was not seen and is good.'],
    ['Mice sleep.', null],
    ['', null],
  ])('%j', (sentence, flipped) => {
    expect(flippedDirection(sentence)).toBe(flipped)
  })
})

describe('changedNumber', () => {
  test.each([
    ['12.5 of 20 mice', '42.5 of 20 mice'],
    ['7 mice', '4 mice'],
    ['9 mice', '2 mice'],
    ['IL-6 and p53 at 8 h', 'IL-6 and p53 at 1 h'],
    ['(0.42)', '(3.42)'],
    ['IL-6', null],
    ['', null],
  ])('%j', (sentence, changed) => {
    expect(changedNumber(sentence)).toBe(changed)
  })
})
